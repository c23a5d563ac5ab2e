/** Whether this browser knows passkeys. It does not on a page over plain HTTP. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

/** Whether this device itself can keep a passkey and ask for a fingerprint, a face or a PIN, without a security key or another device. */
export const hasAuthenticator = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/** Whether pages of a host can use the passkeys of `passkeyHost`: they are on it, or on a subdomain of it. */
export const canUsePasskeys = (hostname: string, passkeyHost: string | null): boolean =>
  passkeyHost !== null && (hostname === passkeyHost || hostname.endsWith(`.${passkeyHost}`));

/** Whether this page can use the passkeys of `passkeyHost`. */
export const canUsePasskeysHere = (passkeyHost: string | null): boolean =>
  knowsPasskeys() && canUsePasskeys(window.location.hostname, passkeyHost);
