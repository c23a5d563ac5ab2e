import type { Link, LinkEnd, LinkMessage, Links } from '../../../processes/links.ts';
import type { FollowedEvent, Follower } from './follower.ts';
import type { Published } from './linked-news.ts';
import type { Live } from './live.ts';

/** Answers that other processes make, over the links to them. */
export type RemoteAnswers = {
  /**
   * Calls back for the events after `after` of an answer that `process` makes. Returns how to stop; null without a link to it. `onMoved` is
   * called if it does not make the answer (any more), or if the link closes.
   */
  follow(process: string, messageId: string, after: number, follower: Follower): (() => void) | null;
  /** Whether there is a link to this process. */
  reaches(process: string): boolean;
};

type Makes = {
  follow(messageId: string, after: number, follower: Follower): (() => void) | null;
};

/** What the two ends of a link say. The end that reads has called the other one. */
type FromReader =
  | { watch: string }
  | { unwatch: string }
  | { follow: number; messageId: string; after: number }
  | { leave: number };
type ToReader =
  | { watched: string; from: number }
  | { published: string; number: number; news: Published }
  | { answer: number; event: FollowedEvent }
  | { moved: number };

/** Reads over the links that this process has called, and answers over those that others have. */
export function createRemoteAnswers(links: Links, live: Live, generations: Makes): RemoteAnswers {
  /** By the id of the process that makes the answers. */
  const readers = new Map<string, Makes['follow']>();

  function onCalling(link: Link): LinkEnd {
    const news = live.openLink(link);
    const followers = new Map<number, Follower>();
    let follows = 0;
    const say = (message: FromReader) => link.send(message);
    const follow: Makes['follow'] = (messageId, after, follower) => {
      const number = ++follows;
      followers.set(number, follower);
      say({ follow: number, messageId, after });
      return () => {
        if (followers.delete(number)) say({ leave: number });
      };
    };
    readers.set(link.process, follow);
    return {
      onMessage(message: LinkMessage) {
        const heard = message as ToReader;
        if ('answer' in heard) {
          const follower = followers.get(heard.answer);
          if (heard.event.type === 'done') followers.delete(heard.answer);
          follower?.onEvent(heard.event);
        } else if ('published' in heard) news.onNews(heard.published, heard.number, heard.news);
        else if ('watched' in heard) news.onWatched(heard.watched, heard.from);
        else if ('moved' in heard) {
          const follower = followers.get(heard.moved);
          followers.delete(heard.moved);
          follower?.onMoved();
        }
      },
      onClosed() {
        if (readers.get(link.process) === follow) readers.delete(link.process);
        news.onClosed();
        const left = [...followers.values()];
        followers.clear();
        for (const { onMoved } of left) onMoved();
      },
    };
  }

  function onCalled(link: Link): LinkEnd {
    const relays = new Map<string, () => void>();
    const follows = new Map<number, () => void>();
    const say = (message: ToReader) => link.send(message);
    const stop = <Key>(stops: Map<Key, () => void>, key: Key) => {
      stops.get(key)?.();
      stops.delete(key);
    };
    return {
      onMessage(message: LinkMessage) {
        const heard = message as FromReader;
        if ('watch' in heard) {
          const key = heard.watch;
          stop(relays, key);
          const relay = live.relay(key, (number, news) => say({ published: key, number, news }));
          relays.set(key, relay.stop);
          say({ watched: key, from: relay.from });
        } else if ('unwatch' in heard) stop(relays, heard.unwatch);
        else if ('leave' in heard) stop(follows, heard.leave);
        else if ('follow' in heard) {
          const number = heard.follow;
          follows.set(number, () => {});
          const leave = generations.follow(heard.messageId, heard.after, {
            onEvent(event) {
              say({ answer: number, event });
              if (event.type === 'done') follows.delete(number);
            },
            onMoved() {
              say({ moved: number });
              follows.delete(number);
            },
          });
          if (!leave) {
            follows.delete(number);
            say({ moved: number });
          } else if (follows.has(number)) follows.set(number, leave);
        }
      },
      onClosed() {
        for (const leave of [...relays.values(), ...follows.values()]) leave();
      },
    };
  }

  links.use({ onCalling, onCalled });
  return {
    follow: (process, ...rest) => readers.get(process)?.(...rest) ?? null,
    reaches: (process) => readers.has(process),
  };
}
