import type { PreparedAnswers } from '../answers.ts';
import { type DemoConversation, quote } from '../conversation.ts';
import { fillAnswer } from '../match-answer.ts';
import { askedDocument } from './asked-document.ts';
import { askedEdit } from './edited-document.ts';
import { describedKind, writtenDocument } from './written-documents.ts';

type Call = { name: string; arguments: Record<string, unknown> };

const names = ['write_document', 'edit_document'];

/** The call that makes or changes a document as the newest message asks; null if it asks for none, or after the call. */
export function documentCall(conversation: DemoConversation): Call | null {
  const { tools, data } = conversation;
  if (data.some(({ name }) => names.includes(name))) return null;
  const edit = tools.includes('edit_document') ? askedEdit(conversation) : null;
  if (edit) return { name: 'edit_document', arguments: { id: edit.id, edits: edit.edits } };
  const asked = tools.includes('write_document') ? askedDocument(conversation) : null;
  return asked && { name: 'write_document', arguments: writtenDocument(asked) };
}

/** What is said after the call; null if there was none. */
export function aboutDocument(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const result = conversation.data.findLast(({ name }) => names.includes(name));
  if (!result) return null;
  if (result.name === 'edit_document')
    return result.content.startsWith('Changed.')
      ? fillAnswer(answers, 'phrases/changed-document', conversation)
      : quote(result.content, 400);
  const asked = askedDocument(conversation);
  if (!asked || !result.content.startsWith('Written.'))
    return quote(result.content.replace(' Tell the person.', ''), 400);
  return fillAnswer(answers, `phrases/written-document${asked.language === 'de' ? '-de' : ''}`, conversation, {
    title: quote(writtenDocument(asked).title, 80),
    what: describedKind(asked),
  });
}
