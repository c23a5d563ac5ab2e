import { trimmed } from '@noek/contract/text/characters';
import type { DoneAnswer } from './answer-notifier.ts';
import { notifyTexts } from './texts.ts';

/** What the service worker needs to open the conversation of a notification. */
export type NotificationData = { conversationId: number };

/** Says that an answer is done, with the title of its conversation and no word of its text. `open` is called when it is pressed. */
export function showNotification(answer: DoneAnswer, open: (conversationId: number) => void): void {
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
