import type { File } from '@noek/contract/files/schemas';
import type { Step } from '@noek/db/database';
import { eq, inArray } from 'drizzle-orm';
import type { BaseCtx } from '../../../base-context.ts';

/**
 * The statements that give a new message its files. They come after the one that inserts it. A file that was deleted in the meantime
 * violates a foreign key.
 */
export function attachFiles({ db }: Pick<BaseCtx, 'db'>, step: Step, messageId: string, files: readonly File[]): void {
  const { files: f, messageFiles, messages: m } = db.tables;
  step.add(
    step.orm
      .update(m)
      .set({ files: [...files] })
      .where(eq(m.id, messageId)),
  );
  step.add(step.orm.insert(messageFiles).values(files.map(({ id: fileId }) => ({ messageId, fileId }))));
  step.add(
    step.orm
      .update(f)
      .set({ unusedSince: null })
      .where(
        inArray(
          f.id,
          files.map(({ id }) => id),
        ),
      ),
  );
}
