import { trimmed } from '@noek/contract/text/characters';
import { createAtom } from '@tanstack/react-store';
import { AnswerNotifier, type DoneAnswer } from './answer-notifier.ts';
import { mayAskToNotify, mayNotify } from './preference.ts';
import { tellOnce } from './tell-once.ts';
import { notifyTexts } from './texts.ts';

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

/** What the service worker needs to open the conversation of a notification. */
type NotificationData = { conversationId: number };

/** Says that an answer is done, with the title of its conversation and no word of its text. `open` is called when it is pressed. */
function showNotification(answer: DoneAnswer, open: (conversationId: number) => void): void {
  const { conversationId, conversation, messageId, failed } = answer;
  const title = conversation?.temporary ? notifyTexts.temporary : trimmed(conversation?.title ?? '');
  const data: NotificationData = { conversationId };
  const options = {
    body: failed ? notifyTexts.failedBody : notifyTexts.body,
    tag: messageId,
    icon: '/icon-192.png',
    data,
  };
  try {
    const notification = new Notification(title || notifyTexts.untitled, options);
    notification.onclick = () => {
      notification.close();
      window.focus();
      open(conversationId);
    };
  } catch {
    // Browsers of phones show only those of a service worker, which also opens the conversation.
    void navigator.serviceWorker
      ?.getRegistration()
      .then((registration) => registration?.showNotification(title || notifyTexts.untitled, options))
      .catch(() => {});
  }
}

const mark = '● ';
let titles: MutationObserver | null = null;

const addMark = () => {
  if (!document.title.startsWith(mark)) document.title = mark + document.title;
};

/** Marks the title of the page, also when it changes, until the page is seen. */
function markTitle(): void {
  if (titles) return;
  addMark();
  titles = new MutationObserver(addMark);
  titles.observe(document.head, { childList: true, subtree: true, characterData: true });
}

/** Removes the mark. */
function unmarkTitle(): void {
  titles?.disconnect();
  titles = null;
  if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length);
}
