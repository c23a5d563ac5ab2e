import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createLlm } from '../../../integrations/llm/create-llm.ts';
import {
  answerOf,
  loopbackUpstream,
  refuse,
  silentLog,
  stream,
  testTuning,
} from '../../../integrations/llm/testing/loopback-upstream.ts';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { sendMessage } from '../messages/send-message.ts';

describeOnEngines('a conversation that is too long for its model', (open) => {
  async function begin(mostCharacters: number) {
    const db = await open();
    const length = (body: Record<string, unknown>) => JSON.stringify(body.messages).length;
    const upstream = await loopbackUpstream((response, _, { body }) =>
      length(body) > mostCharacters
        ? refuse(response, 400, { message: 'Too many tokens.', code: 'context_length_exceeded' })
        : stream(response, answerOf('Fine.')),
    );
    const providers = [upstream.provider({ contextTokens: 60_000 })];
    const llm = await createLlm({ providers }, { log: silentLog }, testTuning);
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    let conversationId: number | null = null;
    const say = async (content: string) => {
      const sent = await sendMessage(ctx, { conversationId, content });
      conversationId = sent.conversation.id;
      return finalMessage(ctx, sent.assistantMessage.id);
    };
    return { llm, say, lengths: () => upstream.asked.map(({ body }) => length(body)) };
  }

  test('is tried once with less, and its window stays smaller', async () => {
    const { llm, say, lengths } = await begin(40_000);
    for (let turn = 0; turn < 4; turn++) expect(await say('word '.repeat(1_500))).toMatchObject({ content: 'Fine.' });
    const before = lengths().length;
    expect(await say('word '.repeat(2_500))).toMatchObject({ status: 'complete', content: 'Fine.' });
    const [refused = 0, answered = 0] = lengths().slice(before);
    expect(lengths().length).toBe(before + 2);
    expect(answered).toBeLessThan(refused);
    expect(llm.contextTokensFor({ model: undefined, premium: false })).toBeLessThan(60_000);
  });

  test('fails with a sentence if less is still too long', async () => {
    const { say, lengths } = await begin(10);
    expect(await say('word '.repeat(6_000))).toMatchObject({
      ...{ status: 'failed', error: 'This conversation is too long for the model. Start a new one.' },
    });
    expect(lengths().length).toBeLessThanOrEqual(2);
  });
});
