import type { Orm, Statement } from '@noek/db/database';
import { eq } from 'drizzle-orm';
import type { Ctx } from '../../context.ts';
import { announceAccount } from '../auth/account/announce-account.ts';
import { type FileRow, findFile, toFile } from './files.queries.ts';
import { removeFile } from './removal/remove-files.ts';
import { changeFile, type MessageWithFiles, maxAttempts, messagesWithFile } from './sending/update-message-files.ts';

type RowLock = { for(strength: 'update'): Statement };

/** Deletes one of the caller's files. Its messages keep its name and say that it was deleted. Throws NOT_FOUND. */
export async function deleteFile(ctx: Ctx, { fileId }: { fileId: string }): Promise<{ fileId: string }> {
  const file = await findFile(ctx, fileId);
  const messages = await removeTold(ctx, file);
  const { userId, guestId } = file;
  const key = userId === null ? (`guest:${guestId}` as const) : (`user:${userId}` as const);
  for (const conversationId of new Set(messages.map((message) => message.conversationId)))
    ctx.live.publish({ key }, { type: 'stale', conversationId });
  // It is no longer among the files of projects.
  if (userId !== null) announceAccount(ctx, userId);
  ctx.fileKeeping.wake();
  return { fileId };
}

/** Messages got the file, or changed, while it was being removed. */
class MessagesChanged extends Error {}

/** Removes a file and says so in its messages, in one step. Returns those messages. */
async function removeTold({ db }: Ctx, file: FileRow): Promise<MessageWithFiles[]> {
  for (let attempt = 1; ; attempt++) {
    const always = attempt === maxAttempts;
    const messages = await messagesWithFile(db, db.orm, file.id);
    const change = { to: { ...toFile(file), deleted: true as const }, always };
    try {
      await removeFile({ db }, file, {
        before(step) {
          step.add(locked(db, step.orm, file.id));
          const found = step.add(messagesWithFile(db, step.orm, file.id));
          const changed = messages.map((message) => step.add(changeFile(db, step.orm, message, change)));
          step.check(() => {
            const isMissed = changed.some(({ rows }) => rows.length === 0);
            if (!always && (isMissed || found.rows.length !== messages.length)) throw new MessagesChanged();
          });
        },
      });
      return messages;
    } catch (error) {
      if (!(error instanceof MessagesChanged)) throw error;
    }
  }
}

/** On PostgreSQL, a message that is being sent with the file is waited for, and seen by the next statement. SQLite writes in turn. */
function locked({ engine, tables: { files: f } }: Ctx['db'], orm: Orm, fileId: string): Statement {
  const row = orm.select({ id: f.id }).from(f).where(eq(f.id, fileId));
  return engine === 'postgres' ? (row as unknown as RowLock).for('update') : row;
}
