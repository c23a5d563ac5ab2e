import { useSyncExternalStore } from 'react';
import { KeptValues } from './kept-values.ts';

/** A send that is on its way or failed: sent again with the same text, it keeps its id, so that the server sees one. */
export type Unsent = { content: string; clientMessageId: string };
export type Draft = { text: string; unsent: Unsent | null };

const empty: Draft = { text: '', unsent: null };

const nameOf = (conversationId: number | null) => `${conversationId ?? 'new'}`;
const joined = (first: string, second: string) => (first && second ? `${first}\n\n${second}` : first || second);

/**
 * What was typed and not sent yet, one draft a conversation (null: the one that does not exist yet). Kept on this device,
 * so that it survives a reload, a failed send and an expired session.
 */
export class Drafts {
  readonly #kept = new KeptValues<Draft>('noek_draft_', empty, parse);
  readonly subscribe = this.#kept.subscribe;
  /** Writes at once what waits to be written. */
  readonly flush = this.#kept.flush;

  get(conversationId: number | null): Draft {
    return this.#kept.get(nameOf(conversationId));
  }

  write(conversationId: number | null, text: string): void {
    this.#set(conversationId, { ...this.get(conversationId), text });
  }

  /** The text leaves the box; kept until the server has it. The same text as of a failed send keeps that send's id. */
  begin(conversationId: number | null, content: string, newId: () => string): Unsent {
    const { text, unsent } = this.get(conversationId);
    const sent = unsent?.content === content ? unsent : { content, clientMessageId: newId() };
    this.#set(conversationId, { text: text.trim() === content.trim() ? '' : text, unsent: sent });
    this.flush();
    return sent;
  }

  /** The server has it. */
  accepted(conversationId: number | null): void {
    this.#set(conversationId, { ...this.get(conversationId), unsent: null });
    this.flush();
  }

  /** It did not get through: the text goes back to the box, before what was typed meanwhile. */
  failed(conversationId: number | null): void {
    const { text, unsent } = this.get(conversationId);
    if (unsent) this.#set(conversationId, { text: joined(unsent.content, text), unsent });
    this.flush();
  }

  /** A message that waited to be sent goes back to the box, before what was typed meanwhile. */
  takeBack(conversationId: number | null, message: Unsent): void {
    const { text } = this.get(conversationId);
    this.#set(conversationId, { text: joined(message.content, text), unsent: message });
    this.flush();
  }

  /** A conversation got its id: its draft goes with it. */
  move(from: number | null, to: number): void {
    const { text, unsent } = this.get(from);
    const target = this.get(to);
    this.#set(to, { text: joined(text, target.text), unsent: unsent ?? target.unsent });
    this.#set(from, empty);
    this.flush();
  }

  /** The message of an interrupted send is there after all: its text does not belong in the box any more. */
  foundSent(conversationId: number, clientMessageIds: ReadonlySet<string>): void {
    const { text, unsent } = this.get(conversationId);
    if (!unsent || !clientMessageIds.has(unsent.clientMessageId)) return;
    this.#set(conversationId, { text: text === unsent.content ? '' : text, unsent: null });
  }

  /** Signing out leaves nothing behind for the next person at this device. */
  clear(): void {
    this.#kept.clear();
  }

  #set(conversationId: number | null, draft: Draft): void {
    this.#kept.set(nameOf(conversationId), draft);
  }
}

function parse(stored: unknown): Draft {
  const { text, unsent } = stored as Partial<Draft>;
  const interrupted = typeof unsent?.content === 'string' && typeof unsent.clientMessageId === 'string' ? unsent : null;
  const typed = typeof text === 'string' ? text : '';
  if (!interrupted) return typed ? { text: typed, unsent: null } : empty;
  // The page was left before the answer to the send came.
  const isBack = typed.startsWith(interrupted.content);
  return { text: isBack ? typed : joined(interrupted.content, typed), unsent: interrupted };
}

/** The draft of a conversation as it is now. */
export function useDraft(drafts: Drafts, conversationId: number | null): Draft {
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(conversationId));
}

/** Has anything been typed in a conversation that was not sent? */
export function useHasDraft(drafts: Drafts, conversationId: number | null): boolean {
  return useSyncExternalStore(drafts.subscribe, () => drafts.get(conversationId).text !== '');
}
