import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm, type ScriptedCall } from '../../../testing/stand-ins/scripted-llm.ts';
import { estimateTokens } from '../../../text/estimate-tokens.ts';
import { sendMessage } from '../messages/send-message.ts';
import { readHistory } from './history.ts';
import { promptFor } from './prompt.ts';

describe('the estimate of tokens', () => {
  test.each([
    ['the quick brown fox jumps over the lazy dog', 10],
    ['日本語の文章です', 8],
    ['const total = prices.reduce((sum, price) => sum + price, 0);', 15],
  ])('of %j is at least what tokenizers count (%i)', (text, tokens) => {
    expect(estimateTokens(text)).toBeGreaterThanOrEqual(tokens);
  });
});

test('the model is told how many messages it does not see', () => {
  const history = { turns: [{ role: 'user' as const, content: 'Hi' }], leftOut: 12 };
  const [system] = promptFor({ history, mode: 'standard', premium: false, contextTokens: 32_000 }).messages;
  expect(system?.content).toContain('12 earlier messages of this conversation are not shown to you');
});

test('long arguments of tool calls take room from the oldest turns', () => {
  const turns = ['old '.repeat(6_000), 'Why?'].map((content) => ({ role: 'user' as const, content }));
  const call = { id: 'call00001', name: 'web_search', arguments: JSON.stringify({ query: 'x'.repeat(20_000) }) };
  const uses = Array.from({ length: 4 }, (_, number) => ({ number, call, result: 'Nothing.' }));
  const parts = { history: { turns, leftOut: 0 }, mode: 'standard', premium: false, contextTokens: 32_000 } as const;
  expect(promptFor({ ...parts, turns: [{ byModel: true, text: '', uses: uses.slice(0, 1) }] }).leftOut).toBe(0);
  expect(promptFor({ ...parts, turns: [{ byModel: true, text: '', uses }] }).leftOut).toBe(1);
});

describeOnEngines('readHistory', (open) => {
  async function withMessages(contents: string[]) {
    const db = await open();
    const actor = await userActor(db);
    const { id } = await insertConversation(db, { userId: actor.user.id, title: 'Long' });
    const rows = await insertMessages(db, id, contents);
    return { db, actor, id, last: rows.at(-1) };
  }

  test('reads all of a conversation that fits, in many reads', async () => {
    const contents = Array.from({ length: 301 }, (_, i) => `message ${i}`);
    const { db, id, last } = await withMessages(contents);
    const history = await readHistory(db, { conversationId: id, parentId: last?.id ?? null }, 128_000);
    expect(history.leftOut).toBe(0);
    expect(history.turns.map(({ content }) => content)).toEqual(contents);
  });

  test('reads the newest turns that fit of a longer one, and counts those left out', async () => {
    const { db, id, last } = await withMessages(Array.from({ length: 41 }, (_, i) => `${i} `.padEnd(3_000, 'x')));
    const history = await readHistory(db, { conversationId: id, parentId: last?.id ?? null }, 16_000);
    expect(history.turns.at(-1)?.content).toMatch(/^40 /);
    expect(history.turns.length).toBeGreaterThan(5);
    expect(history.turns.length + history.leftOut).toBe(41);
    const tokens = history.turns.reduce((sum, { content }) => sum + estimateTokens(content), 0);
    expect(tokens).toBeLessThan(12_000);
  });

  test('does not count messages of other versions among those left out', async () => {
    const { db, id, last } = await withMessages(Array.from({ length: 41 }, (_, i) => `${i} `.padEnd(3_000, 'x')));
    const { messages } = db.tables;
    await db.write((orm) =>
      orm
        .update(messages)
        .set({ active: false })
        .where(inArray(messages.ordinal, [3, 4, 5])),
    );
    const history = await readHistory(db, { conversationId: id, parentId: last?.id ?? null }, 16_000);
    expect(history.turns.length + history.leftOut).toBe(38);
  });

  test('always includes the question, however long', async () => {
    const { db, id, last } = await withMessages(['old', 'older', 'x'.repeat(32_000)]);
    const history = await readHistory(db, { conversationId: id, parentId: last?.id ?? null }, 8_000);
    expect(history).toMatchObject({ leftOut: 2 });
    expect(history.turns).toHaveLength(1);
  });

  test('an answer says when older turns were left out', async () => {
    const { db, actor, id } = await withMessages(Array.from({ length: 60 }, () => 'y'.repeat(3_000)));
    const llm = createScriptedLlm((call: ScriptedCall) => {
      call.text('Well.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor });
    const { assistantMessage } = await sendMessage(ctx, { conversationId: id, content: 'And now?' });
    const { turnsLeftOut } = await finalMessage(ctx, assistantMessage.id);
    expect(turnsLeftOut).toBeGreaterThan(30);
    expect(llm.calls[0]?.request.messages).toHaveLength(1 + 61 - turnsLeftOut);
  });
});
