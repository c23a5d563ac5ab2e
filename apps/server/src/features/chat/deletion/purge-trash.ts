import { lte } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { emptyConversations } from './empty-conversations.ts';
import { trashEnd } from './trash.ts';

/**
 * Deletes a part of the conversations that have left the trash, after 30 days or because they were permanently deleted. Returns false if
 * there are none.
 */
export const purgeTrash = ({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<boolean> =>
  emptyConversations(db, lte(db.tables.conversations.deletedAt, trashEnd(now())));
