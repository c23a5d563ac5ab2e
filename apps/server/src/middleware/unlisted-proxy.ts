import type { Deps } from '../deps.ts';
import { isInRanges, isOurNetwork, parseRange, plainAddress } from '../ip-address.ts';
import type { Config } from '../settings/config.ts';

/**
 * Warns once, in production, about a proxy on a private network that TRUST_PROXY does not list: all of its callers count as one caller and
 * share the limits of one. Outside production a proxy means nothing, and a caller from another network may pretend to be one.
 */
export function unlistedProxyWarning(
  { production, trustProxy }: Pick<Config, 'production' | 'trustProxy'>,
  log: Deps['log'],
) {
  const listed = trustProxy.map(parseRange).filter((range) => range !== null);
  let isDone = !production;
  return (connection: string, forwardedFor: string | undefined): void => {
    if (isDone || forwardedFor === undefined) return;
    const address = plainAddress(connection);
    if (address === null || !isOurNetwork(address) || isInRanges(address, listed)) return;
    isDone = true;
    log.warn(
      { address },
      'requests come through a proxy that TRUST_PROXY does not list: all who use it share the limits of one caller',
    );
  };
}
