import type { Conversation, MessagePage } from '@noek/contract/chat/schemas';
import type { Project } from '@noek/contract/projects/schemas';
import { isIn, type ListInput } from '../cache/list-inputs.ts';
import type { Key, Reader, Storage, Writer } from './storage.ts';

/** How many conversations are kept besides the pinned ones, newest first. */
const maxConversations = 200;
/** How many conversations keep their messages, most recently opened first. */
const maxThreads = 50;

/** The end of a conversation: its newest messages, oldest first. */
export type CachedThread = Pick<MessagePage, 'messages' | 'older' | 'versions'>;

/** The server's answer for one list. `complete`: there is nothing after the last row. */
export type ServerList = Pick<ListInput, 'archived' | 'project'> & {
  conversations: readonly Conversation[];
  complete: boolean;
};

/** Whether it is above the others in the list, however old it is. */
const isAbove = ({ pinned, archived }: Conversation) => pinned && !archived;

/**
 * A person's conversations, messages and projects on this device. `userId` is their owner: one person's data is never read for another.
 * If storage fails, reads find nothing and writes do nothing. Each write checks `mayWrite` inside its transaction, so that
 * nothing is written after the person has left.
 */
export class LocalCache {
  readonly #storage: Storage;
  readonly #userId: string;
  readonly #mayWrite: () => boolean;

  constructor(storage: Storage, userId: string, mayWrite: () => boolean = () => true) {
    this.#storage = storage;
    this.#userId = userId;
    this.#mayWrite = mayWrite;
  }

  /** All kept conversations, including archived ones, newest first. */
  conversations(): Promise<Conversation[]> {
    return this.#read((reader) => this.#conversations(reader), []);
  }

  /** All kept projects. */
  projects(): Promise<Project[]> {
    return this.#read(async (reader) => (await reader.get(['projects', this.#userId])) as Project[] | undefined, []);
  }

  /** The kept messages of one conversation; null if there are none. */
  messages(conversationId: number): Promise<CachedThread | null> {
    return this.#read((reader) => reader.get(this.#messagesKey(conversationId)) as Promise<CachedThread | null>, null);
  }

  /** Keeps new or changed conversations. One that is in the trash is removed with its messages. */
  save(conversations: readonly Conversation[]): Promise<void> {
    return this.#write(async (writer) => {
      const known = await this.#conversations(writer);
      const ids = new Set(conversations.map(({ id }) => id));
      const alive = conversations.filter(({ deletedAt }) => deletedAt === null);
      this.#put(writer, [...alive, ...known.filter(({ id }) => !ids.has(id))]);
      for (const { id, deletedAt } of conversations) if (deletedAt !== null) writer.delete(this.#messagesKey(id));
    });
  }

  /** Keeps the newest messages of a conversation. */
  saveMessages(conversationId: number, thread: CachedThread): Promise<void> {
    return this.#write(async (writer) => {
      const before = ((await writer.get(['opened', this.#userId])) ?? []) as number[];
      const stored = (await this.#keys(writer)).flatMap((key) => (key[0] === 'messages' ? key[2] : []));
      const known = new Set(stored);
      const opened = [conversationId, ...before.filter((id) => id !== conversationId && known.has(id))];
      const kept = new Set(opened.slice(0, maxThreads));
      writer.set(['opened', this.#userId], [...kept]);
      writer.set(this.#messagesKey(conversationId), thread);
      for (const id of stored) if (!kept.has(id)) writer.delete(this.#messagesKey(id));
    });
  }

  /** Removes conversations and their messages. */
  delete(conversationIds: readonly number[]): Promise<void> {
    return this.#write(async (writer) => {
      const known = await this.#conversations(writer);
      this.#put(
        writer,
        known.filter(({ id }) => !conversationIds.includes(id)),
      );
      for (const id of conversationIds) writer.delete(this.#messagesKey(id));
    });
  }

  /** Applies the server's answer for one list: missing conversations are removed with their messages, and moved ones move. */
  sync({ conversations, complete, ...list }: ServerList): Promise<void> {
    return this.#write(async (writer) => {
      const known = await this.#conversations(writer);
      const listed = new Set(conversations.map(({ id }) => id));
      const last = conversations.at(-1);
      const isGone = (row: Conversation) =>
        isIn(row, list) && (complete || (last !== undefined && row.updatedAt > last.updatedAt));
      const rest = known.filter(({ id }) => !listed.has(id));
      this.#put(writer, [...conversations, ...rest.filter((row) => !isGone(row))]);
      for (const row of rest) if (isGone(row)) writer.delete(this.#messagesKey(row.id));
    });
  }

  /** Applies the server's answer for the pinned conversations: the others are no longer pinned. */
  syncPinned(pinned: readonly Conversation[]): Promise<void> {
    return this.#write(async (writer) => {
      const ids = new Set(pinned.map(({ id }) => id));
      const others = (await this.#conversations(writer)).filter(({ id }) => !ids.has(id));
      this.#put(writer, [...pinned, ...others.map((row) => (row.archived ? row : { ...row, pinned: false }))]);
    });
  }

  /** Applies the server's answer for the projects: the conversations of the others are removed with their messages. */
  syncProjects(projects: readonly Project[]): Promise<void> {
    return this.#write(async (writer) => {
      const ids = new Set(projects.map(({ id }) => id));
      const isGone = ({ projectId }: Conversation) => projectId !== null && !ids.has(projectId);
      const known = await this.#conversations(writer);
      writer.set(['projects', this.#userId], projects);
      if (!known.some(isGone)) return;
      this.#put(
        writer,
        known.filter((row) => !isGone(row)),
      );
      for (const row of known) if (isGone(row)) writer.delete(this.#messagesKey(row.id));
    });
  }

  /** Removes all data of this person. */
  clear(): Promise<void> {
    return this.#write(async (writer) => {
      for (const key of await this.#keys(writer)) writer.delete(key);
    });
  }

  /** Removes all data of other people. */
  clearOthers(): Promise<void> {
    return this.#write(async (writer) => {
      for (const key of await writer.keys()) if (key[1] !== this.#userId) writer.delete(key);
    });
  }

  close(): void {
    this.#storage.close();
  }

  #messagesKey = (conversationId: number): Key => ['messages', this.#userId, conversationId];

  async #conversations(reader: Reader): Promise<Conversation[]> {
    return ((await reader.get(['conversations', this.#userId])) ?? []) as Conversation[];
  }

  async #keys(reader: Reader): Promise<Key[]> {
    return (await reader.keys()).filter((key) => key[1] === this.#userId);
  }

  #put(writer: Writer, conversations: readonly Conversation[]): void {
    const newestFirst = conversations.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
    let others = 0;
    const kept = newestFirst.filter((row) => isAbove(row) || ++others <= maxConversations);
    writer.set(['conversations', this.#userId], kept);
  }

  async #read<T>(steps: (reader: Reader) => Promise<T | undefined>, nothing: T): Promise<T> {
    try {
      return (await this.#storage.read(steps)) ?? nothing;
    } catch {
      return nothing;
    }
  }

  async #write(steps: (writer: Writer) => Promise<void>): Promise<void> {
    try {
      await this.#storage.write(async (writer) => {
        if (this.#mayWrite()) await steps(writer);
      });
    } catch {
      // Storage is switched off, full or broken: the page works without it.
    }
  }
}
