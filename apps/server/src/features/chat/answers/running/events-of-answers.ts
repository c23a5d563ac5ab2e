import type { WebhookData } from '@noek/contract/webhooks/events';
import { maxAnswerInEvent, maxDocumentsInEvent } from '@noek/contract/webhooks/limits';
import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '../../../../deps.ts';
import { cutText } from '../../../../text/cut-text.ts';
import { shownDocuments } from '../../../documents/for-programs/shown-documents.ts';
import type { NewEvent } from '../../../webhook-outbox/event-statement.ts';
import { titleFromAnswer } from '../../turns/title.ts';
import type { RunningAnswer } from './running-answer.ts';

type Ended = Pick<RunningAnswer, 'row' | 'userId' | 'provisionalTitle'>;

/** The events of answers that have ended, for webhooks. Those in temporary chats, and those whose conversation was deleted in
 * the meantime, are left out. */
export async function eventsOfAnswers(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  answers: readonly Ended[],
): Promise<NewEvent<'answer.finished'>[]> {
  const { orm, tables } = db;
  const { conversations: c } = tables;
  const ids = answers.map(({ row }) => row.conversationId);
  const rows = await orm
    .select({ id: c.id, title: c.title })
    .from(c)
    .where(and(inArray(c.id, ids), eq(c.temporary, false)));
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const made = answers.map(({ row }) => ({ conversationId: row.conversationId, documents: row.documents ?? [] }));
  const documents = await shownDocuments(db, config.origins.chat, made, maxDocumentsInEvent);
  return answers.flatMap((answer, at): NewEvent<'answer.finished'>[] => {
    const { id: messageId, conversationId, content, status } = answer.row;
    const title = titles.get(conversationId);
    if (title === undefined || answer.userId === null || status === 'streaming') return [];
    const text = cutText(content, maxAnswerInEvent);
    const data: WebhookData['answer.finished'] = {
      conversationId,
      title: titleAfter(answer, title),
      messageId,
      status,
      answer: text,
      isCut: text.length < content.length,
      documents: (documents[at] ?? []).map(({ charactersLeftOut, ...document }) => ({
        ...document,
        isCut: charactersLeftOut > 0,
      })),
    };
    return [{ type: 'answer.finished', userId: answer.userId, conversationId, data }];
  });
}

/** The title that the conversation gets in the same step. */
const titleAfter = ({ row, provisionalTitle }: Ended, title: string): string =>
  (provisionalTitle === title && titleFromAnswer(row.content)) || title;
