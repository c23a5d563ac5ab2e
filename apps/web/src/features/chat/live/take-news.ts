import type { LiveEvent } from '@noek/contract/stream';
import type { ChatCache } from '../cache/chat-cache.ts';
import type { Answers } from '../streaming/answers.ts';

/** What the news of a page goes into. */
export type NewsTakers = {
  answers: Answers;
  cache: ChatCache;
  /** Is a message on its way from this page? */
  isOwn: (clientMessageId: string) => boolean;
  /** A message was sent, or an answer continued, from somewhere else, so that fewer are left. */
  onForeignTurn: () => void;
};

/** Puts what the live stream tells where this page shows it. */
export function takeNews(events: readonly LiveEvent[], { answers, cache, isOwn, onForeignTurn }: NewsTakers): void {
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
        for (const message of messages) if (message.status === 'streaming') answers.meet(message);
        void cache.putMessages(event.conversationId, messages);
        break;
      }
      case 'stale':
        cache.reloadMessages(event.conversationId);
        break;
      case 'answer':
        answers.meet(event.message);
        break;
      case 'delta':
        answers.grow(event.messageId, event);
        break;
      case 'waiting':
        answers.wait(event.messageId, event.waiting);
        break;
      case 'done':
        answers.end(event.message);
        break;
    }
}
