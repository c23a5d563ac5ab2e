import { isLoopback } from '../ip-address.ts';

const forwarded = ['X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Forwarded', 'Via'];

/**
 * Whether a request seems to come from the computer that runs Noek: from a loopback address, to a loopback name, and
 * passed on by no proxy. One on this computer makes all its callers look like this computer. `headerOf` reads a header of the request.
 */
export function isAtThisMachine(request: {
  address: string;
  url: string;
  headerOf: (name: string) => string | undefined;
}): boolean {
  const host = request.headerOf('Host') ?? new URL(request.url).host;
  const name = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '';
  const isThisName = name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replace(/^\[|\]$/g, ''));
  return (
    isThisName && isLoopback(request.address) && forwarded.every((header) => request.headerOf(header) === undefined)
  );
}
