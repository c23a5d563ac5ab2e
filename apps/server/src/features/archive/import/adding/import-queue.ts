import type { ArchivedConversation } from '@noek/contract/archive/schemas';
import type { Step } from '@noek/db/database';
import { inArray, sql } from 'drizzle-orm';
import { v7 as uuidv7 } from 'uuid';
import { userOwner } from '../../../chat/records/owner.ts';
import { pauseTexts } from '../../../chat/records/queue.queries.ts';
import type { Importing } from '../importing.ts';
import type { SourceConversation } from '../sources/import-source.ts';

/** Finds the files of queued messages, and returns what adds these messages to a new conversation, in a queue that is paused. */
export async function queueOf(
  { deps, job, files }: Importing,
  { file: storedFile, conversation: { queued = [] } }: SourceConversation,
): Promise<(step: Step, conversationId: number) => void> {
  const { queuedMessages: q, queuedFiles, queuePauses, files: f } = deps.db.tables;
  const found: { message: NonNullable<ArchivedConversation['queued']>[number]; fileIds: string[] }[] = [];
  for (const message of queued) {
    const fileIds: string[] = [];
    for (const { id } of message.files) {
      const file = await files.find(id, storedFile(id));
      if (file.row) fileIds.push(file.row.id);
    }
    found.push({ message, fileIds: [...new Set(fileIds)] });
  }
  return (step, conversationId) => {
    for (const [place, { message, fileIds }] of found.entries()) {
      const id = uuidv7();
      step.add(
        step.orm.insert(q).values({
          ...{
            id,
            conversationId,
            place,
            content: message.content,
            fileIds,
            pasted: true,
            settings: {},
            chargedTo: [],
          },
          ...{ senderKey: userOwner(job.row.userId).key, clientMessageId: id, token: null, createdAt: deps.now() },
        }),
      );
      if (fileIds.length === 0) continue;
      const theirs = step.orm
        .select({ queuedId: sql<string>`${id}`.as('queued_id'), fileId: f.id })
        .from(f)
        .where(inArray(f.id, fileIds));
      step.add(step.orm.insert(queuedFiles).select(theirs));
      step.add(step.orm.update(f).set({ unusedSince: null }).where(inArray(f.id, fileIds)));
    }
    if (found.length > 0)
      step.add(
        step.orm.insert(queuePauses).values({ conversationId, reason: 'imported', message: pauseTexts.imported }),
      );
  };
}
