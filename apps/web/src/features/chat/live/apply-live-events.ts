import type { Step } from '@noek/contract/chat/answers';
import type { LiveEvent } from '@noek/contract/chat/stream';
import type { AccountChanges } from '../../live/account-events.ts';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { DocumentChanges } from '../cache/document-changes.ts';
import { notifier } from '../notify/notifier.ts';
import { chatActivity } from '../streaming/activity.ts';
import type { Answers } from '../streaming/answers.ts';
import { applyDocumentParts } from '../streaming/written-documents.ts';

/** What live events change on this page. */
export type LiveEventTargets = {
  answers: Answers;
  cache: ChatCache;
  /** The person's account, which follows the same events. */
  account: AccountChanges;
  /** Documents, whose changes are among these events. */
  documents: DocumentChanges;
  /** Whether this page is sending a message. */
  isOwn: (clientMessageId: string) => boolean;
  /** Another page sent a message or continued an answer, so fewer messages are left. */
  onForeignTurn: () => void;
};

const hasChanged = ({ kind, status }: Step) => kind === 'memory' && status === 'done';

/** Whether an answer changed memories. If its steps were not seen one by one, its end says so. */
function changesMemories(event: LiveEvent): boolean {
  if (event.type === 'step') return hasChanged(event.step);
  if (event.type === 'done') return event.message.steps.some(hasChanged);
  return event.type === 'messages' && event.messages.some(({ steps }) => steps.some(hasChanged));
}

/** Applies live events to the cache and answers of this page. */
export function applyLiveEvents(
  events: readonly LiveEvent[],
  { answers, cache, account, documents, isOwn, onForeignTurn }: LiveEventTargets,
): void {
  account.apply(events);
  documents.apply(events);
  applyDocumentParts(events);
  chatActivity.apply(events);
  notifier.apply(events);
  for (const event of events)
    switch (event.type) {
      case 'hello':
        answers.forgetUnshown();
        cache.reloadAll();
        break;
      case 'conversation':
        cache.putConversation(event.conversation);
        break;
      case 'gone':
        cache.forgetConversation(event.conversationId);
        break;
      case 'messages': {
        const { messages } = event;
        const isOwnTurn = messages.some(({ clientMessageId }) => clientMessageId !== null && isOwn(clientMessageId));
        if (!isOwnTurn && (!messages.every(cache.knowsMessage) || messages.some(cache.isContinued))) onForeignTurn();
        for (const message of messages) if (message.status === 'streaming') answers.start(message);
        void cache.putMessages(event.conversationId, messages);
        break;
      }
      case 'queue':
        cache.putQueue(event);
        break;
      case 'stale':
        cache.reloadMessages(event.conversationId);
        break;
      case 'answer':
        answers.start(event.message);
        break;
      case 'delta':
      case 'step':
      case 'reasoning':
        answers.append(event.messageId, event);
        break;
      case 'waiting':
        answers.wait(event.messageId, event.waiting);
        break;
      case 'done':
        answers.end(event.message);
        break;
    }
  if (events.some(changesMemories)) account.readMemories();
  // Once for all of them: each reads every page of an open trash again.
  if (events.some(({ type }) => type === 'gone')) cache.reloadTrash();
}
