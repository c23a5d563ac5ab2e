import type { UsedMemory } from '@noek/contract/chat/answers';
import type { Deps } from '../../../deps.ts';
import { cutText } from '../../../text/cut-text.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import { type Asked, askedStems, rarityOf } from '../../../text/word-match.ts';
import type { MemoryScope } from '../records/memory.queries.ts';
import { type KnownMemory, knownMemories, memoryLine } from './known-memories.ts';

/** A memory as an answer is given it: `line` is its text in the prompt. */
export type RelevantMemory = UsedMemory & { content: string; line: string };

export type MemoriesWanted = Asked & {
  scope: MemoryScope;
  /** How many tokens all of them together may take. */
  budgetTokens: number;
};

/** At most this many important memories go with every answer. They are shortened if they do not fit. */
const mostImportant = 100;
/** The most memories that an answer is given while not all of them are important. */
const mostGiven = 24;
/** The greatest weight of each reason in the order of memories. */
const weights = { match: 3, importance: { high: 2, normal: 1, low: 0 }, recency: 1 };
/** After this time, recency counts half. */
const halfLifeMs = 60 * 24 * 60 * 60_000;

/**
 * The memories for an answer, the most relevant first; none while memory is off. Relevance is the match of words with the question
 * and the turns before it, then importance and recency. Important ones always go.
 */
export async function relevantMemories(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  wanted: MemoriesWanted,
): Promise<RelevantMemory[]> {
  const known = await knownMemories(db, wanted.scope);
  if (known.length === 0) return [];
  const score = scorer(known, wanted, now().getTime());
  const ranked = known.map((memory) => ({ memory, score: score(memory) })).sort((a, b) => b.score - a.score);
  return fitting(
    ranked.map(({ memory }) => memory),
    wanted.budgetTokens,
  );
}

function scorer(known: readonly KnownMemory[], asked: Asked, now: number) {
  const matches = new Map<KnownMemory, number>();
  for (const [stem, weight] of askedStems(asked)) {
    const having = known.filter(({ stems }) => stems.has(stem));
    const rarity = weight * rarityOf(having.length, known.length);
    for (const memory of having) matches.set(memory, (matches.get(memory) ?? 0) + rarity);
  }
  return (memory: KnownMemory): number => {
    const match = matches.get(memory) ?? 0;
    const age = Math.max(0, now - memory.updatedAt.getTime());
    return (
      weights.match * (match / (1 + match)) +
      weights.importance[memory.importance] +
      weights.recency * 2 ** (-age / halfLifeMs)
    );
  };
}

/** The memories that fit, in the same order: room goes to the important ones first, then to the best of the others. */
function fitting(ranked: readonly KnownMemory[], budgetTokens: number): RelevantMemory[] {
  const important = ranked.filter(({ importance }) => importance === 'high').slice(0, mostImportant);
  let left = budgetTokens - important.reduce((sum, { tokens }) => sum + tokens, 0);
  if (left < 0) return shortened(important, budgetTokens);
  const taken = new Set(important);
  for (const memory of ranked) {
    if (taken.size >= mostGiven) break;
    if (taken.has(memory) || memory.tokens > left) continue;
    left -= memory.tokens;
    taken.add(memory);
  }
  return ranked.filter((memory) => taken.has(memory));
}

/** Gives each memory the same share. Short ones stay whole, and the longer ones share what those leave over. */
function shortened(memories: readonly KnownMemory[], budgetTokens: number): RelevantMemory[] {
  const bySize = memories.toSorted((a, b) => a.tokens - b.tokens);
  let left = budgetTokens;
  const cut = new Map<string, RelevantMemory>();
  for (const [at, memory] of bySize.entries()) {
    const share = left / (bySize.length - at);
    const kept = memory.tokens <= share ? memory : cutTo(memory, share);
    if (!kept) continue;
    left -= estimateTokens(kept.line);
    cut.set(kept.id, kept);
  }
  return memories.flatMap(({ id }) => cut.get(id) ?? []);
}

/** The memory with as much of its content as fits; null if not even its title does. */
function cutTo(memory: KnownMemory, tokens: number): RelevantMemory | null {
  const lineOf = (length: number) =>
    memoryLine({ ...memory, content: `${cutText(memory.content, length).trimEnd()}…` });
  const fits = (length: number) => estimateTokens(lineOf(length)) <= tokens;
  let low = 0;
  let high = memory.content.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return fits(low) ? { id: memory.id, title: memory.title, content: memory.content, line: lineOf(low) } : null;
}
