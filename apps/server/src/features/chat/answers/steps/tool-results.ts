import type { Document, MadeDocument } from '@noek/contract/documents/schemas';
import type { LlmToolCall } from '../../../../integrations/llm/llm.ts';
import { longestArguments as longestCall } from '../../../../integrations/llm/tool-calls/tool-call-collector.ts';
import { cutText } from '../../../../text/cut-text.ts';
import { estimateTokens } from '../../../../text/estimate-tokens.ts';
import type { ModelTurn, TurnEntry } from '../../log/log-entries.ts';
import { tokensFor } from '../../prompt/budget.ts';
import { editDocumentName, writeDocumentName } from '../../tools/document-tools.ts';
import { argumentsOf, type CallContext, runCall } from '../../tools/run-call.ts';
import { AnswerDocuments } from '../running/answer-documents.ts';
import { AnswerSources } from '../running/answer-sources.ts';
import type { RunningAnswer } from '../running/running-answer.ts';

/** Longer names and arguments are cut. A call with cut ones cannot run. In UTF-16 code units. */
const longestName = 100;
const longestArguments = 20_000;

type ToolJob = {
  answer: RunningAnswer;
  tools: Omit<CallContext, 'putStep' | 'addSources' | 'addDocument' | 'signal'>;
  contextTokens: number;
  /** Resolves once the log has what the answer did so far. */
  persist(): Promise<void>;
};

const longestFor = (name: string): number =>
  name === writeDocumentName || name === editDocumentName ? longestCall : longestArguments;

/** What was asked of the tools, after `text`. */
type Asked = { text: string; calls: readonly LlmToolCall[] };

/** The tool calls of one answer and their results. */
export class ToolResults {
  readonly #job: ToolJob;
  readonly #turns: ModelTurn[];
  readonly #byCall = new Map<string, string>();
  #tokensLeft: number;
  msLeft: number;

  constructor(job: ToolJob, turns: ModelTurn[], toolsMs: number) {
    this.#job = job;
    this.#turns = turns;
    this.msLeft = toolsMs;
    this.#tokensLeft = tokensFor('tools', job.contextTokens);
    for (const { uses } of turns) for (const { call, result } of uses) if (result !== null) this.#keep(call, result);
  }

  /** Notes the calls of the model or of the person. They are in the log before any of them runs. Returns false when none is new. */
  async begin({ text, calls }: Asked, atOnce: number, byModel = true): Promise<boolean> {
    const first = this.#turns.reduce((sum, { uses }) => sum + uses.length, 0);
    const ids = new Set<string>();
    const uses = calls.slice(0, atOnce).map((call, at) => {
      // A result is matched with its call by the id, so it must be unique.
      const isUsable = call.id !== '' && call.id.length <= longestName && !ids.has(call.id);
      const id = isUsable ? call.id : `call${String(first + at + 1).padStart(5, '0')}`;
      ids.add(id);
      const { name, arguments: given, extra } = call;
      const written = { name: cutText(name, longestName), arguments: cutText(given, longestFor(name)) };
      return { number: first + at, call: { id, ...written, ...(extra && { extra }) } };
    });
    noteCalls(this.#job.answer, { byModel, text, calls: uses });
    await this.#job.persist();
    this.#turns.push({ byModel, text, uses: uses.map((use) => ({ ...use, result: null })) });
    return uses.some(({ call }) => !this.#byCall.has(keyOf(call)));
  }

  /** Runs the calls of the last turn that have no result yet, side by side. The same call twice runs once. */
  async complete(): Promise<void> {
    const open = this.#turns.at(-1)?.uses.filter(({ result }) => result === null) ?? [];
    const { answer } = this.#job;
    // An answer that was stopped starts nothing any more.
    if (open.length === 0 || answer.abort.signal.aborted) return;
    const startedAt = performance.now();
    const isOver = AbortSignal.timeout(Math.max(1, Math.ceil(this.msLeft)));
    const signal = AbortSignal.any([answer.abort.signal, isOver]);
    const running = new Map<string, ReturnType<typeof runCall>>();
    await Promise.all(
      open.map(async (use) => {
        const key = keyOf(use.call);
        const known = this.#byCall.get(key);
        const outcome = running.get(key) ?? (known === undefined ? this.#run(use, signal) : null);
        if (outcome && !running.has(key)) running.set(key, outcome);
        const { result, sources, documents } = (await outcome) ?? { result: known ?? '', sources: [], documents: [] };
        // The process that takes over runs what was aborted again.
        if (answer.abort.signal.aborted) return;
        use.result = this.#keep(use.call, result);
        answer.text.log({
          turn: {
            ...{ number: use.number, result: use.result, sources },
            ...(documents.length > 0 && { documents: documents.map(asMade) }),
          },
        });
      }),
    );
    // The two clocks may differ by a fraction of a millisecond.
    this.msLeft = isOver.aborted ? 0 : this.msLeft - (performance.now() - startedAt);
  }

  #run({ number, call }: ModelTurn['uses'][number], signal: AbortSignal): ReturnType<typeof runCall> {
    const { answer, tools } = this.#job;
    return runCall(number, call, {
      ...tools,
      putStep: (step) => answer.text.putStep(step),
      addSources: (sources) => answer.record.of(AnswerSources).add(sources),
      addDocument: (document) => answer.record.of(AnswerDocuments).add(document),
      signal,
    });
  }

  /** All results together take no more than the share of tools. */
  #keep(call: LlmToolCall, result: string): string {
    const tokens = estimateTokens(result);
    const kept =
      tokens <= this.#tokensLeft ? result : cutText(result, Math.floor((result.length * this.#tokensLeft) / tokens));
    this.#tokensLeft = Math.max(0, this.#tokensLeft - tokens);
    this.#byCall.set(keyOf(call), kept);
    return kept;
  }
}

/** Logs the calls that a model asked for, with what is known of the answer until then. */
function noteCalls(
  { text }: RunningAnswer,
  turn: Pick<Extract<TurnEntry, { calls: unknown }>, 'byModel' | 'text' | 'calls'>,
): void {
  text.endReasoning();
  const { answeredBy, reasoning, toolsLeftOut, modelsGone, usage } = text.row;
  text.log({
    turn: {
      ...turn,
      answeredBy,
      reasoningMs: reasoning?.ms ?? 0,
      ...(toolsLeftOut && { toolsLeftOut }),
      ...(modelsGone && { modelsGone }),
      ...(usage && { usage }),
    },
  });
}

const asMade = ({ id, title, kind, version }: Document): MadeDocument => ({ id, title, kind, version });

/** A key that equal calls share. */
const keyOf = (call: LlmToolCall): string => JSON.stringify([call.name, argumentsOf(call) ?? call.arguments]);
