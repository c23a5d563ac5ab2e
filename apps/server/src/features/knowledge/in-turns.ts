import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long one piece of work runs before other work gets a turn, in milliseconds. */
const turnMs = 10;

/** Calls `work` for each item of an iterable, and lets other work run every few milliseconds. */
export async function inTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let until = performance.now() + turnMs;
  for (const item of items) {
    work(item);
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + turnMs;
  }
}
