/** Something that is to be sent. It is in the outbox from the moment it was asked for until the server has it. */
export type OutboxEntry = {
  clientMessageId: string;
  /** Who asked for it; null for a guest. */
  ownerId: string | null;
  /** The conversation that was on screen; null while that one is still to be made. */
  conversationId: number | null;
  /** The local id of the conversation that is to be made; null if there is one already. */
  begins: string | null;
  /** A message from the box, a new version of an earlier message, a mode command, or a request for another answer. */
  kind: 'message' | 'edit' | 'command' | 'regenerate';
  /** The text; empty for another answer. */
  content: string;
  /** The message that is edited, or the answer that is asked for again; null for what is new. */
  messageId: string | null;
  /** The message it goes under (null: none); absent: whatever is the newest by then. */
  parentId?: string | null;
  /** An answer that has to be complete first. */
  after?: string;
  createdAt: string;
  /** On its way, or what it waits for: a connection, its owner to sign in again, or a decision after a refusal. */
  state: 'sending' | 'connection' | 'session' | 'decision';
  /** The server's words when it refused it. */
  refusal?: string;
};

/** What is stored: the entries, oldest first, and the ids of conversations that were made, by local id. */
export type OutboxState = { entries: readonly OutboxEntry[]; made: readonly (readonly [begins: string, id: number])[] };

/** A place on this page: a conversation, or one that is still to be made. */
export type Place = { conversationId: number | null; begins: string };

/** Can it be sent as soon as the server can be reached? */
export const isSendable = ({ state }: OutboxEntry): boolean => state === 'sending' || state === 'connection';

/** Was an entry asked for here? */
export const isFrom = (entry: OutboxEntry, { conversationId, begins }: Place): boolean =>
  conversationId === null ? entry.begins === begins : entry.conversationId === conversationId;

/**
 * The entries of one person that are shown at a place. A conversation that is still to be made has no row to be opened by:
 * what waits in one shows in every empty chat.
 */
export const entriesAt = (entries: readonly OutboxEntry[], place: Place, ownerId: string | null): OutboxEntry[] =>
  entries.filter((entry) => {
    if (entry.ownerId !== ownerId) return false;
    const isStranded = place.conversationId === null && entry.conversationId === null && entry.state !== 'sending';
    return isStranded || isFrom(entry, place);
  });

/** What was stored, without what is no entry. */
export function parseOutbox(stored: unknown): OutboxState {
  const { entries, made } = (stored ?? {}) as Partial<OutboxState>;
  return {
    entries: Array.isArray(entries) ? entries.filter(isEntry) : [],
    made: Array.isArray(made) ? made.filter((pair) => Array.isArray(pair) && typeof pair[1] === 'number') : [],
  };
}

const isEntry = (one: Partial<OutboxEntry> | null): one is OutboxEntry =>
  typeof one?.clientMessageId === 'string' && typeof one.content === 'string' && typeof one.state === 'string';
