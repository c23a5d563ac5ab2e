import { StoredValue } from '../../../components/base/stored-value/stored-value.ts';
import type { DoneAnswer } from './answer-notifier.ts';

type Word = { type: 'ask'; messageId: string; conversationId: number } | { type: 'seen'; messageId: string };

/** How long the other tabs have to say that they show the answer, in milliseconds. */
export const askTabsMs = 300;
const mostTold = 50;

/** The answers that a tab of this browser has announced, oldest first. */
const told = new StoredValue<readonly string[]>('noek_told', {
  parse: (text) => JSON.parse(text ?? '[]') as string[],
  print: (ids) => JSON.stringify(ids),
});

/** Whether this call is the first of all tabs for an answer. */
async function claim(messageId: string): Promise<boolean> {
  const take = () => {
    if (told.get().includes(messageId)) return false;
    told.set([...told.get().slice(1 - mostTold), messageId]);
    return true;
  };
  const locks = navigator.locks as LockManager | undefined;
  return locks ? locks.request('noek-told', take) : take();
}

/**
 * Joins the tabs of this browser that announce answers. `isSeen`: whether this tab shows a conversation now. `tell` is called in one tab
 * per answer, and in none if a tab shows it.
 */
export function tellOnce(options: { isSeen: (conversationId: number) => boolean; tell: (answer: DoneAnswer) => void }) {
  const { isSeen, tell } = options;
  const seen = new Set<string>();
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('noek-seen');
  const say = (word: Word) => channel?.postMessage(word);
  if (channel)
    channel.onmessage = ({ data: word }: MessageEvent<Word>) => {
      if (word.type === 'seen') seen.add(word.messageId);
      else if (isSeen(word.conversationId)) say({ type: 'seen', messageId: word.messageId });
    };
  return {
    offer(answer: DoneAnswer): void {
      const { messageId, conversationId } = answer;
      say({ type: 'ask', messageId, conversationId });
      setTimeout(() => {
        if (seen.delete(messageId) || isSeen(conversationId)) return;
        void claim(messageId).then((isFirst) => {
          if (isFirst) tell(answer);
        });
      }, askTabsMs);
    },
    close: () => channel?.close(),
  };
}
