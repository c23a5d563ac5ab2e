import { LRUCache } from 'lru-cache';

/** Who waits for work on a file: a person or a guest, and the network that the file came from, if it is known. */
export type Turn = { owner: string; network: string | null };

/** How long the use of a person is remembered, after the last time, in milliseconds. */
const rememberedMs = 10 * 60_000;
/** What counts as used, in seconds, when work had to be ended from outside: that person is last for as long as it is remembered. */
const ofEnded = 1_000_000;

export type Shares = {
  /** Counts time that was used, in seconds. `wasEnded`: the work was ended because it took too much time or memory. */
  add(turn: Turn, seconds: number, wasEnded?: boolean): void;
  /** Whether work of this person or guest was ended lately. */
  isLast(turn: Turn): boolean;
  /**
   * Chooses whose work is next, and takes it, after the choices that were asked for before. Two that are made at once would both take work of
   * the same person.
   */
  choose<Choice>(choice: () => Promise<Choice>): Promise<Choice>;
  /** Who comes first, as `Array.sort` takes it: who has used less, alone and together with their network. Zero if both have used the same. */
  compare(a: Turn, b: Turn): number;
};

/**
 * How much work people and networks have had done lately. Those who wait take turns by it: many files of one person, or of many accounts in one
 * network, do not keep others waiting. Each process has its own.
 */
export function createShares(): Shares {
  const used = new LRUCache<string, number>({ max: 10_000, ttl: rememberedMs });
  const ofOwner = ({ owner }: Turn) => used.get(`owner ${owner}`) ?? 0;
  const ofNetwork = ({ network }: Turn) => (network === null ? 0 : (used.get(`network ${network}`) ?? 0));
  let lastChoice: Promise<unknown> = Promise.resolve();
  const ofBoth = (turn: Turn) => Math.max(ofOwner(turn), ofNetwork(turn));
  return {
    add(turn, seconds, wasEnded = false) {
      // Short work counts, too.
      const share = Math.max(1, Math.round(seconds));
      used.set(`owner ${turn.owner}`, ofOwner(turn) + share + (wasEnded ? ofEnded : 0));
      if (turn.network !== null) used.set(`network ${turn.network}`, ofNetwork(turn) + share);
    },
    choose(choice) {
      const made = lastChoice.then(choice);
      lastChoice = made.catch(() => {});
      return made;
    },
    isLast: (turn) => ofOwner(turn) >= ofEnded,
    compare: (a, b) => ofBoth(a) - ofBoth(b) || ofOwner(a) - ofOwner(b),
  };
}
