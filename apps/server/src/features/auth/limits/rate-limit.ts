import { createHmac } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import { and, eq, gt, inArray, lte, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';

/** At most `burst` at once; after that one more every `perMs` milliseconds. */
export type Rate = { burst: number; perMs: number };

type RateDeps = Pick<Deps, 'db' | 'now' | 'config'>;

/**
 * Takes one from the rate of `key`, in one statement (generic cell rate algorithm: the row holds when the bucket will be
 * full again). Rates live in the database, so that they hold over restarts and for all processes together; of the key
 * only a keyed hash is stored. Throws RATE_LIMITED with a Retry-After header in seconds.
 */
export async function takeRate(deps: RateDeps, key: string, rate: Rate): Promise<void> {
  const { rateLimits } = deps.db.tables;
  const id = hashKey(deps, key);
  const nowMs = deps.now().getTime();
  const latestMs = nowMs + (rate.burst - 1) * rate.perMs;
  const taken = await deps.db.orm
    .insert(rateLimits)
    .values({ key: id, arrivalMs: nowMs + rate.perMs })
    .onConflictDoUpdate({
      target: rateLimits.key,
      set: {
        arrivalMs: sql`case when ${rateLimits.arrivalMs} > ${nowMs} then ${rateLimits.arrivalMs} else ${nowMs} end + ${rate.perMs}`,
      },
      setWhere: lte(rateLimits.arrivalMs, latestMs),
    })
    .returning({ arrivalMs: rateLimits.arrivalMs });
  if (taken.length > 0) return;
  const [row] = await deps.db.orm
    .select({ arrivalMs: rateLimits.arrivalMs })
    .from(rateLimits)
    .where(eq(rateLimits.key, id));
  throw tooMany((row?.arrivalMs ?? latestMs) - latestMs);
}

/**
 * Takes one of several keys for `forMs` milliseconds; false while all are taken. So many are had in any such time, at once or
 * not. The work is the same whatever was taken before.
 */
export async function takeOneOf(deps: RateDeps, keys: readonly string[], forMs: number): Promise<boolean> {
  const { rateLimits } = deps.db.tables;
  const ids = keys.map((key) => hashKey(deps, key));
  const nowMs = deps.now().getTime();
  const rows = await deps.db.orm
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, ids), gt(rateLimits.arrivalMs, nowMs)));
  const free = ids.filter((id) => !rows.some(({ key }) => key === id));
  for (const key of free.length > 0 ? free : ids.slice(0, 1)) {
    const taken = await deps.db.orm
      .insert(rateLimits)
      .values({ key, arrivalMs: nowMs + forMs })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: { arrivalMs: nowMs + forMs },
        setWhere: lte(rateLimits.arrivalMs, nowMs),
      })
      .returning({ key: rateLimits.key });
    if (taken.length > 0) return true;
  }
  return false;
}

/** Makes the key's rate full again. */
export async function forgetRate(deps: RateDeps, key: string): Promise<void> {
  const { rateLimits } = deps.db.tables;
  await deps.db.orm.delete(rateLimits).where(eq(rateLimits.key, hashKey(deps, key)));
}

/** The statement that notes a key for `forMs` milliseconds; it needs a name of its own, apart from those of rates. */
export function rememberStatement(deps: RateDeps, orm: Orm, key: string, forMs: number): Statement {
  const { rateLimits } = deps.db.tables;
  const arrivalMs = deps.now().getTime() + forMs;
  return orm
    .insert(rateLimits)
    .values({ key: hashKey(deps, key), arrivalMs })
    .onConflictDoUpdate({ target: rateLimits.key, set: { arrivalMs } });
}

/** Notes a key for `forMs` milliseconds. */
export async function remember(deps: RateDeps, key: string, forMs: number): Promise<void> {
  await rememberStatement(deps, deps.db.orm, key, forMs);
}

/** Was the key noted, and is that still good? */
export async function isRemembered(deps: RateDeps, key: string): Promise<boolean> {
  const { rateLimits } = deps.db.tables;
  const rows = await deps.db.orm
    .select({ arrivalMs: rateLimits.arrivalMs })
    .from(rateLimits)
    .where(and(eq(rateLimits.key, hashKey(deps, key)), gt(rateLimits.arrivalMs, deps.now().getTime())));
  return rows.length > 0;
}

function hashKey({ config }: RateDeps, key: string): string {
  return createHmac('sha256', config.secret).update(key).digest('base64url');
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const minutes = Math.ceil(seconds / 60);
  const wait = seconds < 60 ? counted(seconds, 'second') : counted(minutes, 'minute');
  return new AppError('RATE_LIMITED', `Too many attempts. Please try again in ${wait}.`, {
    headers: { 'Retry-After': String(seconds) },
  });
}

const counted = (n: number, unit: string) => `${n} ${unit}${n === 1 ? '' : 's'}`;
