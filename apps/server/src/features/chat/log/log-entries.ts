import type { Source, Usage } from '@noek/contract/chat/answers';
import type { AnswerPiece } from '@noek/contract/chat/stream';
import { withStep } from '@noek/contract/chat/with-step';
import type { MadeDocument } from '@noek/contract/documents/schemas';
import type { Database } from '@noek/db/database';
import type { LlmToolCall } from '../../../integrations/llm/llm.ts';

type Tables = Database['tables'];
export type LogEntry = Tables['generationEvents']['$inferSelect']['deltas'][number];
/** What the log of an answer adds to its row. */
type Logged = Pick<
  Tables['messages']['$inferSelect'],
  | 'content'
  | 'sequence'
  | 'steps'
  | 'sources'
  | 'usedInstructions'
  | 'documents'
  | 'reasoning'
  | 'answeredBy'
  | 'toolsLeftOut'
  | 'modelsGone'
  | 'usage'
>;

/** A tool call of an answer. The numbers of an answer's calls count from 0. */
export type ToolUse = { number: number; call: LlmToolCall };

/**
 * The hidden entries: the calls that a model asked for, before they run, and then each result. So another process knows what
 * was done when it takes over. `byModel` is false for calls that the person asked for.
 */
export type TurnEntry =
  | {
      byModel: boolean;
      text: string;
      calls: readonly ToolUse[];
      answeredBy: string | null;
      reasoningMs: number;
      toolsLeftOut?: true;
      modelsGone?: string[];
      /** What the answer has used so far. */
      usage?: Usage;
    }
  | { number: number; result: string; sources: readonly Source[]; documents?: readonly MadeDocument[] };

/** A model call that asked for tools: its text, and the calls with their results so far. */
export type ModelTurn = { byModel: boolean; text: string; uses: (ToolUse & { result: string | null })[] };

/** The event that followers get for an entry. One that is hidden from them has the form of an empty delta. */
export function eventOf(sequence: number, entry: LogEntry): AnswerPiece {
  if (typeof entry === 'string') return { type: 'delta', sequence, text: entry };
  if ('step' in entry) return { type: 'step', sequence, step: entry.step };
  if ('reasoning' in entry) return { type: 'reasoning', sequence, text: entry.reasoning };
  return { type: 'delta', sequence, text: '' };
}

/** A row with the next entry of its log. */
export function withEntry<Row extends Logged>(row: Row, entry: LogEntry): Row {
  const sequence = row.sequence + 1;
  if (typeof entry === 'string') return { ...row, sequence, content: row.content + entry };
  if ('step' in entry) return { ...row, sequence, steps: withStep(row.steps ?? [], entry.step) };
  if ('reasoning' in entry) {
    const { text, ms } = row.reasoning ?? { text: '', ms: 0 };
    return { ...row, sequence, reasoning: { text: text + entry.reasoning, ms } };
  }
  if ('sources' in entry)
    return { ...row, sequence, sources: withSources(row.sources, entry.sources), usage: entry.usage ?? row.usage };
  if ('instructions' in entry)
    return { ...row, sequence, usedInstructions: withInstructions(row.usedInstructions, entry.instructions) };
  const turn = entry.turn as TurnEntry;
  if ('result' in turn) {
    const documents = turn.documents ? withDocuments(row.documents, turn.documents) : row.documents;
    return { ...row, sequence, sources: withSources(row.sources, turn.sources), documents };
  }
  const reasoning = row.reasoning && { ...row.reasoning, ms: turn.reasoningMs };
  return {
    ...row,
    sequence,
    reasoning,
    answeredBy: turn.answeredBy,
    toolsLeftOut: turn.toolsLeftOut ?? row.toolsLeftOut,
    modelsGone: turn.modelsGone ?? row.modelsGone,
    usage: turn.usage ?? row.usage,
  };
}

/** The text and reasoning in a log after the last entry that says what the answer has used. */
export function uncountedIn(entries: readonly LogEntry[]): string {
  const last = entries.findLastIndex(
    (entry) => typeof entry !== 'string' && ('turn' in entry ? 'calls' in (entry.turn as TurnEntry) : 'usage' in entry),
  );
  return entries
    .slice(last + 1)
    .map((entry) => (typeof entry === 'string' ? entry : 'reasoning' in entry ? entry.reasoning : ''))
    .join('');
}

/** The process that makes the answer has its sources before the log. */
function withSources(known: Source[] | null, added: readonly Source[]): Source[] | null {
  const fresh = added.filter(({ number }) => !known?.some((source) => source.number === number));
  return fresh.length > 0 ? [...(known ?? []), ...fresh] : known;
}

/** Each document once, as it was last made or changed. */
export function withDocuments(known: MadeDocument[] | null, made: readonly MadeDocument[]): MadeDocument[] {
  const all = new Map((known ?? []).map((document) => [document.id, document]));
  for (const document of made)
    if ((all.get(document.id)?.version ?? 0) < document.version) all.set(document.id, document);
  return [...all.values()];
}

/** An answer that is continued may have been given others before: of each kind, it keeps the last ones. */
function withInstructions(known: Logged['usedInstructions'], given: NonNullable<Logged['usedInstructions']>) {
  const kept = (known ?? []).filter(
    (one) => !given.some((other) => (one.project === null) === (other.project === null)),
  );
  return [...kept, ...given].sort((one, other) => Number(one.project !== null) - Number(other.project !== null));
}

/** The turns that a log contains, and how many of its first entries they cover. The entries after them were not finished. */
export function turnsIn(entries: readonly LogEntry[]): { turns: ModelTurn[]; covered: number } {
  const turns: ModelTurn[] = [];
  let covered = 0;
  for (const [at, entry] of entries.entries()) {
    if (typeof entry === 'string' || !('turn' in entry)) continue;
    const turn = entry.turn as TurnEntry;
    if ('calls' in turn)
      turns.push({ byModel: turn.byModel, text: turn.text, uses: turn.calls.map((use) => ({ ...use, result: null })) });
    else {
      const use = turns.at(-1)?.uses.find(({ number }) => number === turn.number);
      if (use) use.result = turn.result;
    }
    covered = at + 1;
  }
  return { turns, covered };
}
