import type { ArchivedDocument } from '@noek/contract/archive/schemas';
import { type DocumentKind, documentExtensions } from '@noek/contract/documents/kinds';
import type { Database } from '@noek/db/database';
import { and, asc, eq } from 'drizzle-orm';
import type { ZipWriter } from '../zip/write-zip.ts';

/** Where the text of a version is in an archive. */
export const versionPath = ({ id, kind }: { id: string; kind: DocumentKind }, number: number): string =>
  `documents/${id}/v${number}.${documentExtensions[kind]}`;

/** The documents of conversations as archives have them, in a page for each conversation. */
export async function* documentPages(
  { orm, tables }: Database,
  conversationIds: readonly number[],
): AsyncGenerator<ArchivedDocument[]> {
  const { documents: d, documentVersions: v } = tables;
  for (const conversationId of conversationIds) {
    const rows = await orm
      .select()
      .from(d)
      .where(eq(d.conversationId, conversationId))
      .orderBy(asc(d.createdAt), asc(d.id));
    const page: ArchivedDocument[] = [];
    for (const { id, title, kind, importKey, createdAt, updatedAt } of rows) {
      const versions = await orm
        .select({ number: v.number, madeBy: v.madeBy, messageId: v.messageId, createdAt: v.createdAt })
        .from(v)
        .where(eq(v.documentId, id))
        .orderBy(asc(v.number));
      // It is being deleted.
      if (versions.length === 0) continue;
      page.push({
        ...{ id, conversationId, title, kind, origin: importKey ?? id },
        createdAt: createdAt.toISOString(),
        updatedAt: updatedAt.toISOString(),
        versions: versions.map((version) => ({ ...version, createdAt: version.createdAt.toISOString() })),
      });
    }
    yield page;
  }
}

/** Adds the texts of all versions of a conversation's documents to an archive, one file each. */
export async function addDocuments(
  db: Database,
  conversationId: number,
  zip: ZipWriter,
  onFile: () => Promise<void>,
): Promise<void> {
  const { documentVersions: v } = db.tables;
  for await (const page of documentPages(db, [conversationId]))
    for (const document of page)
      for (const { number, createdAt } of document.versions) {
        const [row] = await db.orm
          .select({ content: v.content })
          .from(v)
          .where(and(eq(v.documentId, document.id), eq(v.number, number)));
        if (row) await zip.add(versionPath(document, number), [row.content], new Date(createdAt));
        await onFile();
      }
}
