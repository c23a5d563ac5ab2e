import type { Chosen, Listing } from '../reading/messages.ts';

/** What a person has ticked: conversations by their place in the list, and pieces of the offered texts by `pieceKey`. */
export type Choice = { conversations: ReadonlySet<number>; pieces: ReadonlySet<string> };

export const pieceKey = (text: number, piece: number) => `${text}/${piece}`;

/** How it begins: all conversations, and no memory. */
export const firstChoice = ({ conversations }: Listing): Choice => ({
  conversations: new Set(conversations.keys()),
  pieces: new Set(),
});

/** The same as the worker needs it. */
export const chosenOf = ({ texts }: Listing, { conversations, pieces }: Choice): Chosen => ({
  conversations: [...conversations].sort((a, b) => a - b),
  pieces: texts.flatMap((text, at) =>
    text.pieces.flatMap((_, piece): Chosen['pieces'] => (pieces.has(pieceKey(at, piece)) ? [[at, piece]] : [])),
  ),
});

/** Whether all, some or none of them are ticked, as a checkbox shows it. */
export function tickedOf<Key>(keys: readonly Key[], ticked: ReadonlySet<Key>): boolean | 'indeterminate' {
  const count = keys.filter((key) => ticked.has(key)).length;
  return count === 0 ? false : count === keys.length || 'indeterminate';
}

/** The ticked ones after these were ticked or not. */
export function withTicked<Key>(ticked: ReadonlySet<Key>, keys: readonly Key[], isTicked: boolean): ReadonlySet<Key> {
  const changed = new Set(ticked);
  for (const key of keys) {
    if (isTicked) changed.add(key);
    else changed.delete(key);
  }
  return changed;
}
