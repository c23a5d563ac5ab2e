import { maxLiveStreams } from '@noek/contract/limits';
import type { LiveEvent } from '@noek/contract/stream';
import type { Deps } from '../../../deps.ts';
import type { Owner } from '../owner.ts';

/** What a listener hears: news of this process as it is, and of which conversation another process has news. */
export type LiveNews =
  | Extract<LiveEvent, { type: 'conversation' | 'gone' | 'messages' | 'stale' }>
  | { type: 'elsewhere'; conversationId: number };

/** News of people's chats, from the verbs that change them to the pages that show them. */
export type Live = {
  /** Tells every page of the owner; call it when the change is committed. */
  publish(owner: Pick<Owner, 'key'>, news: Exclude<LiveNews, { type: 'elsewhere' }>): void;
  /** Calls back on every news of the owner. Returns how to stop. */
  listen(owner: Pick<Owner, 'key'>, onNews: (news: LiveNews) => void): () => void;
  /**
   * Counts a stream of the owner; `onReplaced` is called when newer ones take its place. Returns how to leave. In each
   * process for itself.
   */
  enter(owner: Pick<Owner, 'key'>, onReplaced: () => void): () => void;
  /** Hears no news of other processes any more. */
  close(): void;
};

const topic = /^live:([^:]+):((?:user|guest):[^:]+):(\d+)$/;

export function createLive({ db, bootId }: Pick<Deps, 'db' | 'bootId'>): Live {
  const listeners = new Map<string, Set<(news: LiveNews) => void>>();
  /** Of each owner, the oldest first. */
  const streams = new Map<string, Set<() => void>>();
  const tell = (key: string, news: LiveNews) => {
    for (const listener of [...(listeners.get(key) ?? [])]) listener(news);
  };

  // On the embedded engine there is one process, which tells its listeners itself.
  const close =
    db.engine === 'sqlite'
      ? () => {}
      : db.listen((heard) => {
          const [, boot, key, conversationId] = topic.exec(heard) ?? [];
          if (key && boot !== bootId) tell(key, { type: 'elsewhere', conversationId: Number(conversationId) });
        });

  return {
    publish({ key }, news) {
      tell(key, news);
      if (db.engine === 'postgres') db.notify(`live:${bootId}:${key}:${conversationOf(news)}`);
    },
    listen({ key }, onNews) {
      const calls = listeners.get(key) ?? new Set();
      listeners.set(key, calls.add(onNews));
      return () => {
        calls.delete(onNews);
        if (calls.size === 0 && listeners.get(key) === calls) listeners.delete(key);
      };
    },
    enter({ key }, onReplaced) {
      const open = streams.get(key) ?? new Set();
      streams.set(key, open);
      const leave = () => {
        open.delete(replace);
        if (open.size === 0 && streams.get(key) === open) streams.delete(key);
      };
      const replace = () => {
        leave();
        onReplaced();
      };
      open.add(replace);
      const [oldest] = open;
      if (open.size > maxLiveStreams) oldest?.();
      return leave;
    },
    close,
  };
}

const conversationOf = (news: LiveNews) => (news.type === 'conversation' ? news.conversation.id : news.conversationId);
