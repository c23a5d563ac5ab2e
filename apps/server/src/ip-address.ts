import { isIPv4, isIPv6 } from 'node:net';

/**
 * What limits count as one caller: an IPv4 address, or the /64 of an IPv6 address (a household has at least that many).
 * IPv4 written as IPv6 counts as IPv4. Anything else is returned as it is.
 */
export function ipPrefix(address: string): string {
  const bare = unmapped(address);
  if (!isIPv6(bare)) return bare;
  return `${expand(bare).slice(0, 4).join(':')}::/64`;
}

/** Does the address belong to this machine alone? */
export function isLoopback(address: string): boolean {
  const bare = unmapped(address);
  if (isIPv4(bare)) return bare.startsWith('127.');
  return isIPv6(bare) && expand(bare).join(':') === '0:0:0:0:0:0:0:1';
}

/** Without a zone ("%eth0"), and ::ffff:192.0.2.1 (also as ::ffff:c000:201) as 192.0.2.1. */
function unmapped(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (!isIPv6(bare)) return bare;
  const groups = expand(bare);
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff') return bare;
  return groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.');
}

/** The eight groups of a valid IPv6 address, in hexadecimal without leading zeros. */
function expand(address: string): string[] {
  const dotted = /[\d.]+$/.exec(address)?.[0] ?? '';
  const text = isIPv4(dotted) ? address.slice(0, -dotted.length) + toGroups(dotted) : address;
  const [head = '', tail] = text.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) => Number.parseInt(group, 16).toString(16));
}

function toGroups(dotted: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = dotted.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
