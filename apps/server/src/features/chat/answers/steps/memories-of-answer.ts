import type { UsedMemory } from '@noek/contract/chat/answers';
import type { Deps } from '../../../../deps.ts';
import { type RelevantMemory, relevantMemories } from '../../../memory/for-answers/relevant-memories.ts';
import { usedMemories } from '../../../memory/for-answers/used-memories.ts';
import { tokensFor } from '../../prompt/budget.ts';
import type { History } from '../../prompt/history.ts';
import { type DataPart, memoriesName } from '../../prompt/prompt.ts';
import type { MessageRow } from '../../records/chat.queries.ts';
import type { AnswerOptions } from '../running/answer-options.ts';
import { AnswerPart } from '../running/answer-record.ts';
import type { RunningAnswer } from '../running/running-answer.ts';

type Asked = Pick<AnswerOptions, 'owner' | 'user' | 'question'> & {
  /** The project whose memories it uses; null: those that all chats use. */
  memoryProjectId: string | null;
  history: History;
  contextTokens: number;
};

/**
 * The memories that an answer is given, as a part of its prompt. Its text decides which of them it has used. They are read for each model
 * call, so that memory that was turned off meanwhile is honoured.
 */
export async function memoriesOfAnswer(
  deps: Pick<Deps, 'db' | 'now' | 'log'>,
  answer: RunningAnswer,
  { owner, user, memoryProjectId, question, history, contextTokens }: Asked,
): Promise<DataPart[]> {
  if (!user) return [];
  const memories = await relevantMemories(deps, {
    scope: { userId: owner.id, projectId: memoryProjectId },
    question: question.content,
    recent: history.turns
      .slice(0, -1)
      .reverse()
      .map(({ content }) => content),
    budgetTokens: tokensFor('memories', contextTokens),
  }).catch((error): RelevantMemory[] => {
    // The answer comes without them.
    deps.log.error({ err: error, answer: answer.id }, 'memories could not be read');
    return [];
  });
  if (memories.length === 0) return [];
  answer.record.of(GivenMemories).add(memories, question.content);
  return [{ name: memoriesName, content: memories.map(({ line }) => line).join('\n') }];
}

/** The memories that an answer was given. */
class GivenMemories extends AnswerPart {
  #question = '';
  readonly #memories = new Map<string, RelevantMemory>();

  add(memories: readonly RelevantMemory[], question: string): void {
    this.#question = question;
    for (const memory of memories) this.#memories.set(memory.id, memory);
  }

  /**
   * Its text decides which of them it has used; those that a continued answer had before stay. The list may be empty: training data must not
   * have an answer that was given memories, whatever it used.
   */
  override atEnd({ usedMemories: stored, content }: MessageRow): { usedMemories: UsedMemory[] } {
    const before = stored ?? [];
    const ids = new Set(before.map(({ id }) => id));
    const used = usedMemories([...this.#memories.values()], { question: this.#question, answer: content });
    return { usedMemories: [...before, ...used.filter(({ id }) => !ids.has(id))] };
  }
}
