import type { Message } from '@noek/contract/chat/schemas';
import type { LiveEvent } from '@noek/contract/chat/stream';
import { useEffect, useSyncExternalStore } from 'react';
import { useOpenConversation } from '../session/open-conversation.ts';
import { useSession } from '../session/session.ts';

/** An answer runs in a conversation, or has ended since the person was last there. */
export type Activity = 'running' | 'finished' | null;

/**
 * The activity in conversations that are not on screen, as the live stream reports it. A page that was just opened knows the answers that
 * run, and those that end from then on.
 */
export class ChatActivity {
  /** Running answers by conversation. */
  readonly #running = new Map<number, Set<string>>();
  readonly #finished = new Set<number>();
  readonly #listeners = new Set<() => void>();
  #open: number | null = null;
  #person: string | undefined;

  of(conversationId: number): Activity {
    if (this.#running.has(conversationId)) return 'running';
    return this.#finished.has(conversationId) ? 'finished' : null;
  }

  /** The person sees a conversation (null: none), and what has ended there. */
  see(conversationId: number | null): void {
    this.#open = conversationId;
    if (conversationId !== null && this.#finished.delete(conversationId)) this.#announce();
  }

  apply(events: readonly LiveEvent[]): void {
    for (const event of events) this.#take(event);
    this.#announce();
  }

  /** Forgets everything when another person is here. A list that closes and opens again keeps its marks. */
  belongsTo(userId: string | undefined): void {
    if (userId === this.#person) return;
    this.#person = userId;
    this.#running.clear();
    this.#finished.clear();
    this.#announce();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  #take(event: LiveEvent): void {
    // The stream reports running answers again when it restarts.
    if (event.type === 'hello') this.#running.clear();
    else if (event.type === 'answer') this.#start(event.message);
    else if (event.type === 'messages') {
      for (const message of event.messages) if (message.status === 'streaming') this.#start(message);
    } else if (event.type === 'done') this.#end(event.message);
    else if (event.type === 'gone') {
      this.#running.delete(event.conversationId);
      this.#finished.delete(event.conversationId);
    }
  }

  #start({ id, conversationId }: Message): void {
    const running = this.#running.get(conversationId) ?? new Set();
    this.#running.set(conversationId, running.add(id));
    this.#finished.delete(conversationId);
  }

  #end({ id, conversationId, status }: Message): void {
    const running = this.#running.get(conversationId);
    running?.delete(id);
    if (running?.size === 0) this.#running.delete(conversationId);
    // The person has stopped it, so they know.
    if (conversationId !== this.#open && status !== 'stopped') this.#finished.add(conversationId);
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The activity of this page. The sidebar and the live stream share it, and no first page loads it. */
export const chatActivity = new ChatActivity();

/** The activity in a conversation. */
export const useActivity = (conversationId: number): Activity =>
  useSyncExternalStore(chatActivity.subscribe, () => chatActivity.of(conversationId));

/** Keeps track of which conversation is on screen, while this tab is shown, and forgets everything when another person is here. */
export function useSeen(): void {
  const { user } = useSession();
  const { id } = useOpenConversation();
  useEffect(() => {
    const look = () => chatActivity.see(document.visibilityState === 'hidden' ? null : id);
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [id]);
  const userId = user?.id;
  useEffect(() => chatActivity.belongsTo(userId), [userId]);
}
