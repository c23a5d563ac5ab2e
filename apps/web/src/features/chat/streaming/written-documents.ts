import type { DocumentPart, LiveEvent } from '@noek/contract/chat/stream';
import { useSyncExternalStore } from 'react';

/** A document while a model writes it. */
export type WrittenDocument = Pick<DocumentPart, 'key' | 'title' | 'kind'> & {
  text: string;
  /** How often other text has replaced what was there: a call that broke off is made again. */
  replaced: number;
};

const none: readonly WrittenDocument[] = [];
const listeners = new Set<() => void>();
/** By the id of the answer. */
let byMessage: ReadonlyMap<string, readonly WrittenDocument[]> = new Map();

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Follows the documents that answers are writing. */
export function applyDocumentParts(events: readonly LiveEvent[]): void {
  let next: Map<string, readonly WrittenDocument[]> | undefined;
  for (const event of events)
    if (event.type === 'document-part') {
      next ??= new Map(byMessage);
      next.set(event.messageId, withPart(next.get(event.messageId) ?? none, event.part));
    } else if (event.type === 'done' && byMessage.size > 0) {
      next ??= new Map(byMessage);
      next.delete(event.message.id);
    } else if (event.type === 'hello' && byMessage.size > 0) next = new Map();
  if (!next) return;
  byMessage = next;
  for (const listener of listeners) listener();
}

function withPart(before: readonly WrittenDocument[], part: DocumentPart): readonly WrittenDocument[] {
  const { key, title, kind, from, text } = part;
  if (text === null) return before.filter((one) => one.key !== key);
  const known = before.find((one) => one.key === key);
  const told = known?.text ?? '';
  const next = { key, title, kind, text: told.slice(0, from) + text, replaced: known?.replaced ?? 0 };
  if (!next.text.startsWith(told)) next.replaced++;
  return known ? before.map((one) => (one === known ? next : one)) : [...before, next];
}

/** The documents that an answer is writing now. */
export const useWrittenDocuments = (messageId: string): readonly WrittenDocument[] =>
  useSyncExternalStore(subscribe, () => byMessage.get(messageId) ?? none);

const mark = 'writing.';

/** In place of a document's id while it has none. */
export const writtenId = (messageId: string, key: string): string => `${mark}${messageId}.${key}`;

/** What `writtenId` was made from; null for the id of a document. */
export function readWrittenId(id: string): { messageId: string; key: string } | null {
  const [, messageId = '', key = ''] = id.startsWith(mark) ? id.split('.') : [];
  return messageId === '' ? null : { messageId, key };
}
