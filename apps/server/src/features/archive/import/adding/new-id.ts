import { createHash } from 'node:crypto';

/** The id that an item of an archive gets in an account: the same in every attempt, and different in every account. */
export function newIdOf(userId: string, place: string, id: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([userId, place, id]))
    .digest('hex');
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

/** The ids that the messages of a conversation get. It is kept until the import ends, so it refers to nothing else of the conversation. */
export const messageIdsIn =
  (userId: string, conversationId: number) =>
  (id: string): string =>
    newIdOf(userId, String(conversationId), id);
