import type { User } from '@noek/contract/auth/schemas';
import { answersAtOnce } from '@noek/contract/chat/limits';
import type { LlmError, LlmFields } from '../../../../integrations/llm/llm.ts';
import type { LogEntry, ModelTurn } from '../../log/log-entries.ts';
import type { History } from '../../prompt/history.ts';
import type { ConversationRow, MessageRow } from '../../records/chat.queries.ts';
import { type Owner, ownerOfConversation } from '../../records/owner.ts';
import { type Mode, modeOf } from '../../turns/modes.ts';
import { provisionalTitleOf } from '../../turns/title.ts';
import type { QueueEntry } from './answer-queue.ts';
import { isPremium } from './chosen-model.ts';

/** How an answer is made. */
export type AnswerOptions = {
  /** How it is queued. */
  queueEntry: QueueEntry;
  owner: Owner;
  /** Its account; null for a guest. */
  user: User | null;
  /** The message that is answered. */
  question: Pick<MessageRow, 'id' | 'content'>;
  premium: boolean;
  /** The model that was chosen for the answer; null: chosen automatically. */
  model: string | null;
  effort: ConversationRow['effort'];
  store: boolean;
  /** Whether it may read and write memories. */
  remembers: boolean;
  mode: Mode;
  /** The project of its conversation when it began; null for none. */
  projectId: string | null;
  /** Whether it searches the web. */
  webSearch: boolean;
  chargeIds: readonly string[];
  /** Whether its reader manages the server, so that a failure may tell which setting to change. */
  managesServer: boolean;
  /** The conversation's title, if the answer may replace it; otherwise null. */
  provisionalTitle: string | null;
  /** A process that died may have sent it to a model already. */
  asked?: boolean;
  /** What an earlier process had done. `continuing`: the text after its last tools, which the model continues. */
  before?: { contentLength: number; turns: readonly ModelTurn[]; entries: readonly LogEntry[]; continuing: string };
  /** The turns that lead to the answer. Without them, they are read from the database. */
  history?: History;
  program?: ProgramOptions;
};

/** What a program asks for that passes on what a person writes. A process that takes the answer over does not know it. */
export type ProgramOptions = {
  /** How to answer; empty for nothing. */
  instructions: string;
  temperature: number | undefined;
  fields: LlmFields;
  /** Whether the message and the answer are stored. Otherwise nothing that the answer does is, either. */
  isStored: boolean;
  /** Gets why no model answered, with more than is stored. */
  failed?(error: LlmError): void;
};

type Basis = {
  /** The conversation as it is when the answer begins, with its current title. */
  conversation: ConversationRow;
  /** The account of its owner; null for a guest. */
  user: User | null;
  /** The message that is answered. */
  question: Pick<MessageRow, 'id' | 'content'>;
  /** The model that was chosen for the answer; null: chosen automatically. */
  model: string | null;
  /** What is refunded when the answer fails. */
  chargeIds: readonly string[];
  managesServer: boolean;
};

/** Decides how an answer is made, whether it is new, continued, or taken over from a process that ended. */
export function answerOptions({ conversation, user, question, model, chargeIds, managesServer }: Basis): AnswerOptions {
  const premium = isPremium(user);
  const owner = ownerOfConversation(conversation);
  return {
    queueEntry: queueEntryOf(owner, premium),
    owner,
    user,
    question: { id: question.id, content: question.content },
    premium,
    model,
    effort: conversation.effort,
    store: !conversation.temporary && (user?.allowModelTraining ?? false),
    remembers: !conversation.temporary,
    mode: modeOf(conversation),
    projectId: conversation.projectId,
    webSearch: conversation.webSearch,
    chargeIds,
    managesServer,
    provisionalTitle: provisionalTitleOf(conversation.title, question.content),
  };
}

/** How the answers of an owner are queued. */
const queueEntryOf = ({ key, kind }: Owner, premium: boolean): QueueEntry => ({
  key,
  atOnce: answersAtOnce[kind],
  premium,
});
