import { answerWithinMs } from '@noek/contract/sending';
import {
  type FinishReason,
  type Llm,
  LlmError,
  type LlmEvent,
  type LlmRequest,
  type LlmToolCall,
} from '../../../integrations/llm/llm.ts';
import { cutText } from '../chat.queries.ts';
import { argumentsOf, type CallContext, runCall } from '../tools/run-call.ts';
import type { ModelTurn } from './log-entries.ts';
import { estimateTokens, type PromptParts, promptFor, tokensFor } from './prompt.ts';
import type { RunningAnswer } from './running-answer.ts';

/** How much an answer may do. `modelCalls` counts the last one, without tools; the tools may take `toolsMs` in all. */
const defaultLimits = { modelCalls: 5, toolsMs: 60_000, callsAtOnce: 8 };

/** What the answer says when a model has only ever asked for tools. */
export const onlyToolsText =
  'I could not put an answer into words: the model asked for tools again and again. Please ask once more, or in other words.';

type AnswerJob = {
  llm: Pick<Llm, 'stream'>;
  answer: RunningAnswer;
  prompt: Omit<PromptParts, 'turns' | 'offersTools'>;
  request: Pick<LlmRequest, 'continuing' | 'model' | 'premium' | 'store' | 'temperature'>;
  tools: Omit<CallContext, 'putStep' | 'addSources' | 'signal'>;
  /** Notes which model answers. */
  answeredBy(event: Extract<LlmEvent, { type: 'answering' }>): void;
  /** Adds text to the answer. Returns false when it is full. */
  push(text: string): boolean;
  /** Resolves once the log has what the answer did so far. */
  persist(): Promise<void>;
  limits?: Partial<typeof defaultLimits>;
};

/** What one model call brought. `wordless`: it neither wrote anything nor called a tool that it was offered. */
type Said = { text: string; calls: LlmToolCall[]; reason: FinishReason; wordless: boolean };

/**
 * Makes an answer in steps: a model is asked, the tools that it calls run, and it is asked again with their results, until it
 * answers without a call. The number of model calls and the time for tools are limited; after that it is asked once more,
 * without tools. A call that cannot be run is answered with the reason, so that the answer comes without it. Continues after
 * the turns that a process that died has logged. Returns why the model stopped; throws LlmError when no model answered.
 */
export async function answerInSteps(job: AnswerJob): Promise<FinishReason> {
  const { answer } = job;
  const { signal } = answer.abort;
  const limits = { ...defaultLimits, ...job.limits };
  const turns: ModelTurn[] = answer.turnsBefore.map(({ text, uses }) => ({
    text,
    uses: uses.map((use) => ({ ...use })),
  }));
  const endsAt = performance.now() + answerWithinMs;
  const results = new ToolResults(job, turns, limits.toolsMs);
  let asked = turns.length;
  let withTools = true;

  for (;;) {
    await results.complete();
    if (signal.aborted) return 'unknown';
    const mayUseTools = withTools && ++asked < limits.modelCalls && results.msLeft > 0;
    const offered = mayUseTools ? job.tools.tools : [];
    const said = await ask(job, { turns, offered, endsAt });
    if (signal.aborted || answer.isFull) return said.reason;
    const isKnown = said.calls.some(({ name }) => offered.some(({ definition }) => definition.name === name));
    const hasAnswered = said.text !== '' || (said.calls.length === 0 && !said.wordless);
    if (hasAnswered && !isKnown) return said.reason;
    if (offered.length === 0) {
      job.push(answer.hasText ? `\n\n${onlyToolsText}` : onlyToolsText);
      return 'stop';
    }
    // A model that writes nothing with tools, or repeats its calls, is asked without them.
    withTools = said.calls.length > 0 && (await results.begin(said, limits.callsAtOnce));
  }
}

type Question = { turns: readonly ModelTurn[]; offered: AnswerJob['tools']['tools']; endsAt: number };

/** One model call. Its text and reasoning go into the answer as they come. */
async function ask(job: AnswerJob, { turns, offered, endsAt }: Question): Promise<Said> {
  const { answer } = job;
  const { signal } = answer.abort;
  const said: Said = { text: '', calls: [], reason: 'unknown', wordless: false };
  const { messages, leftOut } = promptFor({ ...job.prompt, turns, offersTools: offered.length > 0 });
  answer.setTurnsLeftOut(leftOut);
  const events = job.llm.stream({
    ...job.request,
    messages,
    ...(offered.length > 0 && { tools: offered.map(({ definition }) => definition) }),
    endsAt,
    signal,
  });
  try {
    for await (const event of events) {
      if (signal.aborted) return said;
      if (event.type === 'answering') job.answeredBy(event);
      else if (event.type === 'reasoning') answer.think(event.text);
      else if (event.type === 'tool-call') said.calls.push(event);
      else if (event.type === 'finish') said.reason = event.reason;
      else {
        const gap = said.text === '' && turns.length > 0 && answer.hasText ? '\n\n' : '';
        said.text += event.text;
        // Leaving the loop ends the call to the provider.
        if (!job.push(gap + event.text)) return said;
      }
    }
  } catch (error) {
    if (signal.aborted) return said;
    if (!isWordless(error, said, offered.length > 0 || turns.length > 0)) throw error;
    said.wordless = true;
  }
  return said;
}

/** Whether the model itself, not the way to it, is the reason that nothing came: it may do better without tools. */
const isWordless = (error: unknown, said: Said, couldUseTools: boolean): boolean =>
  couldUseTools &&
  error instanceof LlmError &&
  said.text === '' &&
  (error.kind === 'wordless' || error.kind === 'broken-off');

/** The tool calls of one answer and their results. */
class ToolResults {
  readonly #job: AnswerJob;
  readonly #turns: ModelTurn[];
  readonly #byCall = new Map<string, string>();
  #tokensLeft: number;
  msLeft: number;

  constructor(job: AnswerJob, turns: ModelTurn[], toolsMs: number) {
    this.#job = job;
    this.#turns = turns;
    this.msLeft = toolsMs;
    this.#tokensLeft = tokensFor('tools', job.prompt.contextTokens);
    for (const { uses } of turns) for (const { call, result } of uses) if (result !== null) this.#keep(call, result);
  }

  /** Notes the calls that the model made. They are in the log before any of them runs. Returns false when none is new. */
  async begin({ text, calls }: Said, atOnce: number): Promise<boolean> {
    const first = this.#turns.reduce((sum, { uses }) => sum + uses.length, 0);
    const ids = new Set<string>();
    const uses = calls.slice(0, atOnce).map((call, at) => {
      // A result is matched with its call by the id, so it must be unique.
      const id = call.id && !ids.has(call.id) ? call.id : `call${String(first + at + 1).padStart(5, '0')}`;
      ids.add(id);
      const { name, arguments: given, extra } = call;
      return { number: first + at, call: { id, name, arguments: given, ...(extra && { extra }) } };
    });
    this.#job.answer.noteCalls({ text, calls: uses });
    await this.#job.persist();
    this.#turns.push({ text, uses: uses.map((use) => ({ ...use, result: null })) });
    return uses.some(({ call }) => !this.#byCall.has(keyOf(call)));
  }

  /** Runs the calls of the last turn that have no result yet, side by side. The same call twice runs once. */
  async complete(): Promise<void> {
    const open = this.#turns.at(-1)?.uses.filter(({ result }) => result === null) ?? [];
    if (open.length === 0) return;
    const { answer } = this.#job;
    const startedAt = performance.now();
    const signal = AbortSignal.any([answer.abort.signal, AbortSignal.timeout(Math.max(1, Math.ceil(this.msLeft)))]);
    const running = new Map<string, ReturnType<typeof runCall>>();
    await Promise.all(
      open.map(async (use) => {
        const key = keyOf(use.call);
        const known = this.#byCall.get(key);
        const outcome = running.get(key) ?? (known === undefined ? this.#run(use, signal) : null);
        if (outcome && !running.has(key)) running.set(key, outcome);
        const { result, sources } = (await outcome) ?? { result: known ?? '', sources: [] };
        // The process that takes over runs what was aborted again.
        if (answer.abort.signal.aborted) return;
        use.result = this.#keep(use.call, result);
        answer.note({ number: use.number, result: use.result, sources });
      }),
    );
    this.msLeft -= performance.now() - startedAt;
  }

  #run({ number, call }: ModelTurn['uses'][number], signal: AbortSignal): ReturnType<typeof runCall> {
    const { answer, tools } = this.#job;
    return runCall(number, call, {
      ...tools,
      putStep: (step) => answer.putStep(step),
      addSources: (sources) => answer.addSources(sources),
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

/** The same for calls that ask for the same. */
const keyOf = (call: LlmToolCall): string => JSON.stringify([call.name, argumentsOf(call) ?? call.arguments]);
