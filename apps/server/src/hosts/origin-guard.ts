import type { Config } from '../config.ts';
import { isOurOrigin } from './our-origins.ts';

/**
 * May a request that changes something go on? Browsers name the page it comes from: one of our own origins must be it
 * (localhost too, outside production). Scripts send no Origin and are let through unless a browser says "cross-site".
 */
export function isForeignWrite(
  request: { method: string; origin: string | undefined; fetchSite: string | undefined },
  config: Pick<Config, 'origins' | 'production'>,
): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return false;
  if (request.origin === undefined) return request.fetchSite?.trim().toLowerCase() === 'cross-site';
  return !isOurOrigin(config, request.origin);
}
