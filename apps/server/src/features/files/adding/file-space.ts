import { fileSpaces } from '@noek/contract/subscription/plans';
import type { Orm, Statement } from '@noek/db/database';
import { eq, lte, sql } from 'drizzle-orm';
import type { Actor, BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { spaceSize } from '../../../text/space-size.ts';

type SpaceCtx = Pick<BaseCtx, 'db' | 'actor'>;

/** The beginning of the sentence that refuses. */
const aFile = 'This file does';

const userOf = (actor: Actor) => (actor.kind === 'user' || actor.kind === 'admin' ? actor.user : null);

/** Refuses early what the step with `countBytes` would refuse. Guests have a limit of files, and none of bytes. Throws CONFLICT. */
export async function requireSpace({ db, actor }: SpaceCtx, bytes: number, what = aFile): Promise<void> {
  const user = userOf(actor);
  if (!user) return;
  const { fileAccounts: a } = db.tables;
  const [account] = await db.orm.select({ bytes: a.bytes }).from(a).where(eq(a.userId, user.id));
  if ((account?.bytes ?? 0) + bytes > fileSpaces[user.accessLevel]) throw noSpace(what, fileSpaces[user.accessLevel]);
}

/** The statement that adds bytes to the space which the actor's account uses. Check its rows with `requireCounted`. */
export function countBytes({ db, actor }: SpaceCtx, orm: Orm, bytes: number): Statement[] {
  const user = userOf(actor);
  if (!user) return [];
  const { fileAccounts: a } = db.tables;
  return [
    orm
      .insert(a)
      .values({ userId: user.id, bytes })
      .onConflictDoUpdate({
        target: a.userId,
        set: { bytes: sql`${a.bytes} + ${bytes}` },
        setWhere: lte(a.bytes, fileSpaces[user.accessLevel] - bytes),
      })
      .returning({ bytes: a.bytes }),
  ];
}

/** Takes the rows of `countBytes`. Throws CONFLICT. */
export function requireCounted({ actor }: Pick<SpaceCtx, 'actor'>, rows: unknown, what = aFile): void {
  const user = userOf(actor);
  if (user && (rows as unknown[]).length === 0) throw noSpace(what, fileSpaces[user.accessLevel]);
}

const noSpace = (what: string, limit: number) =>
  new AppError(
    'CONFLICT',
    `${what} not fit into the ${spaceSize(limit)} that your account has for files. Delete some in your account first.`,
  );
