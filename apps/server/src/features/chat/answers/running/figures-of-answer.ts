import { type Figure, firstTokenBucket } from '../../../figures/figures.ts';
import { AnsweringModel } from './answering-model.ts';
import type { RunningAnswer } from './running-answer.ts';

/** What figures and metrics count of an answer. */
export const measuresOf = ({ row, text, record }: Pick<RunningAnswer, 'row' | 'text' | 'record'>) => ({
  row,
  model: record.of(AnsweringModel).name,
  firstTokenMs: text.firstTokenMs,
  waitedMs: text.events.waitedMs,
});

/** What an answer that has ended adds to the figures. */
export function figuresOfAnswer(answer: Parameters<typeof measuresOf>[0]): Figure[] {
  const { row, model, firstTokenMs, waitedMs } = measuresOf(answer);
  return [
    { metric: 'answers', label: row.status, amount: 1 },
    ...(model === null ? [] : [{ metric: 'models', label: model, amount: 1 } as const]),
    ...(firstTokenMs === null
      ? []
      : [{ metric: 'first-token', label: firstTokenBucket(firstTokenMs), amount: 1 } as const]),
    ...(waitedMs === null
      ? []
      : ([
          { metric: 'queue', label: 'waited', amount: 1 },
          { metric: 'queue', label: 'ms', amount: Math.round(waitedMs) },
        ] as const)),
  ];
}
