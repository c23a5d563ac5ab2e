import { type Actor, withoutRequest } from '../../../base-context.ts';
import type { AppDeps, Ctx } from '../../../context.ts';
import { readUser } from '../../auth/auth.queries.ts';
import { accountsWithoutAccess } from '../../auth/session/refuse-suspended.ts';
import type { ConversationRow } from '../records/chat.queries.ts';
import type { QueuedRow } from '../records/queue.queries.ts';

/**
 * The context in which the server sends what someone has queued earlier: for the owner that the conversation has now, with the plan of
 * today. Null if the account is suspended or gone.
 */
export async function actForOwner(
  deps: AppDeps,
  { userId, guestId }: ConversationRow,
  { token, chargedTo }: QueuedRow,
): Promise<Ctx | null> {
  const actor = userId === null ? ({ kind: 'guest', guestId } as const) : await personOf(deps, userId, token);
  return (
    actor && {
      ...deps,
      actor,
      request: { ...withoutRequest(deps.config), chargedTo },
      cookies: { set() {} },
    }
  );
}

async function personOf(deps: AppDeps, userId: string, token: QueuedRow['token']): Promise<Actor | null> {
  if ((await accountsWithoutAccess(deps, [userId])).length > 0) return null;
  const user = await readUser(deps.db, userId, deps.now());
  if (!user) return null;
  return token ? { kind: 'user', user, token: { ...token, scopes: ['chat'] } } : { kind: 'user', user, earlier: true };
}
