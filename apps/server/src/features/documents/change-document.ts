import { maxDocumentVersions } from '@noek/contract/documents/limits';
import { documentProblems } from '@noek/contract/documents/texts';
import { isUniqueViolation, type Step } from '@noek/db/database';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { requireDocumentSpace } from './document-space.ts';
import { type DocumentOwner, type DocumentRow, openConversationsOf, type VersionRow } from './documents.queries.ts';

/** What a change makes of a document: a new version, a new title, or both. */
export type Change = {
  title?: string | undefined;
  version?: Pick<VersionRow, 'content' | 'madeBy' | 'messageId' | 'callKey'> | undefined;
};

/**
 * Changes a document that still has the version `baseVersion` and is the owner's, in one step with what `more` adds. Resolves to its row, or
 * to null if it is not so any more: then nothing was changed. Throws CONFLICT if it has too many versions, or a guest too many bytes.
 */
export async function changeDocument(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  owner: DocumentOwner,
  { documentId, baseVersion }: { documentId: string; baseVersion: number },
  { title, version }: Change,
  more: (step: Step) => void = () => {},
): Promise<DocumentRow | null> {
  if (version && baseVersion >= maxDocumentVersions) throw new AppError('CONFLICT', documentProblems.tooManyVersions);
  const { conversations: c, documents: d, documentVersions: v } = db.tables;
  const at = now();
  try {
    return await db
      .atomic((step) => {
        if (version)
          requireDocumentSpace({ db }, step, owner, { documents: 0, bytes: Buffer.byteLength(version.content) });
        const own = step.orm.select({ id: c.id }).from(c).where(openConversationsOf(db, owner));
        const changed = step.must(
          step.orm
            .update(d)
            .set({ updatedAt: at, ...(title !== undefined && { title }), ...(version && { version: baseVersion + 1 }) })
            .where(and(eq(d.id, documentId), eq(d.version, baseVersion), inArray(d.conversationId, own)))
            .returning(),
          () => new NotAsSeen(),
        );
        if (version)
          step.add(step.orm.insert(v).values({ documentId, number: baseVersion + 1, createdAt: at, ...version }));
        more(step);
        return changed;
      })
      .then(({ rows }) => rows[0] ?? null);
  } catch (error) {
    // A version with the next number was added first.
    if (error instanceof NotAsSeen || isUniqueViolation(error)) return null;
    throw error;
  }
}

/** The document has another version now, or is gone. */
class NotAsSeen extends Error {}
