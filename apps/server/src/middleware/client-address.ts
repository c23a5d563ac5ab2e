import { BlockList, isIP } from 'node:net';

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Whose address a request has. X-Forwarded-For counts only when the connection comes from a trusted proxy (an address or
 * a CIDR range of TRUST_PROXY), and then from its right end: the first entry that is no trusted proxy itself.
 */
export function clientAddress(trusted: readonly string[]) {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = '', bits] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, Number(bits), family);
  }
  const isProxy = (address: string) =>
    isIP(address) > 0 && proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (connection: string, forwardedFor: string | undefined): string => {
    let address = plain(connection);
    if (!forwardedFor) return address;
    const hops = forwardedFor.split(',').map((hop) => plain(hop.trim()));
    while (isProxy(address)) {
      const hop = hops.pop();
      if (!hop || !isIP(hop)) break;
      address = hop;
    }
    return address;
  };
}
