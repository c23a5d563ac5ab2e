import { maxLiveStreams } from '@noek/contract/chat/limits';
import type { LiveEvent } from '@noek/contract/chat/stream';
import type { Deps } from '../../../deps.ts';
import type { Owner } from '../rows/owner.ts';

/**
 * What a listener gets: changes made in this process, the ids of conversations that another process changed, and a mark that some process
 * changed the account.
 */
export type LiveNews =
  | Extract<LiveEvent, { type: 'conversation' | 'gone' | 'messages' | 'stale' }>
  | { type: 'account' }
  | { type: 'elsewhere'; conversationId: number };

/** Passes changes of chats and accounts on to the pages that show them. */
export type Live = {
  /** Sends a change to all open pages of the owner. Call it after the change is committed. */
  publish(owner: Pick<Owner, 'key'>, news: Exclude<LiveNews, { type: 'elsewhere' }>): void;
  /**
   * Calls back on each change of the owner's chats. `onMissed` is called when changes in other processes may have been missed.
   * Returns how to stop.
   */
  listen(owner: Pick<Owner, 'key'>, onNews: (news: LiveNews) => void, onMissed?: () => void): () => void;
  /**
   * Registers a stream of the owner. `onReplaced` is called when newer streams take its place. Returns how to unregister it.
   * Each process counts its own streams.
   */
  enter(owner: Pick<Owner, 'key'>, onReplaced: () => void): () => void;
  /** Stops listening to other processes. */
  close(): void;
};

const topic = /^live:([^:]+):((?:user|guest):[^:]+):(\d+|account)$/;

export function createLive({ db, bootId }: Pick<Deps, 'db' | 'bootId'>): Live {
  const listeners = new Map<string, Set<(news: LiveNews) => void>>();
  const onMissed = new Set<() => void>();
  /** Per owner, oldest first. */
  const streams = new Map<string, Set<() => void>>();
  const tell = (key: string, news: LiveNews) => {
    for (const listener of [...(listeners.get(key) ?? [])]) listener(news);
  };

  // The embedded engine has a single process, whose listeners are called directly.
  const close =
    db.engine === 'sqlite'
      ? () => {}
      : db.listen(
          (heard) => {
            const [, boot, key, what] = topic.exec(heard) ?? [];
            if (!key || boot === bootId) return;
            tell(key, what === 'account' ? { type: what } : { type: 'elsewhere', conversationId: Number(what) });
          },
          () => {
            for (const call of [...onMissed]) call();
          },
        );

  return {
    publish({ key }, news) {
      tell(key, news);
      if (db.engine === 'postgres') db.notify(`live:${bootId}:${key}:${subjectOf(news)}`);
    },
    listen({ key }, onNews, whenMissed) {
      const calls = listeners.get(key) ?? new Set();
      listeners.set(key, calls.add(onNews));
      if (whenMissed) onMissed.add(whenMissed);
      return () => {
        calls.delete(onNews);
        if (whenMissed) onMissed.delete(whenMissed);
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

/** What other processes have to read again. */
function subjectOf(news: LiveNews): number | 'account' {
  if (news.type === 'account') return news.type;
  return news.type === 'conversation' ? news.conversation.id : news.conversationId;
}
