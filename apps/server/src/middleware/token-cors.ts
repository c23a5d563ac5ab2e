import type { Context, MiddlewareHandler } from 'hono';
import { cors } from 'hono/cors';
import { bearerOf } from '../features/auth/tokens/read-token.ts';

const forEveryOrigin = cors({
  origin: '*',
  allowMethods: ['GET', 'POST'],
  exposeHeaders: [
    ...['X-Request-Id', 'Retry-After', 'Idempotent-Replayed'],
    ...['X-RateLimit-Limit-Requests', 'X-RateLimit-Remaining-Requests', 'X-RateLimit-Reset-Requests'],
  ],
  maxAge: 600,
});

/**
 * Lets pages of all sites make calls that have a token in their header, and read the response. The token is what they know, so a page that
 * has none learns nothing: calls without it get no CORS header, and cookies are never allowed.
 */
export const tokenCors: MiddlewareHandler = (c, next) => (isByToken(c) ? forEveryOrigin(c, next) : next());

/** Whether a call has a token in its header, or asks whether it may have one. Nothing else in it says who calls. */
export function isByToken(c: Context): boolean {
  if (bearerOf(c.req.header('Authorization')) !== null) return true;
  const asked = c.req.method === 'OPTIONS' ? (c.req.header('Access-Control-Request-Headers') ?? '') : '';
  return asked.split(',').some((name) => name.trim().toLowerCase() === 'authorization');
}
