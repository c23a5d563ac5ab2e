/**
 * The package that checks passkeys. With its parts for certificates it is a megabyte of code, so it is loaded with the first passkey: other
 * servers start 50 ms sooner and need 5 MB less without it.
 */
export const webAuthn = () => import('@simplewebauthn/server');
