import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { type Guard, isAllowedAddress, PublicWebError } from './address-guard.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/**
 * Resolves a host name for a connection. All of its addresses must be allowed. The connection is made to the addresses that were
 * checked, so that a second answer of the name server cannot lead it elsewhere.
 */
export function guardedLookup(guard: Guard, resolveHost: Resolve): LookupFunction {
  return (host, options, callback) => {
    resolveHost(host)
      .then((addresses) => {
        const [first] = addresses;
        if (!first || !addresses.every(({ address }) => isAllowedAddress(address, guard)))
          throw new PublicWebError('This host is not public.');
        if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      })
      .catch((error: NodeJS.ErrnoException) => callback(error, options.all ? [] : ''));
  };
}

export const resolve: Resolve = (host) =>
  new Promise((done, fail) => {
    lookup(host, { all: true }, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
