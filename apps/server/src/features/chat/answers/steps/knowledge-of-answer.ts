import type { Source } from '@noek/contract/chat/answers';
import { markdownToText } from '../../../../text/markdown-to-text.ts';
import type { Knowledge } from '../../../knowledge/knowledge.ts';
import { tokensFor } from '../../prompt/budget.ts';
import type { History } from '../../prompt/history.ts';
import { type DataPart, knowledgeName } from '../../prompt/prompt.ts';
import type { AnswerOptions } from '../running/answer-options.ts';
import { AnswerSources } from '../running/answer-sources.ts';
import type { RunningAnswer } from '../running/running-answer.ts';

type Asked = Pick<AnswerOptions, 'question'> & { history: History; contextTokens: number };

/** What people read as the place of a passage. */
const site = 'Knowledge base';

/**
 * The passages of the knowledge base that an answer is given, as a part of its prompt, noted as its first sources. An answer that is
 * continued, or taken over from a process that died, keeps the passages and numbers that it has. Reads nothing but memory.
 */
export function knowledgeOfAnswer(
  knowledge: Pick<Knowledge, 'passagesFor' | 'revision'>,
  answer: RunningAnswer,
  { question, history, contextTokens }: Asked,
): DataPart[] {
  const given = answer.row.sources?.filter(({ kind }) => kind === 'knowledge') ?? [];
  if (given.length > 0) return [partOf(given.map((source) => ({ ...source, text: source.quote })))];
  const { revision } = knowledge;
  if (!revision) return [];
  const recent = history.turns.slice(0, -1).reverse();
  const passages = knowledge.passagesFor(
    { question: question.content, recent: recent.map(({ content }) => content) },
    tokensFor('knowledge', contextTokens),
  );
  if (passages.length === 0) return [];
  const sources = answer.record.of(AnswerSources).givePassages(
    passages.map(({ title, text }) => ({
      ...{ url: '', title, site, kind: 'knowledge', revision: revision.name },
      quote: markdownToText(text).replace(/\s+/g, ' ').trim(),
    })),
  );
  answer.text.putStep({
    ...{ id: 'knowledge', kind: 'knowledge', status: 'done', url: null, memoryId: null },
    text: `Found ${sources.length === 1 ? 'a passage' : `${sources.length} passages`} in the knowledge base`,
  });
  return [partOf(sources.map((source, at) => ({ ...source, text: passages[at]?.text ?? source.quote })))];
}

const partOf = (passages: readonly (Pick<Source, 'number' | 'title'> & { text: string })[]): DataPart => ({
  name: knowledgeName,
  content: JSON.stringify(
    passages.map(({ number, title, text }) => ({ number, title, text })),
    null,
    1,
  ),
});
