import { isInRanges, parseRange, plainAddress } from '../ip-address.ts';

/**
 * The address of a request's caller. X-Forwarded-For counts only if the connection comes from a trusted proxy (an address or a
 * CIDR range in TRUST_PROXY). The caller is then the rightmost entry that is not a trusted proxy.
 */
export function clientAddress(trusted: readonly string[]) {
  const proxies = trusted.map(parseRange).filter((range) => range !== null);
  return (connection: string, forwardedFor: string | undefined): string => {
    let address = plainAddress(connection) ?? connection;
    const hops = forwardedFor?.split(',') ?? [];
    while (isInRanges(address, proxies)) {
      const hop = plainAddress(withoutPort(hops.pop()?.trim() ?? ''));
      if (hop === null) break;
      address = hop;
    }
    return address;
  };
}

/** Some proxies write the caller's port as well: 198.51.100.1:4711, [2001:db8::5]:4711. */
const withoutPort = (hop: string): string => hop.replace(/^\[(.*)\](:\d+)?$/, '$1').replace(/^([\d.]+):\d+$/, '$1');
