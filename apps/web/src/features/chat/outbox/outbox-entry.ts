import type { AnswerSettings } from '@noek/contract/chat/schemas';
import type { File as SentFile } from '@noek/contract/files/schemas';

/** Something to send. It is in the outbox from the moment it is requested until the server has accepted it. */
export type OutboxEntry = {
  clientMessageId: string;
  /** Who requested it; null for a guest. */
  ownerId: string | null;
  /** The conversation that was on screen; null if it does not exist yet. */
  conversationId: number | null;
  /** The local id of the conversation to create; null if the conversation already existed. See `projectOf`. */
  begins: string | null;
  /** A message from the box, a new version of an earlier message, a mode command, or a request for another answer. */
  kind: 'message' | 'edit' | 'command' | 'regenerate';
  /** It belongs to a temporary chat, of which this device keeps only what is unsent. */
  temporary?: true;
  /** The text; empty for a request for another answer. */
  content: string;
  /** The files of the message. Some may wait on this device to be uploaded. */
  files?: readonly SentFile[] | undefined;
  /** What was pasted into the text and is still in it. */
  pasted?: readonly string[] | undefined;
  /** The message that is edited, or the answer to replace; null for a new message. */
  messageId: string | null;
  /** The parent message (null: none). If absent, the newest message at the time of sending. */
  parentId?: string | null;
  /** The settings for the answer, if they were changed or named. All others are those of the conversation. */
  settings?: AnswerSettings;
  /** The call that sends it while an answer runs: it waits on the server until that has ended, or interrupts it. */
  queue?: 'queueMessage' | 'steer';
  /** How much of the answer that it interrupts was on screen, in UTF-16 code units. */
  shownLength?: number | undefined;
  /** An answer that must be complete first. */
  after?: string;
  createdAt: string;
  /** The entry is being sent, or waits for a connection, for its owner to sign in again, or for a decision after a refusal. */
  state: 'sending' | 'connection' | 'session' | 'decision';
  /** The server's message for a refusal. */
  refusal?: string;
};

/** The stored value: the entries, oldest first, and the ids of created conversations by local id. */
export type OutboxState = { entries: readonly OutboxEntry[]; made: readonly (readonly [begins: string, id: number])[] };

/** A local id for a conversation that is yet to be created, outside projects or in one. It names the project, so that every tab knows it. */
export const beginsIn = (projectId: string | null, id: string): string =>
  projectId === null ? id : `${id}@${projectId}`;

/** The project that a conversation will be created in; null for none. */
export const projectOf = (begins: string): string | null => begins.split('@')[1] ?? null;

/** A place on this page: a conversation, or one that is yet to be created. */
export type Place = { conversationId: number | null; begins: string };

/** Whether an entry can be sent as soon as the server can be reached. */
export const isSendable = ({ state }: OutboxEntry): boolean => state === 'sending' || state === 'connection';

/** Whether an entry was added at this place. */
export const isFrom = (entry: OutboxEntry, { conversationId, begins }: Place): boolean =>
  conversationId === null ? entry.begins === begins : entry.conversationId === conversationId;

/**
 * Returns one person's entries that are shown at a place. A conversation that does not exist yet has no row in the sidebar, so
 * its waiting entries show in every empty chat.
 */
export const entriesAt = (entries: readonly OutboxEntry[], place: Place, ownerId: string | null): OutboxEntry[] =>
  entries.filter((entry) => {
    if (entry.ownerId !== ownerId) return false;
    const isStranded = place.conversationId === null && entry.conversationId === null && entry.state !== 'sending';
    return isStranded || isFrom(entry, place);
  });

/** Returns the valid part of a stored value. */
export function parseOutbox(stored: unknown): OutboxState {
  const { entries, made } = (stored ?? {}) as Partial<OutboxState>;
  return {
    entries: Array.isArray(entries) ? entries.filter(isEntry) : [],
    made: Array.isArray(made) ? made.filter((pair) => Array.isArray(pair) && typeof pair[1] === 'number') : [],
  };
}

const isEntry = (one: Partial<OutboxEntry> | null): one is OutboxEntry =>
  typeof one?.clientMessageId === 'string' && typeof one.content === 'string' && typeof one.state === 'string';
