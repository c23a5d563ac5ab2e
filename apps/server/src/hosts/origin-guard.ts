import type { Config } from '../config.ts';
import { isOurOrigin } from './our-origins.ts';

/**
 * Whether a request that changes something comes from a page of another site. Browsers send the page's origin, which must be one of
 * ours (or, outside production, localhost). Requests without an Origin are accepted unless the browser says "cross-site".
 */
export function isForeignWrite(
  request: { method: string; origin: string | undefined; fetchSite: string | undefined },
  config: Pick<Config, 'origins' | 'production'>,
): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return false;
  if (request.origin === undefined) return request.fetchSite?.trim().toLowerCase() === 'cross-site';
  return !isOurOrigin(config, request.origin);
}
