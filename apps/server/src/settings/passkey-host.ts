import { isIP } from 'node:net';
import { getPublicSuffix } from 'tldts';

/** An unusable PASSKEY_RP_ID. The message is one sentence. */
export class PasskeyHostError extends Error {}

/**
 * The relying party ID of passkeys (Web Authentication Level 3, section 4): `given`, otherwise the longest common parent of the hosts that
 * is no public suffix, otherwise the host where people sign in. Null if that is an IP address, for which browsers make no passkeys. Throws
 * PasskeyHostError if `given` is not the host where people sign in or a parent of it.
 */
export function passkeyHostOf(
  origins: { chat: string; auth: string; company: string },
  given: string | undefined,
): string | null {
  const [chat, auth, company] = [origins.chat, origins.auth, origins.company].map((origin) => new URL(origin).hostname);
  const authHost = auth ?? '';
  if (given !== undefined) {
    if (!isIn(authHost, given) || isPublic(given))
      throw new PasskeyHostError(`PASSKEY_RP_ID cannot be used: it must be ${authHost} or a parent of it.`);
    return given;
  }
  if (isAddress(authHost)) return null;
  const labels = authHost.split('.');
  const parents = labels.map((_, index) => labels.slice(index).join('.'));
  const common = parents.find((parent) => isIn(chat ?? '', parent) && isIn(company ?? '', parent) && !isPublic(parent));
  return common ?? authHost;
}

/** Whether pages of a host can use passkeys of the relying party. */
export const isIn = (host: string, relyingParty: string): boolean =>
  host === relyingParty || host.endsWith(`.${relyingParty}`);

const isAddress = (host: string) => isIP(host.replace(/^\[|\]$/g, '')) !== 0;

/** Whether everyone can register names below this one. "localhost" alone is a host of its own. */
const isPublic = (host: string) =>
  host !== 'localhost' && getPublicSuffix(host, { allowPrivateDomains: true, validateHostname: false }) === host;
