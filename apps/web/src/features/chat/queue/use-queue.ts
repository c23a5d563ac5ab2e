import type { Queue, QueuedMessage } from '@noek/contract/chat/queue';
import { tellFailure } from '../../../api/failed.ts';
import { trpc } from '../../../api/trpc.ts';
import { queueTexts } from './texts.ts';

/** The queue of a conversation, and what can be done with it. Changes show at once, and are taken back if the server refuses them. */
export function useQueue(conversationId: number) {
  const utils = trpc.useUtils();
  const { chat } = utils.client;
  const ref = { conversationId };
  const { data: queue } = trpc.chat.queue.useQuery(ref, { staleTime: Number.POSITIVE_INFINITY });

  const change = (title: string, messages: (known: Queue) => QueuedMessage[], save: Promise<unknown>) => {
    void utils.chat.queue.cancel(ref);
    utils.chat.queue.setData(ref, (known) => known && { ...known, messages: counted(messages(known)) });
    save.catch((error: unknown) => {
      tellFailure(title, error);
      void utils.chat.queue.invalidate(ref);
    });
  };
  return {
    queue,
    edit: ({ id: queuedId }: QueuedMessage, content: string) =>
      change(
        queueTexts.failed.change,
        ({ messages }) => messages.map((one) => (one.id === queuedId ? { ...one, content } : one)),
        chat.changeQueued.mutate({ conversationId, queuedId, content }),
      ),
    move: (message: QueuedMessage, position: number) =>
      change(
        queueTexts.failed.change,
        ({ messages }) => messages.filter(({ id }) => id !== message.id).toSpliced(position - 1, 0, message),
        chat.changeQueued.mutate({ conversationId, queuedId: message.id, position }),
      ),
    remove: ({ id: queuedId }: QueuedMessage) =>
      change(
        queueTexts.failed.remove,
        ({ messages }) => messages.filter(({ id }) => id !== queuedId),
        chat.removeQueued.mutate({ conversationId, queuedId }),
      ),
    removeAll: () => change(queueTexts.failed.remove, () => [], chat.clearQueue.mutate(ref)),
    sendNow: () =>
      chat.sendQueued.mutate(ref).then(
        () => {},
        (error: unknown) => {
          tellFailure(queueTexts.failed.send, error);
          void utils.chat.queue.invalidate(ref);
        },
      ),
  };
}

const counted = (messages: readonly QueuedMessage[]): QueuedMessage[] =>
  messages.map((one, at) => ({ ...one, position: at + 1 }));
