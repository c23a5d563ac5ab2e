import type { Conversation } from '@noek/contract/chat/schemas';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { trpc } from '../../../api/trpc.ts';
import { changeQuery } from './change-query.ts';
import { type ConversationPages, conversationsIn, withoutRows, withRows } from './conversation-cache.ts';
import { isIn, type ListInput, listInputs, pinnedIn, trashInput } from './list-inputs.ts';

type Change = (list: ConversationPages) => ConversationPages;

const listKey = (input: ListInput) => getQueryKey(trpc.chat.conversations, input, 'infinite');
const pinnedKey = getQueryKey(trpc.chat.pinned, undefined, 'query');
const trashKey = getQueryKey(trpc.chat.trash, trashInput, 'infinite');

/**
 * The lists of conversations that this page knows: of the chats, of each project, of the archive, of the pinned ones and of the trash. All
 * changes of their rows are made here. A read that began before a change does not undo it.
 */
export class ConversationLists {
  readonly #queries: QueryClient;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** The loaded rows of a list; undefined until it is read. */
  loaded(input: ListInput): ConversationPages | undefined {
    return this.#queries.getQueryData(listKey(input));
  }

  /** The loaded rows of all lists, by id. */
  rows(): ReadonlyMap<number, Conversation> {
    const all = listInputs().flatMap((input) => conversationsIn(this.loaded(input)));
    return new Map(all.map((row) => [row.id, row]));
  }

  /** A conversation that a list on this page has; undefined: none has it. */
  find(id: number): Conversation | undefined {
    const pinned = this.#queries.getQueryData<Conversation[]>(pinnedKey)?.find((row) => row.id === id);
    return pinned ?? this.rows().get(id);
  }

  /** Shows new or changed conversations in the lists that they belong to, and in no other. */
  put(conversations: readonly Conversation[]): void {
    const rows = conversations.filter(({ temporary }) => !temporary);
    if (rows.length === 0) return;
    const ids = new Set(rows.map(({ id }) => id));
    for (const input of listInputs()) {
      const there = rows.filter((row) => isIn(row, input));
      const elsewhere = new Set(rows.flatMap((row) => (isIn(row, input) ? [] : row.id)));
      this.change(input, (list) => withRows(withoutRows(list, elsewhere), there));
    }
    this.#changePinned(pinnedIn(rows), ids);
    const alive = new Set(rows.flatMap(({ id, deletedAt }) => (deletedAt ? [] : id)));
    if (alive.size > 0) this.removeFromTrash(alive);
  }

  /** Removes conversations from all lists but the trash. */
  remove(ids: ReadonlySet<number>): void {
    for (const input of listInputs()) this.change(input, (list) => withoutRows(list, ids));
    this.#changePinned([], ids);
  }

  removeFromTrash(ids: ReadonlySet<number>): void {
    changeQuery<ConversationPages>(this.#queries, trashKey, (list) => list && withoutRows(list, ids));
  }

  /** Puts what the server has just answered into one list, if it was read before. */
  refresh(input: ListInput, change: Change): void {
    this.#queries.setQueryData<ConversationPages>(listKey(input), (list) => list && change(list));
  }

  /** Changes one list, if it was read. */
  change(input: ListInput, change: Change): void {
    changeQuery<ConversationPages>(this.#queries, listKey(input), (list) => list && change(list));
  }

  #changePinned(pinned: readonly Conversation[], ids: ReadonlySet<number>): void {
    changeQuery<Conversation[]>(
      this.#queries,
      pinnedKey,
      (list) => list && [...pinned, ...list.filter(({ id }) => !ids.has(id))],
    );
  }
}
