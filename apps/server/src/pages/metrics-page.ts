import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context, Handler } from 'hono';
import type { AppDeps } from '../context.ts';
import { AppError, notFound } from '../errors.ts';
import { bearerOf } from '../features/auth/tokens/read-token.ts';
import { readOutboxAge } from '../features/outbox/outbox-age.ts';
import { isAtThisMachine } from '../hosts/at-this-machine.ts';
import type { Reading } from '../metrics.ts';
import { clientAddress } from '../middleware/client-address.ts';
import { connectionAddress } from '../middleware/request-context.ts';

/**
 * Numbers for Prometheus, for this machine and for callers with METRICS_TOKEN. Other callers get a 404 or, if a token is set, a 401 that
 * asks for it.
 */
export function metricsPage(deps: AppDeps): Handler {
  const { metricsToken: token, trustProxy } = deps.config;
  const addressOf = clientAddress(trustProxy);

  function isAllowed(c: Context): boolean {
    const given = bearerOf(c.req.header('Authorization'));
    if (token !== null && given !== null) return isSame(given, token);
    return isAtThisMachine({
      address: addressOf(connectionAddress(c), c.req.header('X-Forwarded-For')),
      url: c.req.url,
      headerOf: (name) => c.req.header(name),
    });
  }

  return async (c) => {
    if (!isAllowed(c)) {
      if (token === null) throw notFound('This call does not exist.');
      throw new AppError('UNAUTHORIZED', 'This page needs the token of METRICS_TOKEN.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    const { type, text } = await deps.metrics.page(() => read(deps));
    return c.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  };
}

/** Compares hashes, so that the time tells nothing about the token. */
function isSame(given: string, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}

async function read(deps: AppDeps): Promise<Reading> {
  const { db, generations, llm, log } = deps;
  const readings = { answersRunning: generations.size - generations.waiting, answersWaiting: generations.waiting };
  try {
    const before = performance.now();
    await db.ping();
    const pingSeconds = (performance.now() - before) / 1000;
    const outbox = await readOutboxAge(deps);
    return {
      ...readings,
      providers: llm.providers(),
      database: { pingSeconds, connections: db.connections() },
      outbox,
    };
  } catch (error) {
    log.warn({ err: error }, 'the database did not answer for the metrics');
    return { ...readings, providers: llm.providers(), database: null, outbox: null };
  }
}
