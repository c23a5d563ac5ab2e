import type { Config } from '../config.ts';

/**
 * May a request that changes something go on? Browsers name the page it comes from: one of our own origins must be it
 * (localhost too, outside production). Scripts send no Origin and are let through unless a browser says "cross-site".
 */
export function isForeignWrite(
  request: { method: string; origin: string | undefined; fetchSite: string | undefined },
  config: Pick<Config, 'origins' | 'production'>,
): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return false;
  if (request.origin === undefined) return request.fetchSite === 'cross-site';
  if (Object.values(config.origins).includes(request.origin)) return false;
  if (config.production || !URL.canParse(request.origin)) return true;
  const { protocol, hostname } = new URL(request.origin);
  return !(protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}
