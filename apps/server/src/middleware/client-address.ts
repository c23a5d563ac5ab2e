import { isInRanges, parseRange, plainAddress } from '../ip-address.ts';

/**
 * Whose address a request has. X-Forwarded-For counts only when the connection comes from a trusted proxy (an address or
 * a CIDR range of TRUST_PROXY), and then from its right end: the first entry that is not a trusted proxy itself.
 */
export function clientAddress(trusted: readonly string[]) {
  const proxies = trusted.map(parseRange).filter((range) => range !== null);
  return (connection: string, forwardedFor: string | undefined): string => {
    let address = plainAddress(connection) ?? connection;
    const hops = forwardedFor?.split(',') ?? [];
    while (isInRanges(address, proxies)) {
      const hop = plainAddress(hops.pop()?.trim() ?? '');
      if (hop === null) break;
      address = hop;
    }
    return address;
  };
}
