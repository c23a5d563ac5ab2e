import type {
  FinishReason,
  Llm,
  LlmEvent,
  LlmModel,
  LlmRequest,
  LlmUsage,
  ProviderState,
} from '../../integrations/llm/llm.ts';
import { countPictures } from '../../integrations/llm/pictures.ts';

/** Ends a call with a text. */
export const answers = (call: ScriptedCall, text = 'Fine.') => {
  call.text(text);
  call.finish();
};

/** One call of the scripted model. The test decides what it answers and when. */
export type ScriptedCall = {
  request: LlmRequest;
  text(text: string): void;
  reasoning(text: string): void;
  /** Says that all text so far was a thought. */
  retract(): void;
  /** Calls a tool. Its arguments are given as an object, or as the text that the model wrote. */
  toolCall(name: string, args?: object | string, id?: string): void;
  /** More of the arguments of a document's call, before the call itself. */
  toolCallPart(text: string, position?: number): void;
  finish(reason?: FinishReason, usage?: Partial<LlmUsage>): void;
  fail(error: Error): void;
};

export const offeredModel = (name: string, more: Partial<LlmModel> = {}): LlmModel => ({
  name,
  provider: 'Scripted',
  premium: false,
  resting: false,
  sees: 'unknown',
  endsAt: null,
  contextWindow: 32_000,
  tools: 'unknown',
  efforts: [],
  ...more,
});

const uncounted: LlmUsage = { promptTokens: null, completionTokens: null, cachedTokens: null, reasoningTokens: null };

const scriptedProvider: ProviderState = {
  name: 'Scripted',
  state: 'working',
  failures: 0,
  restsUntil: null,
  lastFailure: null,
  lastSuccessAt: null,
  refusals: [],
};

export type ScriptedLlm = Llm & {
  calls: ScriptedCall[];
  /** The models that it offers. The first answers when none is chosen. A test may change the list. */
  offered: LlmModel[];
  /** The names of models that have ended. */
  ended: string[];
  /** The names of models that are gone: each call asks them before the one that answers. */
  gone: string[];
  /** Resolves to the n-th call (from 0) as soon as it is made. */
  call(index: number): Promise<ScriptedCall>;
};

/** A model controlled by the test. With `script`, it answers automatically. */
export function createScriptedLlm(
  script?: (call: ScriptedCall) => void,
  offered: LlmModel[] = [offeredModel('one')],
): ScriptedLlm {
  const asked = (name = offered[0]?.name) => offered.find((model) => model.name === name);
  const calls: ScriptedCall[] = [];
  const ended: string[] = [];
  const gone: string[] = [];
  const waiting = new Map<number, (call: ScriptedCall) => void>();
  return {
    calls,
    offered,
    ended,
    lookForChanges: async () => {},
    hasEnded: (name) => ended.includes(name),
    gone,
    call: (index) =>
      calls[index] ? Promise.resolve(calls[index]) : new Promise((resolve) => void waiting.set(index, resolve)),
    providers: () => [scriptedProvider],
    tryProvider: async (name) => (name === scriptedProvider.name ? scriptedProvider : null),
    models: () => offered,
    contextTokensFor: ({ model }) => asked(model)?.contextWindow ?? 32_000,
    sees: ({ model }) => asked(model)?.sees ?? 'unknown',
    describe: () => ({ kind: 'providers', label: 'Scripted' }),
    async *stream(request) {
      const { name: model = 'one', sees, tools } = asked(request.model) ?? {};
      const picturesLeftOut = sees === 'no' ? countPictures(request) : 0;
      const queue: (LlmEvent | Error)[] = [
        {
          ...{ type: 'answering', provider: 'Scripted', model },
          ...(picturesLeftOut > 0 && { picturesLeftOut }),
          ...(tools === 'no' && (request.tools ?? []).length > 0 && { toolsLeftOut: true }),
          ...(gone.length > 0 && { gone: [...gone] }),
        },
      ];
      let wake: () => void = () => {};
      const put = (event: LlmEvent | Error) => {
        queue.push(event);
        wake();
      };
      const call: ScriptedCall = {
        request,
        text: (text) => put({ type: 'text', text }),
        reasoning: (text) => put({ type: 'reasoning', text }),
        retract: () => put({ type: 'retract' }),
        toolCallPart: (text, position = 0) => put({ type: 'tool-call-part', position, text }),
        toolCall: (name, args = {}, id = 'call_1') =>
          put({ type: 'tool-call', id, name, arguments: typeof args === 'string' ? args : JSON.stringify(args) }),
        finish: (reason = 'stop', usage) =>
          put({ type: 'finish', reason, usage: usage ? { ...uncounted, ...usage } : null }),
        fail: put,
      };
      request.signal.addEventListener('abort', () => wake());
      waiting.get(calls.push(call) - 1)?.(call);
      script?.(call);
      for (;;) {
        const event = queue.shift();
        if (request.signal.aborted) return;
        if (event instanceof Error) throw event;
        if (event) {
          yield event;
          if (event.type === 'finish') return;
        } else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    },
  };
}
