import { maxLiveStreams } from '@noek/contract/chat/limits';
import type { Deps } from '../../../deps.ts';
import type { Link } from '../../../processes/links.ts';
import type { Owner } from '../records/owner.ts';
import { createLinkedNews, type LinkedNews, type Published } from './linked-news.ts';

/** What a listener gets: what was published, and the ids of conversations that another process changed, which are read again. */
export type LiveNews = Published | { type: 'elsewhere'; conversationId: number };
/** `process`: the one that sent it over a link; null for this one. */
type Listener = (news: LiveNews, process: string | null) => void;

/** Passes changes of chats and accounts on to the pages that show them. */
export type Live = {
  /** Sends a change to all open pages of the owner. Call it after the change is committed. */
  publish(owner: Pick<Owner, 'key'>, news: Published): void;
  /**
   * Calls back on each change of the owner's chats. `onMissed` is called when changes in other processes may have been missed.
   * Returns how to stop.
   */
  listen(owner: Pick<Owner, 'key'>, onNews: Listener, onMissed?: () => void): () => void;
  /**
   * Registers a stream, of which a few with the same name may be open. `onReplaced` is called when newer streams take its place. Returns how
   * to unregister it. Each process counts its own streams.
   */
  enter(name: string, onReplaced: () => void): () => void;
  /**
   * Calls back for what this process publishes to an owner, by key, for a process that shows it. `number` counts what it publishes to
   * all owners; `from` is the number of what it has published so far.
   */
  relay(key: string, onPublished: (number: number, news: Published) => void): { from: number; stop: () => void };
  /** What other processes publish comes over this link from now on. */
  openLink(link: Link): ReturnType<LinkedNews['open']>;
  /** Stops listening to other processes. */
  close(): void;
};

const topic = /^live:([^:]+):(\d+):((?:user|guest):[^:]+):(\d+|account)$/;

export function createLive({ db, bootId }: Pick<Deps, 'db' | 'bootId'>): Live {
  const listeners = new Map<string, Set<Listener>>();
  const relays = new Map<string, Set<(number: number, news: Published) => void>>();
  const onMissed = new Set<() => void>();
  /** By name, oldest first. */
  const streams = new Map<string, Set<() => void>>();
  let published = 0;
  const tell = (key: string, news: LiveNews, process: string | null) => {
    for (const listener of [...(listeners.get(key) ?? [])]) listener(news, process);
  };
  const linked = createLinkedNews({
    keys: () => listeners.keys(),
    onNews: (key, news, process) => tell(key, news, process),
    onChanged: (key, subject) =>
      tell(
        key,
        subject === 'account' ? { type: 'account' } : { type: 'elsewhere', conversationId: Number(subject) },
        null,
      ),
  });

  // The embedded engine has a single process, whose listeners are called directly.
  const close =
    db.engine === 'sqlite'
      ? () => {}
      : db.listen(
          (heard) => {
            const [, boot, number, key, subject] = topic.exec(heard) ?? [];
            if (!boot || !key || !subject || boot === bootId || !listeners.has(key)) return;
            linked.changed({ process: boot, number: Number(number), key, subject });
          },
          () => {
            for (const call of [...onMissed]) call();
          },
        );

  return {
    publish({ key }, news) {
      tell(key, news, null);
      if (db.engine === 'sqlite') return;
      published++;
      for (const relay of [...(relays.get(key) ?? [])]) relay(published, news);
      db.notify(`live:${bootId}:${published}:${key}:${subjectOf(news)}`);
    },
    listen({ key }, onNews, whenMissed) {
      const calls = listeners.get(key) ?? new Set();
      if (calls.size === 0) linked.watch(key);
      listeners.set(key, calls.add(onNews));
      if (whenMissed) onMissed.add(whenMissed);
      return () => {
        if (!calls.delete(onNews)) return;
        if (whenMissed) onMissed.delete(whenMissed);
        if (calls.size > 0 || listeners.get(key) !== calls) return;
        listeners.delete(key);
        linked.unwatch(key);
      };
    },
    enter(name, onReplaced) {
      const open = streams.get(name) ?? new Set();
      streams.set(name, open);
      const leave = () => {
        open.delete(replace);
        if (open.size === 0 && streams.get(name) === open) streams.delete(name);
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
    relay(key, onPublished) {
      const calls = relays.get(key) ?? new Set();
      relays.set(key, calls.add(onPublished));
      return {
        from: published,
        stop() {
          calls.delete(onPublished);
          if (calls.size === 0 && relays.get(key) === calls) relays.delete(key);
        },
      };
    },
    openLink: (link) => linked.open(link),
    close,
  };
}

/** What other processes have to read again. */
function subjectOf(news: Published): number | 'account' {
  if (news.type === 'account') return news.type;
  if (news.type === 'document') return news.document.conversationId;
  return news.type === 'conversation' ? news.conversation.id : news.conversationId;
}
