import type { MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import type { Config } from '../settings/config.ts';
import { isOurOrigin } from './our-origins.ts';

/**
 * Lets pages on our other hosts call a POST with this host's cookies and read the response, errors included. Other origins get no
 * CORS header at all; Hono's middleware alone would still answer their preflights and allow credentials.
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
