import type { Message } from '@noek/contract/chat';

/** Messages with `changed` in them: known ones replaced in place, new ones at the end. */
export function withMessages(messages: readonly Message[], changed: readonly Message[]): Message[] {
  const result = [...messages];
  for (const message of changed) {
    const at = result.findIndex(({ id }) => id === message.id);
    if (at === -1) result.push(message);
    else result[at] = message;
  }
  return result;
}

/** A send on its way: its text already stands in the list. */
export type Sending = {
  /** Where it was begun, and the conversation it goes to once that has an id. */
  from: number | null;
  conversationId: number | null;
  clientMessageId: string;
  content: string;
  createdAt: string;
};

/** Does a send belong on the screen of this conversation? */
export const isSentFrom = (sending: Sending, conversationId: number | null): boolean =>
  sending.from === conversationId || sending.conversationId === conversationId;

export type ThreadItem =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'sending'; key: string; sending: Sending }
  | { kind: 'typing'; key: string };

/**
 * What stands in the list, oldest first. Keys stay the same when an optimistic bubble becomes a stored message and when
 * the typing dots become an answer, so that nothing is put on the page anew.
 */
export function threadItems(messages: readonly Message[], sending: Sending | null): ThreadItem[] {
  const keys = new Set<string>();
  const clientIds = new Map(messages.map(({ id, clientMessageId }) => [id, clientMessageId]));
  const items: ThreadItem[] = messages.map((message) => {
    const parent = message.parentId && (clientIds.get(message.parentId) ?? message.parentId);
    const wanted = message.role === 'user' ? (message.clientMessageId ?? message.id) : `answer:${parent ?? message.id}`;
    const key = keys.has(wanted) ? message.id : wanted;
    keys.add(key);
    return { kind: 'message', key, message };
  });
  if (!sending || keys.has(sending.clientMessageId)) return items;
  return [
    ...items,
    { kind: 'sending', key: sending.clientMessageId, sending },
    { kind: 'typing', key: `answer:${sending.clientMessageId}` },
  ];
}
