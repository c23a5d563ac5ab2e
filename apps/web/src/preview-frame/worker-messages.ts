import type { GivenFile } from './messages.ts';

/** What the frame sends to the worker with a program. */
export type ToWorker = { content: string; files: GivenFile[]; python: string };

export type FromWorker =
  | { type: 'started' }
  | { type: 'output'; stream: 'out' | 'error'; text: string }
  | { type: 'svg'; svg: string }
  | { type: 'picture'; png: ArrayBuffer; width: number; height: number }
  | { type: 'problem'; message: string; line: number | null }
  /** The frame looks for the place of a mistake in the source, which a worker is not told. */
  | { type: 'syntax'; message: string }
  | { type: 'ended' };
