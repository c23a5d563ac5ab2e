import { Resolver } from 'node:dns/promises';
import type { Resolve } from '../public-web/guarded-lookup.ts';

type NameServers = Pick<Resolver, 'resolve4' | 'resolve6'>;

/**
 * The addresses of a receiver, as the name servers give them. The `lookup` of Node.js, which other parts use, would keep a thread of the few
 * that also read files, for as long as a name server does not answer: people who create webhooks choose the names, so they could keep all.
 */
export const resolveReceiver =
  (servers: NameServers = new Resolver({ timeout: 2_000, tries: 2 })): Resolve =>
  async (host) => {
    const [four, six] = await Promise.allSettled([servers.resolve4(host), servers.resolve6(host)]);
    const addresses = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && four.status === 'rejected') throw four.reason;
    return addresses;
  };
