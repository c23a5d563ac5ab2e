import type { User } from '@noek/contract/auth';
import type { ConversationRow, MessageRow } from '../chat.queries.ts';
import { provisionalTitleOf } from '../conversations/title.ts';
import { modeOf } from '../messages/modes.ts';
import { ownerOfConversation } from '../owner.ts';
import { queueEntryOf } from './acquire-slot.ts';
import { isPremium } from './chosen-model.ts';
import type { AnswerOptions } from './running-answer.ts';

type Basis = {
  /** With the title that it has while the answer is made. */
  conversation: ConversationRow;
  /** The account of its owner; null for a guest. */
  user: User | null;
  /** The message that is answered. */
  question: Pick<MessageRow, 'id' | 'content'>;
  /** The model that was chosen for the answer; null: chosen automatically. */
  model: string | null;
  /** What is refunded when the answer fails. */
  chargeIds: readonly string[];
};

/** Decides how an answer is made, whether it is new, continued, or taken over from a process that ended. */
export function answerOptions({ conversation, user, question, model, chargeIds }: Basis): AnswerOptions {
  const premium = isPremium(user);
  const owner = ownerOfConversation(conversation);
  return {
    queueEntry: queueEntryOf(owner, premium),
    owner,
    user,
    question: { id: question.id, content: question.content },
    premium,
    model,
    store: user?.allowModelTraining ?? false,
    mode: modeOf(conversation),
    webSearch: conversation.webSearch,
    chargeIds,
    provisionalTitle: provisionalTitleOf(conversation.title, question.content),
  };
}
