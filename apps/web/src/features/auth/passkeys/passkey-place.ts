import type { PublicConfig } from '@noek/contract/config/schemas';

/** Whether this browser knows passkeys. It does not on a page over plain HTTP. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined';

/** Whether this device itself can keep a passkey and ask for a fingerprint, a face or a PIN, without a security key or another device. */
export const hasAuthenticator = async (): Promise<boolean> =>
  knowsPasskeys() && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());

/**
 * Whether a page can use the passkeys of `passkeyHost`: it is on that host or on a subdomain of it, or it is one of our `origins`, which that
 * host names to browsers.
 */
export const canUsePasskeys = (
  page: Pick<URL, 'hostname' | 'origin'>,
  passkeyHost: string | null,
  origins: PublicConfig['origins'],
): boolean =>
  passkeyHost !== null &&
  (page.hostname === passkeyHost ||
    page.hostname.endsWith(`.${passkeyHost}`) ||
    Object.values(origins).includes(page.origin));

/** Whether this page can use the passkeys of `passkeyHost`. */
export const canUsePasskeysHere = (passkeyHost: string | null, origins: PublicConfig['origins']): boolean =>
  knowsPasskeys() && canUsePasskeys(window.location, passkeyHost, origins);
