import type { Queue } from '@noek/contract/chat/queue';
import type { AppDeps } from '../../../context.ts';
import type { Owner } from '../records/owner.ts';
import { readQueue } from '../records/queue.queries.ts';

/** Sends the queue of a conversation as it is now to the owner's open pages, and returns it. */
export async function publishQueue(
  { db, live }: Pick<AppDeps, 'db' | 'live'>,
  owner: Pick<Owner, 'key'>,
  conversationId: number,
): Promise<Queue> {
  const queue = await readQueue(db, conversationId);
  live.publish(owner, { type: 'queue', conversationId, queue });
  return queue;
}
