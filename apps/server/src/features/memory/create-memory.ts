import type { Memory, MemoryFields } from '@noek/contract/memory/schemas';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { requireUser } from '../auth/session/require-user.ts';
import { saveMemory } from './save-memory.ts';

/**
 * Creates a memory that the person wrote themselves, or that an app wrote with their token. People see the name of the
 * app with the memory, and open pages are told. While memory is off, only the person can add one. Throws CONFLICT then for an app, and if the
 * limit of their plan is reached.
 */
export async function createMemory(ctx: Ctx, fields: MemoryFields): Promise<Memory> {
  const token = 'token' in ctx.actor ? ctx.actor.token : null;
  const app = token?.name ?? null;
  const saved = await saveMemory(ctx, {
    ...fields,
    ...{ conversationId: null, messageId: null, app },
    createdAt: ctx.now(),
    onlyWhileOn: token !== null,
  });
  if (token) announceAccount(ctx, requireUser(ctx).user.id);
  return saved;
}
