import type { Document } from '@noek/contract/documents/schemas';
import type { Ctx } from '../../context.ts';
import type { DocumentOwner } from './documents.queries.ts';

/** The name under which the owner's open pages are told of changes. */
export const liveKeyOf = ({ userId, guestId }: DocumentOwner): { key: `user:${string}` | `guest:${string}` } => ({
  key: userId === null ? `guest:${guestId}` : `user:${userId}`,
});

/** Tells the owner's open pages that a document was made or changed. Call it after the commit. */
export function announceDocument({ live }: Pick<Ctx, 'live'>, owner: DocumentOwner, document: Document): void {
  live.publish(liveKeyOf(owner), { type: 'document', document });
}
