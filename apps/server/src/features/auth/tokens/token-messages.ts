import { appLimits } from '@noek/contract/auth/limits';
import type { Orm, Statement } from '@noek/db/database';
import { preparedStatement } from '@noek/db/prepared';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { ActorToken, BaseCtx } from '../../../base-context.ts';
import type { Deps } from '../../../deps.ts';

const dayMs = 24 * 60 * 60_000;

/** A day in UTC: "2026-11-27". */
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Every message that is sent with a token runs this statement. */
const countOne = preparedStatement<{ tokenId: string; day: string; userId: string }, unknown>(
  'token_message',
  (orm, { tokenMessages: m }, value) =>
    orm
      .insert(m)
      .values({ tokenId: value('tokenId'), day: value('day'), userId: value('userId'), messages: 1 })
      .onConflictDoUpdate({ target: [m.tokenId, m.day], set: { messages: sql`${m.messages} + 1` } }),
);

/** Counts one message of a token or, if it belongs to an app, of the app. Write it in the same step as the message's charge. */
export function countMessageStatement(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  orm: Orm,
  userId: string,
  token: ActorToken,
): Statement {
  return countOne.in(db, orm, { tokenId: token.appId ?? token.id, day: dayOf(now()), userId });
}

/** How many messages the tokens and apps of a person have sent today, by their ids. */
export async function messagesToday({ db, now }: Pick<BaseCtx, 'db' | 'now'>, userId: string) {
  const { tokenMessages: m } = db.tables;
  const rows = await db.orm
    .select({ id: m.tokenId, messages: m.messages })
    .from(m)
    .where(and(eq(m.userId, userId), eq(m.day, dayOf(now()))));
  return new Map(rows.map(({ id, messages }) => [id, messages]));
}

/** Deletes the numbers of days that are long past. */
export async function purgeTokenMessages({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const { tokenMessages: m } = db.tables;
  const last = dayOf(new Date(now().getTime() - appLimits.messageDays * dayMs));
  await db.write((orm) => orm.delete(m).where(lte(m.day, last)));
}
