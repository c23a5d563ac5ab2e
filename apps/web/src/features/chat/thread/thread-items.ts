import type { Message } from '@noek/contract/chat/schemas';
import type { OutboxEntry } from '../outbox/outbox-entry.ts';

export type ThreadItem =
  | { kind: 'message'; key: string; message: Message }
  | { kind: 'sending'; key: string; entry: OutboxEntry }
  | { kind: 'typing'; key: string }
  | { kind: 'waiting'; key: string; entry: OutboxEntry };

/**
 * The items of the list, oldest first: the messages and the unsent entries. An edit or a new answer replaces what it
 * changes. A key names a position, not a message: it stays the same when an optimistic bubble becomes a stored message, when
 * the typing dots become an answer, and when another version is shown, so that nothing is mounted again.
 */
export function threadItems(messages: readonly Message[], entries: readonly OutboxEntry[]): ThreadItem[] {
  const keys = new Set<string>();
  const unique = (wanted: string, otherwise: string) => {
    const key = keys.has(wanted) ? otherwise : wanted;
    keys.add(key);
    return key;
  };
  const parents = new Map(messages.map(({ id, parentId }) => [id, parentId]));
  const placeOf = (parentId: string | null) => `under:${parentId ?? 'start'}`;
  const answerTo = (place: string) => `answer:${place}`;
  const answerUnder = (questionId: string | null | undefined) => {
    const parentId = questionId ? parents.get(questionId) : undefined;
    return answerTo(parentId === undefined ? (questionId ?? 'start') : placeOf(parentId));
  };
  const stored = new Set(messages.map(({ clientMessageId }) => clientMessageId));
  let items: ThreadItem[] = messages.map((message) => {
    const { id, role, parentId } = message;
    const wanted = role === 'user' ? placeOf(parentId) : answerUnder(parentId ?? id);
    return { kind: 'message', key: unique(wanted, id), message };
  });
  for (const entry of entries) {
    const { kind, state, clientMessageId } = entry;
    // The list of queued messages has it.
    if (stored.has(clientMessageId) || (entry.queue && state === 'sending')) continue;
    const replaces = kind === 'edit' || kind === 'regenerate';
    const under = replaces ? (entry.parentId ?? null) : (messages.at(-1)?.id ?? null);
    if (replaces) {
      items = withoutWhatFollows(items, under);
      for (const key of keys) if (!items.some((item) => item.key === key)) keys.delete(key);
    }
    if (state !== 'sending') {
      items.push({ kind: 'waiting', key: clientMessageId, entry });
      continue;
    }
    const place = placeOf(under);
    if (kind !== 'regenerate') items.push({ kind: 'sending', key: unique(place, clientMessageId), entry });
    const wanted = kind === 'regenerate' ? answerUnder(under) : answerTo(place);
    items.push({ kind: 'typing', key: unique(wanted, answerTo(clientMessageId)) });
  }
  return items;
}

/** Removes the items after a message (null: all items), except those that wait to be sent. */
function withoutWhatFollows(items: readonly ThreadItem[], messageId: string | null): ThreadItem[] {
  const at = items.findIndex((item) => item.kind === 'message' && item.message.id === messageId);
  if (at === -1 && messageId !== null) return [...items];
  return items.filter((item, index) => index <= at || item.kind === 'waiting');
}
