import type { Config } from '../settings/config.ts';
import { isOurOrigin } from './our-origins.ts';

/**
 * Whether a request that changes something comes from a page of another site. Browsers send the page's origin, which must be one of ours.
 * Outside production it may also be localhost, or the page's own host, which may be an IP address. Requests without an Origin are accepted
 * unless the browser says "cross-site". `host`: the Host header, which must be one that is served.
 */
export function isForeignWrite(
  request: { method: string; host: string; origin: string | undefined; fetchSite: string | undefined },
  config: Pick<Config, 'origins' | 'production'>,
): boolean {
  if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return false;
  if (request.origin === undefined) return request.fetchSite?.trim().toLowerCase() === 'cross-site';
  return !isOurOrigin(config, request.origin) && (config.production || !isOriginOf(request.host, request.origin));
}

function isOriginOf(host: string, origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, host: own } = new URL(origin);
  return (
    /^https?:$/.test(protocol) && URL.canParse(`${protocol}//${host}`) && new URL(`${protocol}//${host}`).host === own
  );
}
