import { createAtom } from '@tanstack/react-store';
import { AnswerNotifier } from './answer-notifier.ts';
import { showNotification } from './notification.ts';
import { mayAskToNotify, mayNotify } from './preference.ts';
import { tellOnce } from './tell-once.ts';
import { markTitle, unmarkTitle } from './title-mark.ts';

/** Whether the question about notifications is on screen. */
export const notifyQuestion = createAtom(false);

const isHidden = () => document.visibilityState === 'hidden';

/** The notifier of this page. The live stream and the list of messages share it, and no first page loads it. */
export const notifier = new AnswerNotifier({
  isHidden,
  mark: markTitle,
  notify: (answer) => {
    if (mayNotify()) tabs?.offer(answer);
  },
  mayAsk: mayAskToNotify,
  ask: () => notifyQuestion.set(true),
});

let tabs: ReturnType<typeof tellOnce> | null = null;
let openChat: (conversationId: number) => void = () => {};

/** Begins to notify, once per page. `open`, the newest of which counts, opens a conversation. */
export function beginToNotify(open: (conversationId: number) => void): void {
  openChat = open;
  if (tabs) return;
  tabs = tellOnce({
    isSeen: (conversationId) => !isHidden() && notifier.here === conversationId,
    tell: (answer) => showNotification(answer, (conversationId) => openChat(conversationId)),
  });
  document.addEventListener('visibilitychange', () => {
    if (!isHidden()) unmarkTitle();
    notifier.onVisibility();
  });
  const onMessage = ({ data }: MessageEvent<{ type?: string; conversationId?: number } | null>) => {
    if (data?.type === 'open-chat' && typeof data.conversationId === 'number') openChat(data.conversationId);
  };
  navigator.serviceWorker?.addEventListener('message', onMessage);
}
