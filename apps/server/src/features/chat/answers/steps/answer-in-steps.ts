import { answerWithinMs } from '@noek/contract/chat/sending';
import {
  cutOffText,
  type FinishReason,
  type KeptReasoning,
  type Llm,
  LlmError,
  type LlmEvent,
  type LlmRequest,
  type LlmToolCall,
  type LlmUsage,
} from '../../../../integrations/llm/llm.ts';
import type { ModelTurn } from '../../log/log-entries.ts';
import { type DataPart, type PromptParts, promptFor } from '../../prompt/prompt.ts';
import type { CallContext } from '../../tools/run-call.ts';
import type { AskModel } from '../../tools/tool.ts';
import { AnswerUsage } from '../running/answer-usage.ts';
import { CallUsage } from '../running/call-usage.ts';
import type { RunningAnswer } from '../running/running-answer.ts';
import { ArrivingDocuments } from './arriving-documents.ts';
import { CitationFilter } from './citation-filter.ts';
import { ToolResults } from './tool-results.ts';

/** How much an answer may do. `modelCalls` includes the last call, without tools; the tools may take `toolsMs` in all. */
const defaultLimits = { modelCalls: 5, toolsMs: 60_000, callsAtOnce: 8 };

/** What people read when a model has only ever asked for tools. */
const noWordsText = 'The model returned no answer. Please try again.';

type AnswerJob = {
  llm: Pick<Llm, 'stream'>;
  answer: RunningAnswer;
  prompt: Omit<PromptParts, 'turns' | 'offersTools' | 'data' | 'reasoningOf'>;
  /** What the model is given in addition to the conversation, read again before each model call. */
  data?(): Promise<readonly DataPart[]>;
  request: Pick<LlmRequest, 'continuing' | 'model' | 'premium' | 'store' | 'temperature' | 'fields' | 'effort'>;
  tools: Omit<CallContext, 'putStep' | 'addSources' | 'addDocument' | 'signal'>;
  /** Notes which model answers. */
  answeredBy(event: Extract<LlmEvent, { type: 'answering' }>): void;
  /** Adds text to the answer. Returns false when it is full. */
  push(text: string): boolean;
  /** Takes the text from this character on back: it was a thought. */
  retract(from: number): void;
  /** Gets what each model call has used. */
  used?(usage: LlmUsage): void;
  /** Resolves once the log has what the answer did so far. */
  persist(): Promise<void>;
  limits?: Partial<typeof defaultLimits>;
};

/** The result of one model call. */
type Said = { text: string; calls: LlmToolCall[]; reason: FinishReason; reasoning?: KeptReasoning };

/**
 * Makes an answer in steps: a model is asked, the tools that it calls run, and it is asked again with their results, until it answers
 * without a call. The number of model calls and the time for tools are limited; after that, the model is asked a last time, without tools.
 * A call that cannot run gets the reason as its result, so that the model answers without it. Continues after the turns that a dead process
 * has logged. Returns why the model stopped; throws LlmError when no model answered.
 */
export async function answerInSteps(job: AnswerJob): Promise<FinishReason> {
  const { answer } = job;
  const { signal } = answer.abort;
  const limits = { ...defaultLimits, ...job.limits };
  const turns: ModelTurn[] = answer.turnsBefore.map((turn) => ({
    ...turn,
    uses: turn.uses.map((use) => ({ ...use })),
  }));
  const endsAt = performance.now() + answerWithinMs;
  const results = new ToolResults({ ...job, contextTokens: job.prompt.contextTokens }, turns, limits.toolsMs);
  /** The reasoning of this answer's steps. It is in no log: another process continues without it. */
  const reasoning = new WeakMap<ModelTurn, KeptReasoning>();
  let asked = turns.filter(({ byModel }) => byModel).length;
  let withTools = true;
  const citations = citationsOf(answer);
  for (const { byModel, call } of turns.length === 0 ? await firstCalls(job) : []) {
    await results.begin({ text: '', calls: [call] }, 1, byModel);
    await answer.whileToolsRun(() => results.complete());
  }
  for (;;) {
    await answer.whileToolsRun(() => results.complete());
    // What was written are steps and documents now.
    answer.text.events.endWriting();
    if (signal.aborted) return 'unknown';
    const mayUseTools = withTools && ++asked < limits.modelCalls && results.msLeft > 0;
    const offered = mayUseTools ? job.tools.tools : [];
    const said = await ask(job, { turns, reasoning, offered, endsAt, citations });
    if (signal.aborted || answer.text.isFull) return said.reason;
    const isKnown = said.calls.some(({ name }) => offered.some(({ definition }) => definition.name === name));
    const hasAnswered = said.text !== '' || said.calls.length === 0;
    if (hasAnswered && !isKnown) return said.reason;
    if (offered.length === 0) {
      throw new LlmError('only-tools', answer.text.hasText ? cutOffText : noWordsText, {
        hint: 'The model asked for tools again and again.',
      });
    }
    // A model that repeats its calls is asked without them.
    withTools = await results.begin(said, limits.callsAtOnce);
    const turn = turns.at(-1);
    if (turn && said.reasoning) reasoning.set(turn, said.reasoning);
  }
}

/** The calls that run before the model answers. Calls that the model made itself are shown to it as its own. */
async function firstCalls({
  llm,
  request,
  tools,
  answer,
}: AnswerJob): Promise<{ byModel: boolean; call: LlmToolCall }[]> {
  const { model, premium } = request;
  const { signal } = answer.abort;
  const ask: AskModel = (asked) => counted(answer, asked, llm.stream({ ...asked, model, premium, store: false }));
  const first = await Promise.all(
    tools.tools.map(async ({ definition: { name }, firstCall }) => {
      const decided = (await firstCall?.(ask, signal)) ?? null;
      const given = decided && { id: '', name, arguments: JSON.stringify(decided.arguments) };
      return given ? [{ byModel: decided.call !== null, call: decided.call ?? given }] : [];
    }),
  );
  return signal.aborted ? [] : first.flat();
}

/** The events of a model call that nothing is shown of. */
async function* counted(answer: RunningAnswer, asked: Parameters<AskModel>[0], events: AsyncIterable<LlmEvent>) {
  const call = new CallUsage(asked);
  answer.record.of(AnswerUsage).begin(call);
  try {
    for await (const event of events) {
      call.note(event);
      yield event;
    }
  } finally {
    answer.record.of(AnswerUsage).end(call);
  }
}

type Question = {
  turns: readonly ModelTurn[];
  reasoning: WeakMap<ModelTurn, KeptReasoning>;
  offered: AnswerJob['tools']['tools'];
  endsAt: number;
  citations: CitationFilter;
};

/** Removes numbers that name none of the answer's sources, even when a search brought none. */
function citationsOf(answer: RunningAnswer): CitationFilter {
  const sources = () => answer.row.sources ?? [];
  const searched = () => answer.row.steps?.some(({ kind }) => kind === 'search') ?? false;
  return new CitationFilter(answer.row.content, {
    isOn: () => sources().length > 0 || searched(),
    isSource: (number) => sources().some((source) => source.number === number),
  });
}

/** One model call. Its text and reasoning go into the answer as they come. */
async function ask(job: AnswerJob, { turns, reasoning, offered, endsAt, citations }: Question): Promise<Said> {
  const { answer } = job;
  const { signal } = answer.abort;
  const said: Said = { text: '', calls: [], reason: 'unknown' };
  const data = (await job.data?.()) ?? [];
  if (signal.aborted) return said;
  const { messages, leftOut } = promptFor({
    ...{ ...job.prompt, data, turns, offersTools: offered.length > 0 },
    reasoningOf: (turn) => reasoning.get(turn),
  });
  answer.text.set({ turnsLeftOut: leftOut });
  const asked = { messages, ...(offered.length > 0 && { tools: offered.map(({ definition }) => definition) }) };
  const events = job.llm.stream({ ...job.request, ...asked, endsAt, signal });
  const call = new CallUsage(asked);
  answer.record.of(AnswerUsage).begin(call);
  const { toolsLeftOut } = answer.row;
  const from = answer.text.said.length;
  const arriving = new ArrivingDocuments(answer.text, turns.length);
  const flush = () => {
    const rest = citations.end();
    if (rest) job.push(rest);
  };
  try {
    for await (const event of events) {
      if (signal.aborted) return said;
      call.note(event);
      if (event.type === 'answering') {
        // Another model may take them after one that failed.
        answer.text.set({ toolsLeftOut: toolsLeftOut || event.toolsLeftOut === true });
        job.answeredBy(event);
        // A call that broke off is repeated.
        answer.text.events.endWriting();
        arriving.forget();
      } else if (event.type === 'reasoning') answer.text.think(event.text);
      else if (event.type === 'retract') {
        flush();
        job.retract(from);
        said.text = '';
      } else if (event.type === 'tool-call-part') arriving.take(event);
      else if (event.type === 'tool-call') said.calls.push(event);
      else if (event.type === 'kept-reasoning') said.reasoning = event;
      else if (event.type === 'finish') {
        said.reason = event.reason;
        if (event.usage) job.used?.(event.usage);
      } else if (event.type === 'text') {
        const isNew = said.text === '' && turns.length > 0 && !job.request.continuing;
        const gap = isNew && answer.text.hasText ? '\n\n' : '';
        said.text += event.text;
        const text = citations.write(gap + event.text);
        // Leaving the loop ends the call to the provider.
        if (text && !job.push(text)) return said;
      }
    }
  } catch (error) {
    if (signal.aborted) return said;
    flush();
    throw error;
  } finally {
    answer.record.of(AnswerUsage).end(call);
  }
  flush();
  arriving.flush();
  return said;
}
