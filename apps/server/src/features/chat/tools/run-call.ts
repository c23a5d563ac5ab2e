import type { Source, Step } from '@noek/contract/chat/answers';
import type { Document } from '@noek/contract/documents/schemas';
import type { Logger } from 'pino';
import type { LlmToolCall } from '../../../integrations/llm/llm.ts';
import type { AnswerTool, ToolRun } from './tool.ts';

/** What the calls of one answer share. */
export type CallContext = {
  tools: readonly AnswerTool[];
  facts: Omit<ToolRun, 'callKey' | 'signal' | 'step' | 'addSources' | 'addDocument'>;
  putStep(step: Omit<Step, 'at'>): void;
  addSources: ToolRun['addSources'];
  addDocument: ToolRun['addDocument'];
  /** Aborts when the answer ends or the time for tools is over. */
  signal: AbortSignal;
  log: Pick<Logger, 'warn'>;
};

/** What a model is told about a call, the pages that it brought, and the documents that it made or changed. `fault`: the call was not one that could be run. */
export type CallOutcome = { result: string; sources: Source[]; documents: Document[]; fault: boolean };

/**
 * Runs the `number`-th call of an answer. Never throws: what goes wrong is told to the model. Returns soon after the signal aborts,
 * whatever the tool does. Its steps have the same ids when the call is repeated after a crash.
 */
export async function runCall(number: number, call: LlmToolCall, context: CallContext): Promise<CallOutcome> {
  const tool = context.tools.find(({ definition }) => definition.name === call.name);
  const refused = (result: string): CallOutcome => ({ result, sources: [], documents: [], fault: true });
  if (!tool) return refused('There is no such tool. Answer without it.');
  const args = argumentsOf(call);
  if (!args)
    return refused('The arguments of this call are not a JSON object. Call it again with one, or answer without.');

  const sources: Source[] = [];
  const documents: Document[] = [];
  const steps = new Map<string, Omit<Step, 'at'>>();
  const show = (step: Omit<Step, 'at'>) => {
    if (context.signal.aborted && step.status === 'running') return;
    const shown = { ...step, id: `${number}.${step.id}` };
    steps.set(shown.id, shown);
    context.putStep(shown);
  };
  const ended = whenAborted(context.signal);
  try {
    const running = tool.run(args, {
      ...context.facts,
      callKey: `${context.facts.messageId}:${number}`,
      signal: context.signal,
      step: show,
      addSources(added) {
        const numbered = context.addSources(added);
        sources.push(...numbered);
        return numbered;
      },
      addDocument(document) {
        context.addDocument(document);
        documents.push(document);
      },
    });
    return { result: await Promise.race([running, ended.promise]), sources, documents, fault: false };
  } catch (error) {
    if (!context.signal.aborted) context.log.warn({ err: error, tool: call.name }, 'a tool failed');
    for (const step of steps.values()) if (step.status === 'running') context.putStep({ ...step, status: 'failed' });
    const reason = context.signal.aborted ? 'took too long' : 'failed';
    return {
      result: `This tool ${reason}. Answer without it, and say so if it matters.`,
      sources,
      documents,
      fault: false,
    };
  } finally {
    ended.stop();
  }
}

/** The arguments of a call; null when they are not a JSON object. No arguments at all count as an empty object. */
export function argumentsOf(call: LlmToolCall): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(call.arguments.trim() || '{}');
    if (value === null) return {};
    // Some models encode them twice.
    const args: unknown = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

/** Rejects when the signal aborts, until `stop` is called. */
function whenAborted(signal: AbortSignal): { promise: Promise<never>; stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  return { promise, stop: () => signal.removeEventListener('abort', abort) };
}
