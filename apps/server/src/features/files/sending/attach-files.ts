import type { File } from '@noek/contract/files/schemas';
import type { Orm, Statement } from '@noek/db/database';
import { eq, inArray } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';

/**
 * The statements that give a new message its files. They come after the one that inserts it. A file that was deleted in the meantime
 * violates a foreign key.
 */
export function attachFiles(
  { db }: Pick<BaseCtx, 'db'>,
  orm: Orm,
  messageId: string,
  files: readonly File[],
): Statement[] {
  const { files: f, messageFiles, messages: m } = db.tables;
  return [
    orm
      .update(m)
      .set({ files: [...files] })
      .where(eq(m.id, messageId)),
    orm.insert(messageFiles).values(files.map(({ id: fileId }) => ({ messageId, fileId }))),
    orm
      .update(f)
      .set({ unusedSince: null })
      .where(
        inArray(
          f.id,
          files.map(({ id }) => id),
        ),
      ),
  ];
}
