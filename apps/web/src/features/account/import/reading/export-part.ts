import type { ImportProblem, ImportSource } from '@noek/contract/archive/imports';
import type { OfferedText } from '@noek/importers/importer';
import type { ListedConversation, Upload } from './messages.ts';

/** What a part contains, in its order. */
export type PartEntry =
  | { type: 'conversation'; listed: ListedConversation }
  | { type: 'left-out'; outcome: 'skipped' | 'failed'; problem: ImportProblem }
  | { type: 'problem'; problem: ImportProblem };

/** What to write of a part: conversations by their place in it, and offered texts as memories. */
export type ChosenOfPart = { conversations: ReadonlySet<number>; memories: { title: string; content: string }[] };

export type Steps = {
  /** Called often, with the share that is done, from 0 to 1. */
  onStep(share: number): void;
  signal: AbortSignal;
};

/** An archive of Noek, or the export of another product. Everything throws UnreadableExport. */
export type ExportPart = {
  source: ImportSource;
  /** How many memories are imported with it. */
  memories: number;
  list(steps: Steps): AsyncGenerator<PartEntry>;
  offeredTexts(steps: Steps): Promise<OfferedText[]>;
  /** Writes what was chosen to an archive of Noek. `list` must have ended. */
  write(chosen: ChosenOfPart, steps: Steps): Promise<Upload>;
};
