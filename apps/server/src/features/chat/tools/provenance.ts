import type { Database } from '@noek/db/database';
import { isTyped, mayBePasted, sourceOf, wordsOfTurns } from '../../memory/words/own-words.ts';
import type { Spoken } from '../prompt/history.ts';
import { broughtOutsideText } from '../records/outside-text.ts';
import { type OwnMessage, ownMessages } from '../records/own-messages.ts';

/** Where the words of an answer's prompt come from. It is read once, however often a model calls tools. */
export type Provenance = {
  /**
   * The person's message that a text comes from. null: the question is not the person's own, because it was copied or imported.
   * `isCertain`: others have had no part in it. If not, the person is asked before it is kept.
   */
  of(text: string, isRequest?: boolean): Promise<{ source: OwnMessage; isCertain: boolean } | null>;
};

type Asked = {
  question: { id: string };
  /** The conversation up to the question, oldest first. */
  turns: readonly Spoken[];
  /** Whether this answer was given text of others by now: pages, files, passages, a program's instructions. */
  isGivenOutsideText: () => boolean;
};

/**
 * Tells whether others may have had a part in what a model wants to save. They may have if the prompt has a text that is not the person's:
 * of this answer or of an earlier one, or pasted. Otherwise the person must have typed most of it, because it may be the assistant's own.
 * A request of the person needs no such look at its words.
 */
export function provenanceOf(db: Database, { question, turns, isGivenOutsideText }: Asked): Provenance {
  const read = async () => {
    const own = await ownMessages(db, question.id);
    const isOutside =
      (await broughtOutsideText(db, question.id)) ||
      turns.some(({ role, content }) => role === 'user' && mayBePasted(content));
    return { own, isOutside, words: isOutside ? null : wordsOfTurns(turns) };
  };
  let found: ReturnType<typeof read> | null = null;
  return {
    async of(text, isRequest = false) {
      found ??= read().catch((error: unknown) => {
        found = null;
        throw error;
      });
      const { own, isOutside, words } = await found;
      const [first, ...rest] = own;
      if (first?.id !== question.id) return null;
      const isCertain = !isOutside && !isGivenOutsideText() && (isRequest || (words !== null && isTyped(text, words)));
      return { source: isRequest ? first : sourceOf(text, [first, ...rest]), isCertain };
    },
  };
}
