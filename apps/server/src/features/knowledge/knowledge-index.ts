import type { KnowledgeDocument } from '../../integrations/knowledge/knowledge-source.ts';
import { estimateTokens } from '../../text/estimate-tokens.ts';
import { stemsOf } from '../../text/stems.ts';
import { type Asked, askedStems, questionStems, rarityOf, recentStems } from '../../text/word-match.ts';
import { inTurns } from './in-turns.ts';
import { type Passage, passagesOf } from './passages.ts';

/** The passages that contain a word, by word. */
export type KnowledgeIndex = { passages: readonly Passage[]; having: ReadonlyMap<string, readonly number[]> };

/** The most passages that one answer is given. */
const mostGiven = 8;
/** A passage fits if it has this share of the question's words, or words of this weight. Rare words weigh more. */
const enough = { share: 0.33, words: 1.2 };
/** Passages that fit much worse than the best one are left out. */
const shareOfBest = 0.4;
/** A question with fewer words than this may be about what was said before it. */
const shortQuestion = 4;

/** Words of requests, as stems, which say nothing about their subject. */
const requestStems = new Set(
  'tell give show say said explain write make find help know need want please list descri create get use like thing question answer'
    .split(' ')
    .flatMap(stemsOf),
);

/** Splits documents into passages and prepares these for `chooseFrom`. Lets other work pass meanwhile. */
export async function indexOf(documents: readonly KnowledgeDocument[]): Promise<KnowledgeIndex> {
  const passages: Passage[] = [];
  const having = new Map<string, number[]>();
  await inTurns(passagesOf(documents), (passage) => {
    for (const stem of new Set(stemsOf(`${passage.title}\n${passage.text}`))) {
      const list = having.get(stem);
      if (list) list.push(passages.length);
      else having.set(stem, [passages.length]);
    }
    passages.push(passage);
  });
  return { passages, having };
}

/**
 * The passages for a question, the best first, at most `budgetTokens` of them; often none. Relevance is the match of words with the
 * question and the turns before it, by the rule of memories. The words of the question decide whether a passage fits at all; a
 * short question may also be about the last turns.
 */
export function chooseFrom({ passages, having }: KnowledgeIndex, asked: Asked, budgetTokens: number): Passage[] {
  const rarity = (stem: string) => rarityOf(having.get(stem)?.length ?? 1, passages.length);
  /** How much of the words each passage has. */
  const matchesOf = (stems: Iterable<readonly [string, number]>): Float64Array => {
    const matches = new Float64Array(passages.length);
    for (const [stem, weight] of stems) {
      const counts = weight * rarity(stem);
      for (const at of having.get(stem) ?? []) matches[at] = (matches[at] ?? 0) + counts;
    }
    return matches;
  };
  const fits = new Set<number>();
  for (const stems of turnsAskedAbout(asked)) {
    const telling = [...stems].filter((stem) => !requestStems.has(stem));
    const whole = telling.reduce((sum, stem) => sum + rarity(stem), 0);
    const least = Math.min(enough.share * whole, enough.words);
    const matches = matchesOf(telling.map((stem) => [stem, 1]));
    for (const [at, match] of matches.entries()) if (match > 0 && match >= least) fits.add(at);
  }
  if (fits.size === 0) return [];
  const matches = matchesOf(askedStems(asked));
  const ranked = [...fits]
    .map((at) => [at, matches[at] ?? 0] as const)
    .toSorted(([a, matchOfA], [b, matchOfB]) => matchOfB - matchOfA || a - b);
  const [, best = 0] = ranked[0] ?? [];
  let left = budgetTokens;
  const chosen: Passage[] = [];
  for (const [at, match] of ranked) {
    const passage = passages[at];
    if (chosen.length === mostGiven || match < shareOfBest * best) break;
    const tokens = passage ? tokensOf(passage) : Number.POSITIVE_INFINITY;
    if (!passage || tokens > left) continue;
    left -= tokens;
    chosen.push(passage);
  }
  return chosen;
}

/** How many tokens a passage takes in a prompt, with its number and marks. */
const tokensOf = ({ title, text }: Passage): number => estimateTokens(JSON.stringify({ title, text })) + 12;

function turnsAskedAbout(asked: Asked): Set<string>[] {
  const own = questionStems(asked);
  const mayFollow = own.size < shortQuestion && /[?？]/.test(asked.question);
  return mayFollow ? [own, ...recentStems(asked).slice(0, 2)] : [own];
}
