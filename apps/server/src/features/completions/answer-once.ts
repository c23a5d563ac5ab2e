import { hash } from 'node:crypto';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { openText, sealText } from '../../sealed-text.ts';
import type { UserOwner } from '../chat/records/owner.ts';
import { CompletionRefusal } from './refusals.ts';
import type { RunningRequests } from './running-requests.ts';

/** How long a repeated request gets the first answer. */
const keptForMs = 24 * 60 * 60_000;
/** A repeated request waits for the first one this long. */
const waitForMs = 10 * 60_000;
/** A first request of another process is looked for at least this often, in case a notification is lost or that process is gone. */
const lookEveryMs = 1_000;
const longestKey = 255;

/** A request that may be repeated: who makes it, the key in its Idempotency-Key, and its body. */
type Repeatable = { owner: UserOwner; key: string; body: string };

/** The turn to answer such a request. */
export type Turn = {
  /** Keeps the answer, which repeated requests get from now on. */
  keep(answer: string): Promise<void>;
  /** Lets the next request with this key begin again, because there is no answer. */
  giveUp(): Promise<void>;
};

/**
 * The answer that a request with this key got within the last 24 hours, or the turn to answer it. While another request with the key is
 * being answered, waits for that answer: in this process without asking the database, otherwise for a notification. Throws a refusal if
 * the key came with another body, RATE_LIMITED if too many requests of the person wait, and UNAVAILABLE after ten minutes.
 */
export async function answerOnce(
  ctx: Ctx,
  running: RunningRequests,
  { owner, key, body }: Repeatable,
  gone: AbortSignal,
): Promise<{ answer: string } | Turn> {
  if (key.length > longestKey)
    throw new CompletionRefusal(`An Idempotency-Key can have up to ${longestKey} characters.`);
  const bodyHash = hash('sha256', body);
  const asked: Asked = {
    ...{ owner, bodyHash, running },
    id: hash('sha256', JSON.stringify([owner.id, key])),
    ends: [gone, ctx.generations.closing],
    endsAt: performance.now() + waitForMs,
  };
  for (let first = running.find(asked.id); first; first = running.find(asked.id)) {
    // The first one may itself be refused, because an earlier request had this body.
    if (first.bodyHash !== bodyHash && (await findRow(ctx, asked.id))?.bodyHash !== bodyHash) throw keyReused();
    const answer = await inPlace(asked, (place) => answerOf(first.ended, place));
    if (answer !== null) return { answer };
  }
  const end = running.begin(asked.id, bodyHash);
  try {
    const found = await answerOrTurn(ctx, asked);
    if (!('answer' in found)) return endingWith(end, found);
    end(found.answer);
    return found;
  } catch (error) {
    end(null);
    throw error;
  }
}

type Asked = {
  owner: UserOwner;
  id: string;
  bodyHash: string;
  running: RunningRequests;
  ends: readonly AbortSignal[];
  /** By performance.now(). */
  endsAt: number;
};
type Place = { wait(ms: number): Promise<void>; wake(): void };

/** Runs `work`, which waits as one of the few requests of a person that may. */
async function inPlace<T>({ owner, id, running, ends, endsAt }: Asked, work: (place: Place) => Promise<T>): Promise<T> {
  const place = running.enter(owner, id, ends);
  try {
    return await work({
      wake: place.wake,
      async wait(ms) {
        const left = endsAt - performance.now();
        if (left <= 0) throw stillAnswered();
        await place.wait(Math.min(ms, left)).catch(() => {
          throw stillAnswered();
        });
      },
    });
  } finally {
    place.leave();
  }
}

async function answerOf(ended: Promise<string | null>, place: Place): Promise<string | null> {
  let outcome: { answer: string | null } | undefined;
  void ended.then((answer) => {
    outcome = { answer };
    place.wake();
  });
  while (outcome === undefined) await place.wait(waitForMs);
  return outcome.answer;
}

/** Of all processes on the database. This one asks for one request with the key at a time. */
async function answerOrTurn(ctx: Ctx, asked: Asked): Promise<{ answer: string } | Turn> {
  const tried = await tryOnce(ctx, asked);
  if (tried) return tried;
  return inPlace(asked, async (place) => {
    for (;;) {
      const found = await tryOnce(ctx, asked);
      if (found) return found;
      await place.wait(lookEveryMs);
    }
  });
}

/** Null while another process answers it. */
async function tryOnce(ctx: Ctx, { owner, id, bodyHash }: Asked): Promise<{ answer: string } | Turn | null> {
  const { repeatableRequests: r } = ctx.db.tables;
  const now = ctx.now();
  const isOver = lte(r.createdAt, new Date(now.getTime() - keptForMs));
  let known = await findRow(ctx, id);
  if (known && now.getTime() - known.createdAt.getTime() >= keptForMs) {
    await ctx.db.write((orm) => orm.delete(r).where(and(eq(r.id, id), isOver)));
    known = undefined;
  }
  if (!known) {
    const row = { id, userId: owner.id, bodyHash, bootId: ctx.bootId, answer: null, createdAt: now };
    const [begun] = await ctx.db.write((orm) =>
      orm.insert(r).values(row).onConflictDoNothing().returning({ id: r.id }),
    );
    return begun ? turnFor(ctx, id) : null;
  }
  if (known.bodyHash !== bodyHash) throw keyReused();
  if (known.answer) return { answer: openText(ctx.config, 'noek repeatable request', id, known.answer) };
  if (!(await isOrphaned(ctx, known.bootId))) return null;
  const [taken] = await ctx.db.write((orm) =>
    orm
      .update(r)
      .set({ bootId: ctx.bootId })
      .where(and(eq(r.id, id), eq(r.bootId, known.bootId), isNull(r.answer)))
      .returning({ id: r.id }),
  );
  return taken ? turnFor(ctx, id) : null;
}

async function findRow({ db }: Ctx, id: string) {
  const { repeatableRequests: r } = db.tables;
  const [row] = await db.orm.select().from(r).where(eq(r.id, id));
  return row;
}

/** The same turn, which also tells those who wait in this process. */
const endingWith = (end: (answer: string | null) => void, { keep, giveUp }: Turn): Turn => ({
  keep: (answer) => keep(answer).finally(() => end(answer)),
  giveUp: () => giveUp().finally(() => end(null)),
});

const keyReused = () =>
  new CompletionRefusal('This Idempotency-Key came with another request. Use a new one.', {
    status: 409,
    code: 'idempotency_key_reused',
  });

const stillAnswered = () =>
  new AppError('UNAVAILABLE', 'The first request with this Idempotency-Key is still being answered.', {
    headers: { 'Retry-After': '5' },
  });

/**
 * Whether the process that was answering is gone. This one answers none of the requests with the key, or it would not ask: a row of its own
 * is one that it could not remove.
 */
async function isOrphaned({ bootId, processes }: Ctx, by: string): Promise<boolean> {
  return by === bootId || (await processes.findGone([by])).length > 0;
}

function turnFor({ db, config, bootId }: Ctx, id: string): Turn {
  const { repeatableRequests: r } = db.tables;
  const isOurs = and(eq(r.id, id), eq(r.bootId, bootId), isNull(r.answer));
  return {
    async keep(answer) {
      const sealed = sealText(config, 'noek repeatable request', id, answer);
      await db.write((orm) => orm.update(r).set({ answer: sealed }).where(isOurs));
    },
    async giveUp() {
      await db.write((orm) => orm.delete(r).where(isOurs));
    },
  };
}

/** Removes what no request is answered with any more. */
export async function purgeRepeatableRequests({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { repeatableRequests: r } = db.tables;
  await db.write((orm) => orm.delete(r).where(lte(r.createdAt, new Date(now().getTime() - keptForMs))));
}
