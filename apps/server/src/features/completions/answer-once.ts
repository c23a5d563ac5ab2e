import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, lte } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { openText, sealText } from '../../sealed-text.ts';
import type { UserOwner } from '../chat/rows/owner.ts';
import { CompletionRefusal } from './refusals.ts';

/** How long a repeated request gets the first answer. */
const keptForMs = 24 * 60 * 60_000;
/** A repeated request waits for the first one this long, and asks this often whether it is done. */
const waitForMs = 10 * 60_000;
const askEveryMs = 200;
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
 * being answered, waits for that answer. Throws a refusal if the key came with another body, and UNAVAILABLE after ten minutes.
 */
export async function answerOnce(
  ctx: Ctx,
  { owner, key, body }: Repeatable,
  gone: AbortSignal,
): Promise<{ answer: string } | Turn> {
  if (key.length > longestKey)
    throw new CompletionRefusal(`An Idempotency-Key can have up to ${longestKey} characters.`);
  const { repeatableRequests: r } = ctx.db.tables;
  const id = hash('sha256', JSON.stringify([owner.id, key]));
  const bodyHash = hash('sha256', body);
  const isIt = eq(r.id, id);
  const endsAt = performance.now() + waitForMs;
  while (performance.now() < endsAt) {
    const now = ctx.now();
    await ctx.db.write((orm) => orm.delete(r).where(and(isIt, lte(r.createdAt, new Date(now.getTime() - keptForMs)))));
    const row = { id, userId: owner.id, bodyHash, bootId: ctx.bootId, answer: null, createdAt: now };
    const [begun] = await ctx.db.write((orm) =>
      orm.insert(r).values(row).onConflictDoNothing().returning({ id: r.id }),
    );
    if (begun) return turnFor(ctx, id);
    const [known] = await ctx.db.orm.select().from(r).where(isIt);
    if (known && known.bodyHash !== bodyHash)
      throw new CompletionRefusal('This Idempotency-Key came with another request. Use a new one.', {
        status: 409,
        code: 'idempotency_key_reused',
      });
    if (known?.answer) return { answer: openText(ctx.config, 'noek repeatable request', id, known.answer) };
    if (known && (await isOrphaned(ctx, known.bootId))) {
      const [taken] = await ctx.db.write((orm) =>
        orm
          .update(r)
          .set({ bootId: ctx.bootId })
          .where(and(isIt, eq(r.bootId, known.bootId), isNull(r.answer)))
          .returning({ id: r.id }),
      );
      if (taken) return turnFor(ctx, id);
    }
    await sleep(askEveryMs, undefined, { signal: AbortSignal.any([gone, ctx.generations.closing]) }).catch(() => {
      throw stillAnswered();
    });
  }
  throw stillAnswered();
}

const stillAnswered = () =>
  new AppError('UNAVAILABLE', 'The first request with this Idempotency-Key is still being answered.', {
    headers: { 'Retry-After': '5' },
  });

/** Whether the process that was answering is gone. */
async function isOrphaned({ bootId, processes }: Ctx, by: string): Promise<boolean> {
  return by !== bootId && (await processes.goneOf([by])).length > 0;
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
