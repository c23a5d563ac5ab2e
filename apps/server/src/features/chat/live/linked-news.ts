import type { LiveEvent } from '@noek/contract/chat/stream';
import type { Link } from '../../../processes/links.ts';

/** What is published: a change of the owner's chats, or a mark that the account changed. */
export type Published =
  | Extract<
      LiveEvent,
      { type: 'conversation' | 'document' | 'document-gone' | 'gone' | 'messages' | 'queue' | 'stale' }
    >
  | { type: 'account' };

/** That another process published something: a notification from PostgreSQL, which each process gets once. */
type Change = { process: string; number: number; key: string; subject: string };

/** What an owner's reader here knows about one link. */
type Watch = {
  /** What was published up to this number comes as notifications only; null while the other process has not answered. */
  from: number | null;
  /** The number of the last news. */
  last: number;
  /** Notifications of news that have not come yet. */
  ahead: Change[];
};

export type LinkedNews = {
  /** Begins and ends to want what other processes publish to an owner. */
  watch(key: string): void;
  unwatch(key: string): void;
  /** Takes a notification. It is ignored if the news themselves come, or have come, over a link. */
  changed(change: Change): void;
  /** News come over this link from now on. */
  open(link: Link): {
    /** The other process sends what it publishes to an owner from after this number on. */
    onWatched(key: string, from: number): void;
    onNews(key: string, number: number, news: Published): void;
    onClosed(): void;
  };
};

/**
 * What other processes publish comes twice: as a notification, which says what to read again, and over a link, if there is one, as the news
 * themselves. The numbers of what a process publishes tell which notifications the link makes superfluous. If a link closes, those of which
 * the news have not come are used after all, so nothing is lost.
 */
export function createLinkedNews(on: {
  keys(): Iterable<string>;
  onNews(key: string, news: Published, process: string): void;
  onChanged(key: string, subject: string): void;
}): LinkedNews {
  const links = new Map<string, { link: Link; watches: Map<string, Watch> }>();

  function watchOver({ link, watches }: { link: Link; watches: Map<string, Watch> }, key: string): void {
    watches.set(key, { from: null, last: 0, ahead: [] });
    link.send({ watch: key });
  }

  return {
    watch(key) {
      for (const linked of links.values()) watchOver(linked, key);
    },
    unwatch(key) {
      for (const { link, watches } of links.values()) if (watches.delete(key)) link.send({ unwatch: key });
    },
    changed(change) {
      const { process, number, key, subject } = change;
      const watch = links.get(process)?.watches.get(key);
      if (!watch || watch.from === null || number <= watch.from) on.onChanged(key, subject);
      else if (number > watch.last) watch.ahead.push(change);
    },
    open(link) {
      const linked = { link, watches: new Map<string, Watch>() };
      links.set(link.process, linked);
      for (const key of on.keys()) watchOver(linked, key);
      return {
        onWatched(key, from) {
          const watch = linked.watches.get(key);
          if (watch) watch.from = from;
        },
        onNews(key, number, news) {
          const watch = linked.watches.get(key);
          if (!watch) return;
          watch.last = number;
          watch.ahead = watch.ahead.filter((change) => change.number > number);
          on.onNews(key, news, link.process);
        },
        onClosed() {
          if (links.get(link.process) === linked) links.delete(link.process);
          for (const { ahead } of linked.watches.values())
            for (const { key, subject } of ahead) on.onChanged(key, subject);
        },
      };
    },
  };
}
