import { maxReasoningLength } from '@noek/contract/chat/limits';
import type { Message } from '@noek/contract/chat/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { cutOffText, LlmError, noAnswerText } from '../../../../integrations/llm/llm.ts';
import { collectEvents, createChatCtx, finalMessage, userActor } from '../../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../../testing/create-test-ctx.ts';
import { answers, createScriptedLlm, type ScriptedCall } from '../../../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool, type ScriptedToolCall } from '../../../../testing/stand-ins/scripted-tool.ts';
import { readAllowance } from '../../allowance/allowance.ts';
import { regenerateAnswer } from '../../messages/regenerate-answer.ts';
import { sendMessage } from '../../messages/send-message.ts';
import { stopAnswer } from '../../messages/stop-answer.ts';
import type { AnswerTool } from '../../tools/tool.ts';

const callTool = (call: ScriptedCall, ...[name, args, id]: Parameters<ScriptedCall['toolCall']>) => {
  call.toolCall(name, args, id);
  call.finish('tool-calls');
};
/** What the model was told in its n-th call after the question. */
const toldIn = (call: ScriptedCall | undefined) => call?.request.messages.filter(({ role }) => role === 'tool') ?? [];

/** How many messages the person has paid for. */
async function charged(ctx: TestCtx): Promise<number> {
  const { messageLimit, remainingMessages } = await readAllowance(ctx);
  return messageLimit - remainingMessages;
}

/** Shows a step and returns a text that names what it was asked. */
const looksUp = ({ args, run, done }: ScriptedToolCall) => {
  run.step({
    id: 'look',
    kind: 'read',
    status: 'running',
    text: 'Reading example.org',
    url: 'https://example.org',
    memoryId: null,
  });
  run.step({
    id: 'look',
    kind: 'read',
    status: 'done',
    text: 'Reading example.org',
    url: 'https://example.org',
    memoryId: null,
  });
  done(`Found ${JSON.stringify(args)}`);
};

describeOnEngines('an answer in steps', (open) => {
  /** Sends a question to a model that answers the n-th call with the n-th script, the last one for all later calls. */
  async function ask(
    scripts: ((call: ScriptedCall) => void)[],
    tools: AnswerTool[] = [createScriptedTool('look_up', looksUp)],
  ) {
    const db = await open();
    const llm = createScriptedLlm();
    const scripted = createScriptedLlm((call) => scripts[Math.min(scripted.calls.length, scripts.length) - 1]?.(call));
    const ctx: TestCtx = createChatCtx(db, scripts.length > 0 ? scripted : llm, {
      actor: await userActor(db),
      toolsOf: () => tools,
    });
    const sent = await sendMessage(ctx, { conversationId: null, content: 'When is high tide?' });
    const id = sent.assistantMessage.id;
    const message = (): Promise<Message> => finalMessage(ctx, id);
    return { ctx, id, llm: scripts.length > 0 ? scripted : llm, message };
  }

  test('the model asks for a tool, gets its result as data, and answers', async () => {
    const { ctx, id, llm, message } = await ask([
      (call) => {
        call.text('Let me look.');
        callTool(call, 'look_up', { place: 'Kiel' });
      },
      (call) => answers(call, 'At noon.'),
    ]);
    expect(await message()).toMatchObject({
      status: 'complete',
      content: 'Let me look.\n\nAt noon.',
      steps: [{ kind: 'read', status: 'done', text: 'Reading example.org', url: 'https://example.org', at: 12 }],
      answeredBy: 'Scripted · one',
    });
    expect(llm.calls.map(({ request }) => request.tools?.map(({ name }) => name))).toEqual([['look_up'], ['look_up']]);
    const { messages } = llm.calls[1]?.request ?? { messages: [] };
    expect(messages.slice(1)).toMatchObject([
      { role: 'user', content: 'When is high tide?' },
      {
        role: 'assistant',
        content: 'Let me look.',
        toolCalls: [{ id: 'call_1', name: 'look_up', arguments: '{"place":"Kiel"}' }],
      },
      { role: 'tool', callId: 'call_1' },
    ]);
    expect(messages.at(-1)?.content).toMatch(
      /^<data nonce="([\w-]{12})" name="look_up">\nFound \{"place":"Kiel"\}\n<\/data nonce="\1">$/,
    );
    expect(messages[0]?.content).toContain('never an instruction');
    const { db } = ctx;
    expect(await db.orm.select().from(db.tables.generationEvents)).toEqual([]);
    expect(await charged(ctx)).toBe(1);
    expect((await finalMessage(ctx, id)).steps).toHaveLength(1);
  });

  test('followers get steps and text with numbers without gaps, but not what the tool returned', async () => {
    const { ctx, id, message } = await ask([
      (call) => callTool(call, 'look_up', {}),
      (call) => answers(call, 'At noon.'),
    ]);
    const events = (await collectEvents(ctx, id)).filter(({ type }) => type !== 'done');
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, at) => at + 1));
    expect(events.filter((event) => event.type === 'step').map(({ step }) => step.status)).toEqual(['running', 'done']);
    expect(JSON.stringify(events)).not.toContain('Found');
    expect(JSON.stringify(await message())).not.toContain('Found');
  });

  test('reasoning is kept apart from the text and is not sent back', async () => {
    const { message, llm } = await ask([
      (call) => {
        call.reasoning('I should ');
        call.reasoning('look it up.');
        callTool(call, 'look_up', {});
      },
      (call) => {
        call.reasoning('Noon, then.');
        answers(call, 'At noon.');
      },
    ]);
    expect(await message()).toMatchObject({
      content: 'At noon.',
      reasoning: { text: 'I should look it up.\n\nNoon, then.', ms: expect.any(Number) },
    });
    expect(JSON.stringify(llm.calls[1]?.request.messages)).not.toContain('look it up');
  });

  test('text that turns out to be a thought is reasoning in the end, and the places of steps are right', async () => {
    const { message, llm } = await ask(
      [
        (call) => {
          call.text('First I look.');
          call.retract();
          call.text('Let me see.');
          callTool(call, 'look_up', {});
        },
        (call) => {
          call.text('Noon, then?');
          call.reasoning('Yes.');
          call.retract();
          answers(call, 'At noon.');
        },
      ],
      [createScriptedTool('look_up', looksUp)],
    );
    expect(await message()).toMatchObject({
      content: 'Let me see.\n\nAt noon.',
      reasoning: { text: 'First I look.\n\nNoon, then?\n\nYes.' },
      steps: [{ at: 'Let me see.'.length }],
    });
    const told = JSON.stringify(llm.calls[1]?.request.messages);
    expect(told).toContain('Let me see.');
    expect(told).not.toContain('First I look.');
  });

  test('very long reasoning is cut, and the answer is not', async () => {
    const { message } = await ask([
      (call) => {
        for (let i = 0; i < 10; i++) call.reasoning('x'.repeat(maxReasoningLength / 5));
        answers(call, 'At noon.');
      },
    ]);
    const { content, reasoning } = await message();
    expect(content).toBe('At noon.');
    expect(reasoning?.text).toHaveLength(maxReasoningLength);
    expect(reasoning?.text.at(-1)).toBe('…');
  });

  test('an answer without tools is asked for and stored as before', async () => {
    const { message, llm } = await ask([(call) => answers(call, 'At noon.')], []);
    expect(await message()).toMatchObject({ content: 'At noon.', steps: [], reasoning: null });
    expect(llm.calls).toHaveLength(1);
    expect(llm.calls[0]?.request.tools).toBeUndefined();
    expect(llm.calls[0]?.request.messages[0]?.content).not.toContain('nonce');
  });

  test('several calls at once run side by side, the same call twice runs once', async () => {
    const tool = createScriptedTool();
    const { message, llm } = await ask(
      [
        (call) => {
          call.toolCall('look_up', { place: 'Kiel' }, 'a');
          call.toolCall('look_up', { place: 'Bremen' }, 'b');
          callTool(call, 'look_up', { place: 'Kiel' }, 'a');
        },
        (call) => answers(call, 'Both at noon.'),
      ],
      [tool],
    );
    (await tool.call(1)).done('Bremen: noon');
    (await tool.call(0)).done('Kiel: noon');
    await message();
    expect(tool.calls).toHaveLength(2);
    const told = toldIn(llm.calls[1]);
    expect(told.map((entry) => entry.role === 'tool' && entry.callId)).toEqual(['a', 'b', 'call00003']);
    expect(told.map(({ content }) => content.split('\n')[1])).toEqual(['Kiel: noon', 'Bremen: noon', 'Kiel: noon']);
  });

  const refusals: [what: string, name: string, args: string, told: RegExp][] = [
    ['a tool that was not offered', 'fly', '{}', /no such tool/],
    ['arguments that are cut off', 'look_up', '{"place": "Ki', /not a JSON object/],
    ['arguments that are too long', 'look_up', `{"place": "${'x'.repeat(30_000)}"}`, /not a JSON object/],
    ['arguments that are a list', 'look_up', '[1]', /not a JSON object/],
  ];
  test.each(refusals)('%s: the model is told so, and answers without', async (_, name, args, told) => {
    const tool = createScriptedTool('look_up', looksUp);
    const { message, llm } = await ask(
      [(call) => callTool(call, name, args), (call) => answers(call, 'At noon.')],
      [tool],
    );
    expect(await message()).toMatchObject({ status: 'complete', content: 'At noon.' });
    expect(toldIn(llm.calls[1])[0]?.content).toMatch(told);
    expect(tool.calls).toHaveLength(0);
  });

  test.each(['', 'null', '"{}"'])('arguments %j count as none', async (args) => {
    const tool = createScriptedTool('look_up', looksUp);
    const { message } = await ask(
      [(call) => callTool(call, 'look_up', args), (call) => answers(call, 'At noon.')],
      [tool],
    );
    await message();
    expect(tool.calls.map((call) => call.args)).toEqual([{}]);
  });

  test('a call of an unknown tool next to a written answer changes nothing', async () => {
    const { message, llm } = await ask([
      (call) => {
        call.text('At noon.');
        callTool(call, 'fly');
      },
    ]);
    expect(await message()).toMatchObject({ status: 'complete', content: 'At noon.' });
    expect(llm.calls).toHaveLength(1);
  });

  test('a model that calls tools without end is asked five times, the last time without tools', async () => {
    const again = (place: number) => (call: ScriptedCall) => callTool(call, 'look_up', { place });
    const { message, llm } = await ask([
      again(1),
      again(2),
      again(3),
      again(4),
      (call) => answers(call, 'I give up: at noon.'),
    ]);
    expect(await message()).toMatchObject({ status: 'complete', content: 'I give up: at noon.' });
    expect(llm.calls.map(({ request }) => request.tools?.length ?? 0)).toEqual([1, 1, 1, 1, 0]);
  });

  test('a model that repeats the same call is asked without tools, and the call runs once', async () => {
    const tool = createScriptedTool('look_up', looksUp);
    const same = (call: ScriptedCall) => callTool(call, 'look_up', { place: 'Kiel' });
    const { message, llm } = await ask([same, same, (call) => answers(call, 'At noon.')], [tool]);
    expect(await message()).toMatchObject({ status: 'complete', content: 'At noon.' });
    expect(tool.calls).toHaveLength(1);
    expect(llm.calls.map(({ request }) => request.tools?.length ?? 0)).toEqual([1, 1, 0]);
  });

  test('a model that only ever calls tools: the answer has failed, is not charged and can be tried again', async () => {
    let isSecond = false;
    const { ctx, id, message, llm } = await ask([
      (call) => {
        // The second answer is still being made when its charge is read.
        if (!isSecond) callTool(call, 'look_up', { n: call.request.messages.length });
      },
    ]);
    expect(await message()).toMatchObject({
      ...{ status: 'failed', content: '', error: 'The model returned no answer. Please try again.' },
      errorHint: expect.stringContaining('tools'),
    });
    expect(llm.calls).toHaveLength(5);
    expect(await charged(ctx)).toBe(0);
    isSecond = true;
    await regenerateAnswer(ctx, { messageId: id });
    expect(await charged(ctx)).toBe(1);
  });

  test('the same after text that people have read: the answer is cut off, and is charged', async () => {
    const { ctx, message } = await ask([
      (call) => {
        call.text('Let me see.');
        callTool(call, 'look_up', { n: call.request.messages.length });
      },
      (call) => callTool(call, 'look_up', { n: call.request.messages.length }),
    ]);
    expect(await message()).toMatchObject({ status: 'interrupted', content: 'Let me see.', error: cutOffText });
    expect(await charged(ctx)).toBe(1);
  });

  test('an empty answer to a question without tools has failed', async () => {
    const { message } = await ask([(call) => call.fail(new LlmError('wordless', 'No answer came. Try again.'))], []);
    expect(await message()).toMatchObject({ status: 'failed' });
  });

  test.each(['unreachable', 'wordless', 'only-tools', 'broken-off'] as const)(
    'when all providers have failed (%s), none is asked again',
    async (kind) => {
      const { message, llm } = await ask([(call) => call.fail(new LlmError(kind, 'No answer came. Try again.'))]);
      expect(await message()).toMatchObject({ status: 'failed', error: 'No answer came. Try again.' });
      expect(llm.calls).toHaveLength(1);
    },
  );

  test('a model that fails after a tool, with text that people have read: the answer is cut off, not missing', async () => {
    const begins = (call: ScriptedCall) => {
      call.text('Let me see.');
      callTool(call, 'look_up');
    };
    const fails = (call: ScriptedCall) => call.fail(new LlmError('refused', noAnswerText));
    const { ctx, message } = await ask([begins, fails], [createScriptedTool('look_up', looksUp)]);
    expect(await message()).toMatchObject({ status: 'interrupted', content: 'Let me see.', error: cutOffText });
    expect(await charged(ctx)).toBe(1);
  });

  test('a tool that fails: its step says so, and the answer comes without it', async () => {
    const tool = createScriptedTool('look_up', ({ run, fail }) => {
      run.step({ id: 'look', kind: 'search', status: 'running', text: 'Searching', url: null, memoryId: null });
      fail();
    });
    const { message, llm } = await ask(
      [(call) => callTool(call, 'look_up'), (call) => answers(call, 'At noon, I think.')],
      [tool],
    );
    expect(await message()).toMatchObject({ content: 'At noon, I think.', steps: [{ status: 'failed' }] });
    expect(toldIn(llm.calls[1])[0]?.content).toContain('This tool failed');
  });

  test('Stop in the middle of a tool ends the answer at once, and the tool is stopped', async () => {
    const tool = createScriptedTool();
    const { ctx, id, message } = await ask([(call) => callTool(call, 'look_up')], [tool]);
    const { run } = await tool.call(0);
    run.step({
      id: 'look',
      kind: 'search',
      status: 'running',
      text: 'Searching the web for tides',
      url: null,
      memoryId: null,
    });
    await stopAnswer(ctx, { messageId: id, shownLength: 0 });
    expect(run.signal.aborted).toBe(true);
    expect(await message()).toMatchObject({
      status: 'stopped',
      content: '',
      steps: [{ status: 'failed', text: 'Searching the web for tides' }],
    });
    expect(await charged(ctx)).toBe(1);
  });

  test('pages that may be cited keep their numbers, over several calls', async () => {
    const page = (url: string) => ({ url, title: url, site: 'example.org', quote: 'Tides.' });
    const numbers: number[][] = [];
    const tool = createScriptedTool('look_up', ({ args, run, done }) => {
      numbers.push(run.addSources((args.urls as string[]).map(page)).map(({ number }) => number));
      done('Pages.');
    });
    const { message } = await ask(
      [
        (call) => callTool(call, 'look_up', { urls: ['a', 'b'] }),
        (call) => callTool(call, 'look_up', { urls: ['b', 'c'] }),
        (call) => answers(call, 'At noon [1] [3].'),
      ],
      [tool],
    );
    expect((await message()).sources.map(({ number, url }) => [number, url])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(numbers).toEqual([
      [1, 2],
      [2, 3],
    ]);
  });

  test('what the person asked for runs before any model is asked, and reaches a model that ignores tools', async () => {
    const tool = {
      ...createScriptedTool('look_up', looksUp),
      firstCall: async () => ({ arguments: { place: 'Kiel' }, call: null }),
    };
    const { message, llm } = await ask([(call) => answers(call, 'At noon.')], [tool]);
    expect(await message()).toMatchObject({ content: 'At noon.', steps: [{ text: 'Reading example.org', at: 0 }] });
    expect(llm.calls).toHaveLength(1);
    expect(llm.calls[0]?.request.messages.slice(1)).toEqual([
      {
        role: 'user',
        content: expect.stringMatching(/^<data nonce="[\w-]{12}" name="look_up">\nFound \{"place":"Kiel"\}/),
      },
      { role: 'user', content: 'When is high tide?' },
    ]);
  });

  test('long results are cut to their share of the window', async () => {
    const tool = createScriptedTool('look_up', ({ done }) => done('x'.repeat(200_000)));
    const { message, llm } = await ask([(call) => callTool(call, 'look_up'), (call) => answers(call, 'Long.')], [tool]);
    await message();
    const length = toldIn(llm.calls[1])[0]?.content.length ?? 0;
    // 40 % of 32,000 tokens of about 3 bytes.
    expect(length).toBeGreaterThan(30_000);
    expect(length).toBeLessThan(39_000);
  });
});
