import type { LiveEvent } from '@noek/contract/stream';
import type { Answers } from '../streaming/answers.ts';
import type { ChatCache } from '../use-chat-cache.ts';

/** What the news of a page goes into. */
export type NewsTakers = {
  answers: Answers;
  cache: ChatCache;
  /** The send of this very page that is on its way, by the id that it gave to its message. */
  sending: string | null;
  /** A message was sent, or an answer continued, from somewhere else, so that fewer are left. */
  onForeignTurn: () => void;
};

/** Puts what the live stream tells where this page shows it. */
export function takeNews(events: readonly LiveEvent[], { answers, cache, sending, onForeignTurn }: NewsTakers): void {
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
        const isOwn = messages.some(
          (message) => message.clientMessageId !== null && message.clientMessageId === sending,
        );
        if (!isOwn && (!messages.every(cache.knowsMessage) || messages.some(cache.isContinued))) onForeignTurn();
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
