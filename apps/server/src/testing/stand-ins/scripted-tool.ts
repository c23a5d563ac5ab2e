import type { AnswerTool, ToolRun } from '../../features/chat/tools/tool.ts';

/** One call of a scripted tool. The test decides what it returns and when. */
export type ScriptedToolCall = {
  args: Record<string, unknown>;
  run: ToolRun;
  done(result: string): void;
  fail(): void;
};

export type ScriptedTool = AnswerTool & {
  calls: ScriptedToolCall[];
  /** Resolves to the n-th call (from 0) as soon as it is made. */
  call(index: number): Promise<ScriptedToolCall>;
};

/** A tool controlled by the test. With `answer`, it returns automatically. */
export function createScriptedTool(name = 'look_up', answer?: (call: ScriptedToolCall) => void): ScriptedTool {
  const calls: ScriptedToolCall[] = [];
  const waiting = new Map<number, (call: ScriptedToolCall) => void>();
  return {
    definition: { name, description: 'Looks something up.', parameters: { type: 'object' } },
    calls,
    call: (index) =>
      calls[index] ? Promise.resolve(calls[index]) : new Promise((resolve) => void waiting.set(index, resolve)),
    run(args, run) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const call = { args, run, done: resolve, fail: () => reject(new Error('The tool failed.')) };
      waiting.get(calls.push(call) - 1)?.(call);
      answer?.(call);
      return promise;
    },
  };
}
