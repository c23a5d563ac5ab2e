import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All addresses of the public IPv6 internet. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** What `allowPrivate` adds. Link-local addresses stay closed: cloud providers serve credentials there. */
const privateRanges = new Set(['private', 'loopback', 'uniqueLocal']);
/** Addresses within private ranges where Amazon and Google serve credentials. */
const metadata = ['fd00:ec2::/32', 'fd20:ce::254/128'].map((range) => ipaddr.IPv6.parseCIDR(range));
const usualPorts = new Set(['', '80', '443']);

/** Why an address was not requested, or what is wrong with its answer, as a sentence for people. */
export class PublicWebError extends Error {}

export type Guard = {
  /** Whether private and loopback addresses may be requested, on any port (WEB_FETCH_PRIVATE, WEBHOOKS_PRIVATE). */
  allowPrivate: boolean;
};

/**
 * Whether a connection to this IP address is allowed: only public addresses are, and none that leads to another one (IPv4-mapped,
 * NAT64, 6to4, Teredo). Anything that is not an address is refused.
 */
export function isAllowedAddress(address: string, { allowPrivate }: Guard): boolean {
  if (!isIP(address) || address.includes('%')) return false;
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (parsed instanceof ipaddr.IPv6 && metadata.some((closed) => parsed.match(closed))) return false;
  if (allowPrivate && privateRanges.has(range)) return true;
  if (range !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/**
 * An address that may be requested, without its fragment. Throws PublicWebError for another scheme than http and https, a user name
 * or password, an unusual port, and an IP address that is not allowed. All ways to write one are covered, because the URL parser has turned
 * 2130706433, 0x7f.1 and 0177.0.0.1 into 127.0.0.1 before the check. Host names are checked when they are resolved.
 */
export function checkPublicUrl(address: string, guard: Guard): URL {
  if (!URL.canParse(address)) throw new PublicWebError('This is not an address.');
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new PublicWebError('Only http and https are opened.');
  if (url.username || url.password)
    throw new PublicWebError('An address with a user name or a password is not opened.');
  if (!guard.allowPrivate && !usualPorts.has(url.port)) throw new PublicWebError(`Port ${url.port} is not opened.`);
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) && !isAllowedAddress(host, guard)) throw new PublicWebError('This address is not public.');
  url.hash = '';
  return url;
}
