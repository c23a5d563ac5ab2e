import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { and, asc, countDistinct, eq, gt, inArray } from 'drizzle-orm';
import type { Deps } from '../../../deps.ts';
import { type FileRow, notOnlyTemporary } from '../../files/files.queries.ts';
import type { ZipWriter } from '../zip/write-zip.ts';

const perPage = 100;

/** Where the bytes of a file are in an archive. */
const storedPath = (sha256: string): string => `files/${sha256}`;

/** How much there is to write for `addStoredFiles`: the number of different contents. */
export async function countStoredFiles(db: Deps['db'], userId: string): Promise<number> {
  const { files: f } = db.tables;
  const [row] = await db.orm
    .select({ contents: countDistinct(f.sha256) })
    .from(f)
    .where(exportedOf(db, userId));
  return row?.contents ?? 0;
}

/**
 * Adds the bytes of a person's files to an archive, as they are stored, once for all files with the same content. They are copied as fast as
 * the disk takes them. Bytes that are gone, because the file was deleted in the meantime, are left out.
 */
export async function addStoredFiles(
  { db, fileStore }: Pick<Deps, 'db' | 'fileStore'>,
  userId: string,
  zip: ZipWriter,
  onFile: () => Promise<void>,
): Promise<void> {
  for await (const files of contentsOf(db, userId)) {
    const [{ sha256, type, createdAt }] = files;
    const stored = await fileStore.get(sha256);
    if (stored)
      await zip.add(storedPath(sha256), Readable.fromWeb(stored.stream as NodeStream<Uint8Array>), createdAt, {
        compress: type === 'text/plain',
        about: { type, files: files.map(({ id, name }) => ({ id, name })) },
      });
    await onFile();
  }
}

type Content = readonly [FileRow, ...FileRow[]];

/** The files of a person, without those that only their temporary chats have. */
const exportedOf = (db: Deps['db'], userId: string) => and(eq(db.tables.files.userId, userId), notOnlyTemporary(db));

/** The files of a person by their content, in pages. */
async function* contentsOf(db: Deps['db'], userId: string): AsyncGenerator<Content> {
  const { orm, tables } = db;
  const { files: f } = tables;
  for (let after = ''; ; ) {
    const page = await orm
      .selectDistinct({ sha256: f.sha256 })
      .from(f)
      .where(and(exportedOf(db, userId), gt(f.sha256, after)))
      .orderBy(asc(f.sha256))
      .limit(perPage);
    const hashes = page.map(({ sha256 }) => sha256);
    const rows = await orm
      .select()
      .from(f)
      .where(and(exportedOf(db, userId), inArray(f.sha256, hashes)))
      .orderBy(asc(f.createdAt), asc(f.id));
    for (const hash of hashes) {
      const [first, ...others] = rows.filter(({ sha256 }) => sha256 === hash);
      if (first) yield [first, ...others];
    }
    if (hashes.length < perPage) return;
    after = hashes.at(-1) ?? after;
  }
}
