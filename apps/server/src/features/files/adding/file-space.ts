import type { User } from '@noek/contract/auth/schemas';
import { fileSpaces } from '@noek/contract/subscription/plans';
import type { Step } from '@noek/db/database';
import { eq, lte, sql } from 'drizzle-orm';
import type { Actor, BaseCtx } from '../../../base-context.ts';
import { AppError } from '../../../errors.ts';
import { spaceSize } from '../../../text/space-size.ts';

/** Whose space is counted; null for guests, who have a limit of files and none of bytes. */
export type Person = Pick<User, 'id' | 'accessLevel'> | null;
type Db = Pick<BaseCtx, 'db'>;

/** The beginning of the sentence that refuses. */
const aFile = 'This file does';

export const personOf = (actor: Actor): Person => (actor.kind === 'user' || actor.kind === 'admin' ? actor.user : null);

/** Refuses early what the step with `countBytes` would refuse. Throws CONFLICT. */
export async function requireSpace(deps: Db, user: Person, bytes: number, what = aFile): Promise<void> {
  if (user && bytes > (await spaceLeft(deps, user))) throw noSpaceFor(user, what);
}

/** How many bytes of files an account may still add. Negative after a change to a smaller plan. */
export async function spaceLeft({ db }: Db, user: NonNullable<Person>): Promise<number> {
  const { fileAccounts: a } = db.tables;
  const [account] = await db.orm.select({ bytes: a.bytes }).from(a).where(eq(a.userId, user.id));
  return fileSpaces[user.accessLevel] - (account?.bytes ?? 0);
}

/** Adds bytes to the space that an account uses. The step throws CONFLICT if it has not so much left. */
export function countBytes({ db }: Db, step: Step, user: Person, bytes: number, what = aFile): void {
  if (!user) return;
  const { fileAccounts: a } = db.tables;
  step.must(
    step.orm
      .insert(a)
      .values({ userId: user.id, bytes })
      .onConflictDoUpdate({
        target: a.userId,
        set: { bytes: sql`${a.bytes} + ${bytes}` },
        setWhere: lte(a.bytes, fileSpaces[user.accessLevel] - bytes),
      })
      .returning({ bytes: a.bytes }),
    () => noSpaceFor(user, what),
  );
}

export const noSpaceFor = ({ accessLevel }: NonNullable<Person>, what = aFile): AppError =>
  new AppError(
    'CONFLICT',
    `${what} not fit into the ${spaceSize(fileSpaces[accessLevel])} that your account has for files. Delete some in your account first.`,
  );
