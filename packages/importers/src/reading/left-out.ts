import type { ForeignConversation, Found, ImportProblem, LeftOut, LeftOutKind } from '../importer.ts';
import { firstText, recordOf } from './values.ts';

/** One of them, and several, in the order in which reports name them. */
const names: Record<LeftOutKind, readonly [one: string, several: string]> = {
  messages: ['message of a form that Noek does not know', 'messages of a form that Noek does not know'],
  'system-prompts': ['system prompt', 'system prompts'],
  calls: ['call of a tool', 'calls of tools'],
  cards: ['card without words', 'cards without words'],
  pictures: ['picture that is not in the export', 'pictures that are not in the export'],
  recordings: ['recording', 'recordings'],
  references: ['reference without its page or file', 'references without their pages or files'],
  others: ['part that Noek could not read', 'parts that Noek could not read'],
};
const kinds = Object.keys(names) as LeftOutKind[];

const number = new Intl.NumberFormat('en-US');
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const counted = (kind: LeftOutKind, count: number) => `${number.format(count)} ${names[kind][count === 1 ? 0 : 1]}`;

export function countLeftOut(leftOut: LeftOut, kind: LeftOutKind, count = 1): void {
  leftOut.set(kind, (leftOut.get(kind) ?? 0) + count);
}

/** What was left out, as text: "2 calls of tools and 1 recording". */
export const leftOutText = (leftOut: ReadonlyMap<LeftOutKind, number>): string =>
  list.format(kinds.filter((kind) => leftOut.has(kind)).map((kind) => counted(kind, leftOut.get(kind) ?? 0)));

/** How many characters of a title the report shows. */
const shownTitle = 40;

/** Adds up what conversations leave out, for one line of the report. */
export class LeftOutReport {
  readonly #found = new Map<LeftOutKind, { count: number; conversations: number; title: string }>();

  add({ conversation: { title }, leftOut }: Pick<ForeignConversation, 'conversation' | 'leftOut'>): void {
    for (const [kind, count] of leftOut) {
      const before = this.#found.get(kind) ?? { count: 0, conversations: 0, title };
      this.#found.set(kind, {
        ...before,
        count: before.count + count,
        conversations: before.conversations + 1,
      });
    }
  }

  /** The line, or null if nothing was left out. */
  problem(): ImportProblem | null {
    const parts = kinds.flatMap((kind) => {
      const found = this.#found.get(kind);
      if (!found) return [];
      const { count, conversations, title } = found;
      const short = title.length > shownTitle ? `${title.slice(0, shownTitle).toWellFormed().trimEnd()}…` : title;
      const where = conversations === 1 ? `“${short}”` : `${number.format(conversations)} conversations`;
      return [`${counted(kind, count)} in ${where}`];
    });
    if (parts.length === 0) return null;
    return { title: 'Left out of messages', reason: `${parts.join('; ')}. The words around them were kept.` };
  }
}

/** An item among the conversations of an export that is not one. */
export const unknownItem = (item: unknown): Found => {
  const { title, name } = recordOf(item);
  const reason = 'It has no form of a conversation that Noek knows.';
  return {
    type: 'left-out',
    outcome: 'failed',
    problem: { title: firstText(title, name).slice(0, 300).toWellFormed() || 'Untitled', reason },
  };
};
