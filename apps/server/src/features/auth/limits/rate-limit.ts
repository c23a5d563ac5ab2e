import { createHmac } from 'node:crypto';
import type { Orm, Statement } from '@noek/db/database';
import { and, between, eq, gt, gte, inArray, lte, or, sql } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { AppError } from '../../../errors.ts';

/** Allows `burst` attempts at once, then one more every `perMs` milliseconds. */
export type Rate = { burst: number; perMs: number };

/** How much the clocks of processes may differ, in milliseconds. An arrival further ahead was stored by a wrong clock. */
const maxSkewMs = 60_000;

export type RateDeps = Pick<Deps, 'db' | 'now' | 'config'>;

/**
 * Counts one attempt against the limit of `key`, in one statement (generic cell rate algorithm: the row holds the time at which the bucket
 * is full again). A time too far ahead counts as that of an empty bucket, so that a wrong clock keeps no caller out for longer. Limits are
 * kept in the database, so that they survive restarts and all processes share them. Only a keyed hash of the key is stored. Throws
 * RATE_LIMITED with a Retry-After header in seconds.
 */
export async function takeRate(deps: RateDeps, key: string, rate: Rate): Promise<void> {
  const { rateLimits } = deps.db.tables;
  const id = hashKey(deps, key);
  const nowMs = deps.now().getTime();
  const latestMs = nowMs + (rate.burst - 1) * rate.perMs;
  const fullMs = latestMs + rate.perMs;
  const isImpossible = gt(rateLimits.arrivalMs, fullMs + maxSkewMs);
  const [taken] = await deps.db.write((orm) =>
    orm
      .insert(rateLimits)
      .values({ key: id, arrivalMs: nowMs + rate.perMs })
      .onConflictDoUpdate({
        target: rateLimits.key,
        set: {
          arrivalMs: sql`case when ${isImpossible} then ${fullMs + 1} when ${rateLimits.arrivalMs} > ${nowMs} then ${rateLimits.arrivalMs} + ${rate.perMs} else ${nowMs + rate.perMs} end`,
        },
        setWhere: or(lte(rateLimits.arrivalMs, latestMs), isImpossible),
      })
      .returning({ arrivalMs: rateLimits.arrivalMs }),
  );
  if (taken && taken.arrivalMs <= fullMs) return;
  const [row] = await deps.db.orm
    .select({ arrivalMs: rateLimits.arrivalMs })
    .from(rateLimits)
    .where(eq(rateLimits.key, id));
  throw tooMany((row?.arrivalMs ?? latestMs) - latestMs);
}

/**
 * Takes one of several slots for `forMs` milliseconds and returns its key. Returns null while all are taken, so no window of that length has
 * more than that many. The cost does not depend on what was taken before.
 */
export async function takeSlot(deps: RateDeps, keys: readonly string[], forMs: number): Promise<string | null> {
  const { rateLimits } = deps.db.tables;
  const ids = keys.map((key) => hashKey(deps, key));
  const keyOf = (id: string) => keys[ids.indexOf(id)] ?? null;
  const nowMs = deps.now().getTime();
  const impossibleMs = nowMs + forMs + maxSkewMs;
  const rows = await deps.db.orm
    .select({ key: rateLimits.key })
    .from(rateLimits)
    .where(and(inArray(rateLimits.key, ids), between(rateLimits.arrivalMs, nowMs + 1, impossibleMs - 1)));
  const free = ids.filter((id) => !rows.some(({ key }) => key === id));
  for (const key of free.length > 0 ? free : ids.slice(0, 1)) {
    const taken = await deps.db.write((orm) =>
      orm
        .insert(rateLimits)
        .values({ key, arrivalMs: nowMs + forMs })
        .onConflictDoUpdate({
          target: rateLimits.key,
          set: { arrivalMs: nowMs + forMs },
          setWhere: or(lte(rateLimits.arrivalMs, nowMs), gte(rateLimits.arrivalMs, impossibleMs)),
        })
        .returning({ key: rateLimits.key }),
    );
    if (taken.length > 0) return keyOf(key);
  }
  return null;
}

/** Takes back an attempt that `takeRate` has counted, because nothing came of it. */
export async function returnRate(deps: RateDeps, key: string, { perMs }: Rate): Promise<void> {
  const { rateLimits } = deps.db.tables;
  await deps.db.write((orm) =>
    orm
      .update(rateLimits)
      .set({ arrivalMs: sql`${rateLimits.arrivalMs} - ${perMs}` })
      .where(eq(rateLimits.key, hashKey(deps, key))),
  );
}

/** Resets the limit of a key, or frees a slot. */
export async function resetRate(deps: RateDeps, key: string): Promise<void> {
  const { rateLimits } = deps.db.tables;
  await deps.db.write((orm) => orm.delete(rateLimits).where(eq(rateLimits.key, hashKey(deps, key))));
}

/** The statement that remembers a key for `forMs` milliseconds. The key must differ from those of rate limits. */
export function rememberStatement(deps: RateDeps, orm: Orm, key: string, forMs: number): Statement {
  const { rateLimits } = deps.db.tables;
  const arrivalMs = deps.now().getTime() + forMs;
  return orm
    .insert(rateLimits)
    .values({ key: hashKey(deps, key), arrivalMs })
    .onConflictDoUpdate({ target: rateLimits.key, set: { arrivalMs } });
}

/** Remembers a key for `forMs` milliseconds. */
export async function remember(deps: RateDeps, key: string, forMs: number): Promise<void> {
  await deps.db.write((orm) => rememberStatement(deps, orm, key, forMs));
}

/** Whether the key is remembered and has not expired. */
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
