import { type Figure, firstTokenBucket } from '../../../figures/figures.ts';
import type { RunningAnswer } from './running-answer.ts';

/** What an answer that has ended adds to the figures. */
export function figuresOfAnswer({
  row,
  model,
  firstTokenMs,
  waitedMs,
}: Pick<RunningAnswer, 'row' | 'model' | 'firstTokenMs' | 'waitedMs'>): Figure[] {
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
