import type { Usage } from '@noek/contract/chat/answers';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import type { Links } from '../../../processes/links.ts';
import {
  collectEvents,
  createChatCtx,
  finalMessage,
  guestActor,
  untilLogged,
} from '../../../testing/create-chat-ctx.ts';
import { createTestClock, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { createScriptedTool, type ScriptedTool } from '../../../testing/stand-ins/scripted-tool.ts';
import { readAllowance } from '../allowance/allowance.ts';
import { readLog } from '../log/log.queries.ts';
import { listMessages } from '../messages/list-messages.ts';
import { sendMessage } from '../messages/send-message.ts';
import { stopAnswer } from '../messages/stop-answer.ts';

const step = { id: 'look', kind: 'memory', status: 'running', text: 'Looking', url: null, memoryId: null } as const;

/** A tool with an effect that, like a real one, is keyed by the call, so that a repeated call finds it done. */
function effectful(effects: Set<string>, attempts: string[] = []): ScriptedTool {
  return createScriptedTool('note_down', ({ run, done }) => {
    attempts.push(run.callKey);
    effects.add(run.callKey);
    run.step({ ...step, status: 'done', text: 'Noted' });
    done('Noted.');
  });
}

const answers = (text: string) => (call: ScriptedCall) => {
  call.text(text);
  call.finish();
};
const callsTool = (call: ScriptedCall, text = '') => {
  if (text) call.text(text);
  call.toolCall('note_down', { what: 'walnuts' });
  call.finish('tool-calls');
};

/** Links to other processes, which are not there. */
const others: Links = {
  hasOthers: true,
  reachAll: false,
  use() {},
  onLost() {},
  open: async () => '',
  setOthers() {},
  close: async () => {},
};

describeOnEngines('an answer whose process ends between two steps', (open) => {
  async function begin(tool: ScriptedTool, links?: Links) {
    const db = await open();
    const clock = createTestClock();
    const llm = createScriptedLlm();
    const actor = await guestActor(db);
    const dead = createChatCtx(db, llm, { actor, clock, toolsOf: () => [tool], links });
    const { conversation, assistantMessage } = await sendMessage(dead, { conversationId: null, content: 'No walnuts' });
    const { id } = assistantMessage;
    const next = (script: (call: ScriptedCall) => void, itsTool: ScriptedTool) => {
      const model = createScriptedLlm(script);
      return { model, ctx: createChatCtx(db, model, { actor, clock, toolsOf: () => [itsTool] }) };
    };
    return { db, clock, dead, llm, id, next, conversationId: conversation.id };
  }

  /** Waits until the log of the answer has an entry that `matches`. */
  async function untilEntry({ db }: TestCtx, id: string, matches: (entry: string) => boolean): Promise<void> {
    await expect
      .poll(async () => (await readLog(db, id, 0)).some(({ entry }) => matches(JSON.stringify(entry))), {
        timeout: 20_000,
      })
      .toBe(true);
  }
  const charged = async (ctx: TestCtx) => 10 - (await readAllowance(ctx)).remainingMessages;

  test('while a tool runs: the next process runs the same call under the same key, without asking the model again', async () => {
    const waiting = createScriptedTool('note_down');
    const { dead, clock, llm, id, next } = await begin(waiting);
    callsTool(await llm.call(0));
    const { run } = await waiting.call(0);
    run.step(step);
    await untilEntry(dead, id, (entry) => entry.includes('Looking'));
    clock.advance(31_000);

    const effects = new Set<string>();
    const { ctx, model } = next(answers('Noted.'), effectful(effects));
    await ctx.generations.begin();
    expect(await finalMessage(ctx, id)).toMatchObject({
      status: 'complete',
      content: 'Noted.',
      steps: [{ id: '0.look', status: 'done', text: 'Noted' }],
    });
    expect([...effects]).toEqual([run.callKey]);
    expect(model.calls).toHaveLength(1);
    expect(model.calls[0]?.request.messages.at(-1)).toMatchObject({ role: 'tool', callId: 'call_1' });
    expect(await charged(ctx)).toBe(1);
  });

  test('after a tool: the next process asks the model with its result and runs nothing again', async () => {
    const attempts: string[] = [];
    const { dead, clock, llm, id, next } = await begin(effectful(new Set(), attempts));
    callsTool(await llm.call(0), 'One moment.');
    await llm.call(1);
    await untilEntry(dead, id, (entry) => entry.includes('"result"'));
    clock.advance(31_000);

    const { ctx, model } = next(answers('It is noted.'), effectful(new Set(), attempts));
    await ctx.generations.begin();
    expect(await finalMessage(ctx, id)).toMatchObject({
      status: 'complete',
      content: 'One moment.\n\nIt is noted.',
      steps: [{ text: 'Noted', at: 11 }],
    });
    // A reader that had nothing of it yet gets all of it.
    const events = await collectEvents(ctx, id);
    expect(events.map(({ sequence }) => sequence).slice(0, -1)).toEqual(events.slice(0, -1).map((_, i) => i + 1));
    expect(events.map((event) => (event.type === 'delta' ? event.text : '')).join('')).toBe(
      'One moment.\n\nIt is noted.',
    );
    expect(events).toContainEqual(expect.objectContaining({ type: 'step' }));
    expect(attempts).toHaveLength(1);
    expect(model.calls[0]?.request.continuing).toBe('');
    expect(model.calls[0]?.request.messages.slice(-2)).toMatchObject([
      { role: 'assistant', content: 'One moment.', toolCalls: [{ name: 'note_down' }] },
      { role: 'tool', content: expect.stringContaining('Noted.') },
    ]);
    expect(await charged(ctx)).toBe(1);
  });

  test('after text that followed a tool: the text is kept as interrupted, with its steps', async () => {
    const { dead, clock, llm, id, next } = await begin(effectful(new Set()));
    callsTool(await llm.call(0));
    (await llm.call(1)).text('It is');
    await untilLogged(dead, id, 'It is');
    clock.advance(31_000);

    const { ctx, model } = next(answers('Never asked.'), effectful(new Set()));
    await ctx.generations.begin();
    expect(await finalMessage(ctx, id)).toMatchObject({
      status: 'interrupted',
      content: 'It is',
      steps: [{ text: 'Noted' }],
    });
    expect(model.calls).toHaveLength(0);
  });

  test('an orderly stop hands it over to the next process', async () => {
    const attempts: string[] = [];
    const { db, dead, llm, id, next } = await begin(effectful(new Set(), attempts));
    callsTool(await llm.call(0));
    await llm.call(1);
    await dead.generations.drain(0);
    expect(await db.orm.select().from(db.tables.generations)).toHaveLength(1);

    const { ctx } = next(answers('It is noted.'), effectful(new Set(), attempts));
    await ctx.generations.begin();
    expect(await finalMessage(ctx, id)).toMatchObject({ status: 'complete', content: 'It is noted.' });
    expect(attempts).toHaveLength(1);
    expect(await charged(ctx)).toBe(1);
  });

  test('with other processes, one that stops hands it over with the text after its tools, which the model continues', async () => {
    const attempts: string[] = [];
    const { dead, llm, id, next } = await begin(effectful(new Set(), attempts), others);
    callsTool(await llm.call(0), 'One moment.');
    (await llm.call(1)).text('It is');
    await untilLogged(dead, id, 'One moment.\n\nIt is');
    await dead.generations.drain(0);
    const logged = (await readLog(dead.db, id, 0)).at(-1)?.entry as { usage: Usage };
    expect(logged).toMatchObject({ sources: [], usage: { estimated: true } });

    const { ctx, model } = next(answers(' noted.'), effectful(new Set(), attempts));
    await ctx.generations.begin();
    expect(await finalMessage(ctx, id)).toMatchObject({
      status: 'complete',
      content: 'One moment.\n\nIt is noted.',
      steps: [{ text: 'Noted' }],
    });
    const { usage } = await finalMessage(ctx, id);
    expect(usage?.input).toBeGreaterThan(logged.usage.input);
    // Only the last two words are new: each piece of text is estimated as at least one token, and four around it.
    expect((usage?.output ?? 0) - logged.usage.output).toBe(7);
    expect(model.calls[0]?.request.continuing).toBe('\n\nIt is');
    expect(model.calls[0]?.request.tools).toBeUndefined();
    expect(attempts).toHaveLength(1);
    expect(await charged(ctx)).toBe(1);
  });

  test('a reload in another process shows the steps and the reasoning so far', async () => {
    const waiting = createScriptedTool('note_down');
    const { dead, llm, id, next, conversationId } = await begin(waiting);
    const call = await llm.call(0);
    call.reasoning('They cannot eat walnuts.');
    callsTool(call, 'One moment.');
    (await waiting.call(0)).run.step(step);
    await untilEntry(dead, id, (entry) => entry.includes('Looking'));

    const other = next(answers('Never asked.'), waiting).ctx;
    expect((await listMessages(other, { conversationId })).at(-1)).toMatchObject({
      status: 'streaming',
      content: 'One moment.',
      steps: [{ status: 'running', text: 'Looking', at: 11 }],
      reasoning: { text: 'They cannot eat walnuts.' },
    });
    await stopAnswer(dead, { messageId: id, shownLength: 11 });
  });

  test('Stop through another process reaches a tool that runs', async () => {
    const waiting = createScriptedTool('note_down');
    const { dead, llm, id, next } = await begin(waiting);
    await dead.generations.begin();
    callsTool(await llm.call(0));
    const { run } = await waiting.call(0);
    const other = next(answers('Never asked.'), waiting).ctx;
    expect(await stopAnswer(other, { messageId: id, shownLength: 0 })).toMatchObject({
      status: 'stopped',
      content: '',
    });
    expect(run.signal.aborted).toBe(true);
  });
});
