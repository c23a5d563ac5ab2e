import { isUniqueViolation } from '@noek/db/database';
import { and, eq, inArray, or } from 'drizzle-orm';
import { AppError } from '../../../../errors.ts';
import { newDocument } from '../../../documents/add-document.ts';
import { requireDocumentSpace } from '../../../documents/document-space.ts';
import type { Importing } from '../importing.ts';
import type { UploadedDocument } from '../sources/import-source.ts';
import { newIdOf } from './new-id.ts';

/** The id that a document of an upload gets in a conversation of the account. */
export const documentIdIn =
  (userId: string, conversationId: number) =>
  (id: string): string =>
    newIdOf(userId, `document of ${conversationId}`, id);

/**
 * Adds the documents of an upload to their conversations. A document that the account already has stays as it is. Each is added with its
 * newest version, and gets its earlier versions in further steps, because together they may be large.
 */
export async function importDocuments(
  importing: Importing,
  documents: readonly UploadedDocument[],
  onStep: () => Promise<void>,
): Promise<void> {
  let documentsKnown = 0;
  for (const document of documents) {
    await onStep();
    try {
      if ((await importDocument(importing, document)) === 'known') documentsKnown++;
    } catch (error) {
      // The account has as many as it may have.
      if (!(error instanceof AppError && error.code === 'CONFLICT')) throw error;
      await importing.report({ title: document.title, reason: error.message });
    }
  }
  if (documentsKnown > 0) await importing.write(() => {}, { documentsKnown });
}

/** Resolves to "known" if the account has the document already. */
async function importDocument(importing: Importing, document: UploadedDocument): Promise<'known' | undefined> {
  const { deps, job, places } = importing;
  const { db } = deps;
  const { userId } = job.row;
  const place = places.get(document.conversationId);
  if (!place || !(await isOpen(importing, place.conversationId))) return undefined;
  const { conversationId, messageIdOf } = place;
  const { documents: d, documentVersions: v } = db.tables;
  const id = documentIdIn(userId, conversationId)(document.id);
  const [known] = await db.orm
    .select({ id: d.id, importJobId: d.importJobId })
    .from(d)
    .where(
      and(
        eq(d.conversationId, conversationId),
        or(eq(d.importKey, document.origin), inArray(d.id, [document.origin, id])),
      ),
    );
  // An attempt that was interrupted is completed.
  if (known && (known.id !== id || known.importJobId !== job.row.id)) return 'known';
  const dateOf = (iso: string) => new Date(Math.min(Date.parse(iso), deps.now().getTime()));
  const rowOf = async (at: number) => {
    const { number, madeBy, messageId, createdAt } = document.versions[at] ?? document.versions[0] ?? missing();
    return {
      ...{ documentId: id, number: at + 1, content: await document.read(number), madeBy, callKey: null },
      messageId: messageId === null ? null : messageIdOf(messageId),
      createdAt: dateOf(createdAt),
    };
  };
  const last = document.versions.length - 1;
  if (!known) {
    const { title, kind, origin } = document;
    const row = {
      ...newDocument({ id, conversationId, title, kind, sourceKey: null }, dateOf(document.updatedAt)),
      ...{ version: last + 1, createdAt: dateOf(document.createdAt), importKey: origin, importJobId: job.row.id },
    };
    const newest = await rowOf(last);
    await importing.write(
      (step) => {
        requireDocumentSpace(deps, step, { userId, guestId: null }, { documents: 1, bytes: document.bytes });
        step.add(step.orm.insert(d).values(row));
        step.add(step.orm.insert(v).values(newest));
      },
      { documentsAdded: 1 },
    );
  }
  const there = await db.orm.select({ number: v.number }).from(v).where(eq(v.documentId, id));
  const numbers = new Set(there.map(({ number }) => number));
  for (let at = last - 1; at >= 0; at--) {
    if (numbers.has(at + 1)) continue;
    const version = await rowOf(at);
    await importing
      .write((step) => step.add(step.orm.insert(v).values(version)))
      .catch((error: unknown) => {
        // The person has deleted the document, or added a version.
        if (!isUniqueViolation(error) && !isGone(error)) throw error;
      });
  }
  return undefined;
}

const isGone = (error: unknown): boolean => error instanceof Error && /foreign key/i.test(String(error.cause ?? error));

function missing(): never {
  throw new Error('A document has no version.');
}

/** Whether documents are added to a conversation: if it is not in the trash, or has just been added there. */
async function isOpen({ deps: { db }, job }: Importing, conversationId: number): Promise<boolean> {
  const { conversations: c, importedConversations: added } = db.tables;
  const [row] = await db.orm.select({ deletedAt: c.deletedAt }).from(c).where(eq(c.id, conversationId));
  if (!row) return false;
  if (row.deletedAt === null) return true;
  const [ofImport] = await db.orm
    .select({ jobId: added.jobId })
    .from(added)
    .where(and(eq(added.jobId, job.row.id), eq(added.conversationId, conversationId), eq(added.fromOrdinal, 0)));
  return ofImport !== undefined;
}
