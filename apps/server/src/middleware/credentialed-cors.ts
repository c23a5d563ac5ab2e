import type { MiddlewareHandler } from 'hono';
import type { Config } from '../config.ts';
import { isOurOrigin } from '../our-origins.ts';

/**
 * Lets pages of our other hosts call a POST with the cookies of this one, and read the answer, refusals included. For
 * exactly the origins that are ours; anybody else gets no CORS header at all.
 */
export function credentialedCors(config: Pick<Config, 'origins' | 'production'>): MiddlewareHandler {
  return async (c, next) => {
    const origin = c.req.header('Origin');
    c.header('Vary', 'Origin', { append: true });
    if (origin === undefined || !isOurOrigin(config, origin)) return next();
    c.header('Access-Control-Allow-Origin', origin);
    c.header('Access-Control-Allow-Credentials', 'true');
    if (c.req.method !== 'OPTIONS') return next();
    c.header('Access-Control-Allow-Methods', 'POST');
    c.header('Access-Control-Allow-Headers', 'Content-Type');
    c.header('Access-Control-Max-Age', '600');
    return c.body(null, 204);
  };
}
