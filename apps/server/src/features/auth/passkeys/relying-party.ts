import type { Config } from '../../../settings/config.ts';
import { isIn } from '../../../settings/passkey-host.ts';
import { noPasskeysHere } from './passkey-challenge.ts';

/** The relying party of passkeys and the origins whose pages may use them. Throws CONFLICT where there are no passkeys. */
export function relyingParty({ origins, passkeyHost }: Config): { id: string; origins: string[] } {
  if (passkeyHost === null) throw noPasskeysHere();
  const all = Object.values(origins);
  return { id: passkeyHost, origins: all.filter((origin) => isIn(new URL(origin).hostname, passkeyHost)) };
}
