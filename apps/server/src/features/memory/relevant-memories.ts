import type { Memory } from '@noek/contract/memory';
import { preparedQuery } from '@noek/db/prepared';
import { and, desc, eq } from 'drizzle-orm';
import type { Deps } from '../../deps.ts';
import { stemsOf } from './words/stems.ts';

/** A memory as an answer is given it. `content` may be shortened. */
export type RelevantMemory = Pick<Memory, 'id' | 'title' | 'content' | 'category' | 'importance'> & { updatedAt: Date };

export type MemoriesWanted = {
  userId: string;
  /** The message that is answered. */
  question: string;
  /** The turns before it, newest first. */
  recent: readonly string[];
  /** How much all of them may take, in the unit of `tokensOf`. */
  budgetTokens: number;
  /** The size of a text in the prompt. */
  tokensOf: (text: string) => number;
};

/** The newest memories that are looked at. Only administrators can have more. */
const mostRead = 1_000;
/** So many important memories go with every answer, shortened if they must. */
const mostImportant = 100;
/** How many turns before the question count, and how much they count compared with it. */
const recentTurns = 4;
const recentWeight = 0.4;
/** The greatest share of each reason in the order of memories. */
const weights = { match: 3, importance: { high: 2, normal: 1, low: 0 }, recency: 1 };
/** After this time, recency counts half. */
const halfLifeMs = 60 * 24 * 60 * 60_000;

/** A memory as it stands in the prompt. */
export const memoryLine = ({ title, content, category }: Pick<Memory, 'title' | 'content' | 'category'>): string =>
  `- ${title} (${category}): ${content.replace(/\s+/g, ' ')}`;

/**
 * The memories for an answer, the most relevant first; none while memory is off, which is read in the same query. Relevance is the
 * match of words with the question and the turns before it, then importance and recency. Important ones always go.
 */
export async function relevantMemories(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  wanted: MemoriesWanted,
): Promise<RelevantMemory[]> {
  const known = await readable.run(db, { userId: wanted.userId, limit: mostRead });
  if (known.length === 0) return [];
  const score = scorer(known, wanted, now().getTime());
  const ranked = known.map((memory) => ({ memory, score: score(memory) })).sort((a, b) => b.score - a.score);
  return fitting(
    ranked.map(({ memory }) => memory),
    wanted,
  );
}

const readable = preparedQuery<{ userId: string; limit: number }, RelevantMemory[]>(
  'relevant_memories',
  (orm, { memories: m, users: u }, value) =>
    orm
      .select({
        ...{ id: m.id, title: m.title, content: m.content, category: m.category, importance: m.importance },
        updatedAt: m.updatedAt,
      })
      .from(m)
      .innerJoin(u, eq(u.id, m.userId))
      .where(and(eq(m.userId, value('userId')), eq(u.memoryEnabled, true)))
      .orderBy(desc(m.createdAt), desc(m.id))
      .limit(value('limit')),
);

/** Words that few memories have count more, as in any full-text search. */
function scorer(known: readonly RelevantMemory[], { question, recent }: MemoriesWanted, now: number) {
  const asked = new Map<string, number>();
  for (const turn of recent.slice(0, recentTurns)) for (const stem of stemsOf(turn)) asked.set(stem, recentWeight);
  for (const stem of stemsOf(question)) asked.set(stem, 1);
  const hits = new Map<RelevantMemory, Set<string>>();
  const frequency = new Map<string, number>();
  if (asked.size > 0)
    for (const memory of known) {
      const stems = stemsOf(`${memory.title} ${memory.category} ${memory.content}`);
      const hit = new Set(stems.filter((stem) => asked.has(stem)));
      hits.set(memory, hit);
      for (const stem of hit) frequency.set(stem, (frequency.get(stem) ?? 0) + 1);
    }
  const rarity = (stem: string) => Math.log(1 + known.length / (frequency.get(stem) ?? 1)) / Math.log(1 + known.length);
  return (memory: RelevantMemory): number => {
    let match = 0;
    for (const stem of hits.get(memory) ?? []) match += rarity(stem) * (asked.get(stem) ?? 0);
    const age = Math.max(0, now - memory.updatedAt.getTime());
    return (
      weights.match * (match / (1 + match)) +
      weights.importance[memory.importance] +
      weights.recency * 2 ** (-age / halfLifeMs)
    );
  };
}

/** The memories that fit, in the same order: the important ones first of all, then the others from the best. */
function fitting(ranked: readonly RelevantMemory[], { budgetTokens, tokensOf }: MemoriesWanted): RelevantMemory[] {
  const size = (memory: RelevantMemory) => tokensOf(memoryLine(memory));
  const important = ranked.filter(({ importance }) => importance === 'high').slice(0, mostImportant);
  let left = budgetTokens - important.reduce((sum, memory) => sum + size(memory), 0);
  if (left < 0) return shortened(important, budgetTokens, tokensOf);
  const taken = new Set(important);
  for (const memory of ranked) {
    if (taken.has(memory)) continue;
    const tokens = size(memory);
    if (tokens > left) continue;
    left -= tokens;
    taken.add(memory);
  }
  return ranked.filter((memory) => taken.has(memory));
}

/** Gives each of the memories the same share: short ones stay whole, and the others have what those leave over. */
function shortened(
  memories: readonly RelevantMemory[],
  budgetTokens: number,
  tokensOf: MemoriesWanted['tokensOf'],
): RelevantMemory[] {
  const bySize = memories
    .map((memory) => ({ memory, tokens: tokensOf(memoryLine(memory)) }))
    .sort((a, b) => a.tokens - b.tokens);
  let left = budgetTokens;
  const cut = new Map<string, RelevantMemory>();
  for (const [at, { memory, tokens }] of bySize.entries()) {
    const share = left / (bySize.length - at);
    const kept = tokens <= share ? memory : cutTo(memory, share, tokensOf);
    if (!kept) continue;
    left -= tokensOf(memoryLine(kept));
    cut.set(kept.id, kept);
  }
  return memories.flatMap(({ id }) => cut.get(id) ?? []);
}

/** The memory with as much of its content as fits; null if not even its title does. */
function cutTo(memory: RelevantMemory, tokens: number, tokensOf: MemoriesWanted['tokensOf']): RelevantMemory | null {
  const withLength = (length: number) => ({ ...memory, content: `${memory.content.slice(0, length).trimEnd()}…` });
  let low = 0;
  let high = memory.content.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (tokensOf(memoryLine(withLength(middle))) <= tokens) low = middle;
    else high = middle - 1;
  }
  return tokensOf(memoryLine(withLength(low))) <= tokens ? withLength(low) : null;
}
