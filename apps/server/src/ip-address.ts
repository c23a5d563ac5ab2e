import { isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address range: its first address and the number of bits that must match. */
export type AddressRange = ReturnType<typeof ipaddr.parseCIDR>;

/**
 * The network that limits count as one caller: an IPv4 address, or the /64 of an IPv6 address, because a household has at least
 * that many. IPv4-mapped IPv6 addresses count as IPv4. Anything else is returned unchanged.
 */
export function ipPrefix(address: string): string {
  if (isIPv4(address)) return address;
  const parsed = parseAddress(address);
  if (parsed === null) return address;
  return parsed instanceof ipaddr.IPv4 ? parsed.toString() : ipv6Network(parsed, 64);
}

/** The /48 of an IPv6 address, which one customer of a provider may have as a whole (RFC 6177); null for other addresses. */
export function ipSite(address: string): string | null {
  const parsed = parseAddress(address);
  return parsed instanceof ipaddr.IPv6 ? ipv6Network(parsed, 48) : null;
}

/** The network of an address as people are shown it: "203.0.113.0/24", "2001:db8:1::/48"; null if it is not an address. */
export function ipNetwork(address: string): string | null {
  const parsed = parseAddress(address);
  if (parsed === null) return null;
  if (parsed instanceof ipaddr.IPv6) return ipv6Network(parsed, 48);
  return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
}

/** The network of an address, such as "2001:db8:1::/48". `bits` is a multiple of 16. */
function ipv6Network({ parts }: ipaddr.IPv6, bits: number): string {
  const network = parts.slice(0, bits / 16).map((part) => part.toString(16));
  return `${network.join(':')}::/${bits}`;
}

/** Whether this is a loopback address. */
export function isLoopback(address: string): boolean {
  return parseAddress(address)?.range() === 'loopback';
}

const ownRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];
/** Whether this is an address of this machine or of a private network. */
export function isOurNetwork(address: string): boolean {
  return ownRanges.includes(parseAddress(address)?.range() ?? '');
}

/** Parses an address or a CIDR range ("10.0.0.0/8"). Null if it is neither. */
export function parseRange(entry: string): AddressRange | null {
  const [, address = '', bits] = /^([^/%]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
  const version = isIP(address);
  if (version === 0) return null;
  const cidr = `${address}/${bits ?? (version === 6 ? 128 : 32)}`;
  if (!ipaddr.isValidCIDR(cidr)) return null;
  const [first, length] = ipaddr.parseCIDR(cidr);
  const isMapped = first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress() && length >= 96;
  return isMapped ? [first.toIPv4Address(), length - 96] : [first, length];
}

/** Whether this is an address in one of these ranges. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = parseAddress(address);
  return parsed !== null && ipaddr.subnetMatch(parsed, { inside: [...ranges] }, 'outside') === 'inside';
}

/**
 * The canonical form of an address, without a zone; IPv4-mapped IPv6 becomes IPv4. Null for anything else. Node.js decides what is
 * an address, because the library also accepts "127.1" and "0x7f.1".
 */
export function plainAddress(address: string): string | null {
  if (isIPv4(address)) return address;
  return parseAddress(address)?.toString() ?? null;
}

function parseAddress(address: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = address.split('%', 1)[0] ?? '';
  return isIP(bare) ? ipaddr.process(bare) : null;
}
