import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Config } from '../config.ts';
import { isOurOrigin } from './our-origins.ts';

/**
 * Lets pages of our other hosts call a POST with the cookies of this one, and read the answer, refusals included. For
 * exactly the origins that are ours: anybody else gets no CORS header at all, where hono's alone would still answer a
 * preflight and allow credentials.
 */
export function credentialedCors(config: Pick<Config, 'origins' | 'production'>): MiddlewareHandler {
  const forOurOrigins = cors({
    origin: (origin) => origin,
    credentials: true,
    allowMethods: ['POST'],
    allowHeaders: ['Content-Type'],
    maxAge: 600,
  });
  return async (c, next) => {
    if (isOurOrigin(config, c.req.header('Origin') ?? '')) return forOurOrigins(c, next);
    c.header('Vary', 'Origin', { append: true });
    return next();
  };
}
