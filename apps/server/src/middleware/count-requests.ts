import type { MiddlewareHandler } from 'hono';
import { routePath } from 'hono/route';
import type { Metrics } from '../metrics.ts';

/** Counts each request by the pattern of the route that answered it. The page with the numbers is not part of them. */
export function countRequests(metrics: Metrics): MiddlewareHandler {
  return async (c, next) => {
    const before = performance.now();
    await next();
    const route = routePath(c);
    if (route !== '/metrics') metrics.requestEnded(c.req.method, route, c.res.status, performance.now() - before);
  };
}
