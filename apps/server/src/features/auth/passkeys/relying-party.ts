import type { Config } from '../../../settings/config.ts';
import { isIn } from '../../../settings/passkey-host.ts';
import { noPasskeysHere } from './passkey-challenge.ts';

/** The relying party of passkeys and the origins whose pages may use them. Throws CONFLICT where there are no passkeys. */
export function relyingParty({ origins, passkeyHost }: Config): { id: string; origins: string[] } {
  if (passkeyHost === null) throw noPasskeysHere();
  return { id: passkeyHost, origins: Object.values(origins) };
}

/**
 * What the relying party's host says to browsers at `/.well-known/webauthn`: the origins that may use its passkeys although they are not on
 * it (Web Authentication Level 3, section 5.11). Null on other hosts, and where all our hosts are on it.
 */
export function relatedOrigins({ origins, passkeyHost }: Config, origin: string): { origins: string[] } | null {
  const all = Object.values(origins);
  const isNeeded = passkeyHost !== null && all.some((one) => !isIn(new URL(one).hostname, passkeyHost));
  return isNeeded && new URL(origin).hostname === passkeyHost ? { origins: all } : null;
}
