import type { File } from '@noek/contract/files/schemas';
import { and, eq, isNotNull } from 'drizzle-orm';
import type { Ctx } from '../../../context.ts';
import { AppError } from '../../../errors.ts';
import { findFile, toFile } from '../files.queries.ts';

/**
 * Has the text of one of the actor's pictures read, in the background. Does nothing if it was read before, or is being read. Throws NOT_FOUND,
 * and BAD_REQUEST for a file that is no picture and where reading scans is switched off.
 */
export async function readPictureText(ctx: Ctx, { fileId }: { fileId: string }): Promise<File> {
  const row = await findFile(ctx, fileId);
  if (ctx.scanReader === null) throw new AppError('BAD_REQUEST', 'Reading text from pictures is switched off here.');
  if (row.width === null) throw new AppError('BAD_REQUEST', 'Only the text of pictures is read this way.');
  if (row.scans > 0) return toFile(row);
  const { files: f, fileScans: s } = ctx.db.tables;
  const { rows: changed } = await ctx.db.atomic((step) => {
    step.add(step.orm.insert(s).values({ fileId: row.id, number: 1, state: 'waiting' }).onConflictDoNothing());
    return step.add(
      step.orm
        .update(f)
        .set({ scans: 1, scansLeft: 1 })
        .where(and(eq(f.id, row.id), eq(f.scans, 0), isNotNull(f.width)))
        .returning(),
    );
  });
  ctx.fileScans.announce();
  return toFile(changed[0] ?? (await findFile(ctx, fileId)));
}
