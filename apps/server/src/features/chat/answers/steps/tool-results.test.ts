import { expect, test } from 'vitest';
import { createScriptedLlm, type ScriptedCall, type ScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool } from '../../../../testing/stand-ins/scripted-tool.ts';
import { newMessage } from '../../records/new-message.ts';
import { guestOwner, userOwner } from '../../records/owner.ts';
import type { AnswerTool } from '../../tools/tool.ts';
import { RunningAnswer } from '../running/running-answer.ts';
import { answerInSteps } from './answer-in-steps.ts';

const callTool = (call: ScriptedCall) => {
  call.toolCall('look_up');
  call.finish('tool-calls');
};

const say = (call: ScriptedCall, text: string) => {
  call.text(text);
  call.finish();
};

/** Makes an answer outside of a process, with the given model and tool. */
function make(llm: ScriptedLlm, tool: AnswerTool, more: Partial<Parameters<typeof answerInSteps>[0]> = {}) {
  const row = newMessage(
    { conversationId: 7, parentId: 'q', role: 'assistant', content: '', status: 'streaming' },
    new Date(),
  );
  const answer = new RunningAnswer(row, { owner: guestOwner('guest'), chargeIds: [], provisionalTitle: null });
  const facts = { messageId: row.id, conversationId: 7, question: { id: 'q', content: 'When?' } };
  const made = answerInSteps({
    llm,
    answer,
    prompt: { history: { turns: [], leftOut: 0 }, mode: 'standard', premium: false, contextTokens: 32_000 },
    request: { premium: false, store: false },
    tools: {
      tools: [tool],
      facts: {
        ...facts,
        owner: userOwner('u'),
        user: null,
        memoryProjectId: null,
        provenance: { of: async () => null },
        steps: () => [],
      },
      log: { warn() {} },
    },
    answeredBy: () => {},
    push: (text) => answer.text.push(text),
    retract: (from) => answer.text.retract(from),
    persist: async () => {},
    ...more,
  });
  return { answer, made };
}

test('no tool runs before its call is in the log, and none once the answer is stopped', async () => {
  const tool = createScriptedTool();
  const llm = createScriptedLlm((call) => callTool(call));
  const written = Promise.withResolvers<void>();
  const { answer, made } = make(llm, tool, { persist: () => written.promise });
  await llm.call(0);
  await new Promise(setImmediate);
  answer.stop(undefined);
  written.resolve();
  await made;
  expect(tool.calls).toHaveLength(0);
});

test('when the time for tools is over, the model is told and asked without them', async () => {
  const tool = createScriptedTool();
  const llm = createScriptedLlm((call) => (llm.calls.length === 1 ? callTool(call) : say(call, 'At noon, I think.')));
  const { answer, made } = make(llm, tool, { limits: { toolsMs: 1 } });
  await made;
  answer.text.emit();
  expect(answer.row.content).toBe('At noon, I think.');
  expect(tool.calls[0]?.run.signal.aborted).toBe(true);
  expect(llm.calls[1]?.request.tools).toBeUndefined();
  const told = llm.calls[1]?.request.messages.find(({ role }) => role === 'tool');
  expect(told?.content).toContain('This tool took too long');
});
