import { memoryLimitText } from '@noek/contract/memory/texts';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import type { Actor } from '../../../../base-context.ts';
import { createLlm } from '../../../../integrations/llm/create-llm.ts';
import { silentLog, testTuning } from '../../../../integrations/llm/testing/loopback-upstream.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../../testing/create-chat-ctx.ts';
import { listMemories } from '../../../memory/list-memories.ts';
import { sendMessage } from '../../messages/send-message.ts';
import { decideForgetting } from '../../tools/decide-forgetting.ts';

describeOnEngines('the built-in demo', (open) => {
  async function chatAs(actorOf: (db: Database) => Promise<Actor & { user?: { id: string } }>) {
    const db = await open();
    const llm = await createLlm({ providers: [] }, { log: silentLog }, testTuning);
    const actor = await actorOf(db);
    const ctx = createChatCtx(db, llm, { actor });
    const say = async (content: string) => {
      const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content });
      return finalMessage(ctx, assistantMessage.id);
    };
    return { db, ctx, actor, say, saved: async () => (await listMemories(ctx)).memories.map(({ content }) => content) };
  }

  test.each([
    ['asked for', 'Remember that I am allergic to walnuts', 'I am allergic to walnuts'],
    ['mentioned', 'I am allergic to walnuts. Explain recursion', 'I am allergic to walnuts'],
  ])('a memory that is %s is saved once, known in another chat, and forgotten', async (_, words, content) => {
    const { ctx, say, saved } = await chatAs(userActor);
    const first = await say(words);
    expect(first).toMatchObject({ status: 'complete', answeredBy: 'Demo · built-in' });
    expect(first.content).toContain(`I will remember that: “${content}”`);
    expect(first.steps).toMatchObject([{ kind: 'memory', status: 'done', text: 'Saved to memory' }]);
    expect(await saved()).toEqual([content]);

    const known = await say('What am I allergic to?');
    expect(known.content).toContain(`You told me: “${content}”.`);
    expect(known.memories).toHaveLength(1);
    expect((await say('Suggest a cake for my birthday')).content).toContain(`because you told me: “${content}”`);

    const forgotten = await say('Forget that I am allergic to walnuts');
    expect(forgotten.content).toContain('Shall I delete this memory? I am allergic to walnuts');
    expect(await saved()).toEqual([content]);
    const [asked] = forgotten.steps;
    const memoryIds = asked?.forget?.memories.map(({ id }) => id) ?? [];
    await decideForgetting(ctx, { messageId: forgotten.id, stepId: asked?.id ?? '', memoryIds });
    expect(await saved()).toEqual([]);
    expect((await say('What am I allergic to?')).content).not.toContain('walnuts');
  });

  test('two facts are two memories, a correction replaces, and the answer says so', async () => {
    const { say, saved } = await chatAs(userActor);
    const two = await say('I live in Lisbon and I like tea');
    expect(two.content).toContain('I will remember that: “I live in Lisbon”, “I like tea”');
    expect((await saved()).toSorted()).toEqual(['I like tea', 'I live in Lisbon']);
    await say("My daughter's name is Ana");
    const corrected = await say("My daughter's name is Anna, not Ana");
    expect(corrected.content).toContain("I will remember that: “My daughter's name is Anna”");
    expect((await saved()).filter((content) => content.toLowerCase().includes('daughter'))).toEqual([
      "My daughter's name is Anna",
    ]);
  });

  test.each([
    ['Anna, not Ana.', "My daughter's name is Anna"],
    ["No, it's Anna, not Ana", "My daughter's name is Anna"],
    ["Remember that it's Anna, not Ana.", "My daughter's name is Anna"],
    ['Es heißt Anna, nicht Ana.', "My daughter's name is Anna"],
    ['My daughter is Anna, not Ana.', 'My daughter is Anna'],
  ])('a correction in few words replaces what it corrects: %s', async (words, content) => {
    const { say, saved } = await chatAs(userActor);
    await say("My daughter's name is Ana.");
    await say('I live in Lisbon');
    const { content: answer, steps } = await say(words);
    expect(answer).toContain(`I will remember that: “${content}”`);
    expect(steps).toMatchObject([{ kind: 'memory', status: 'done' }]);
    expect((await saved()).toSorted()).toEqual(['I live in Lisbon', content]);
  });

  test('a correction of something that is not in memory saves nothing', async () => {
    const { say, saved } = await chatAs(userActor);
    await say("My daughter's name is Ana.");
    await say('Python, not Java');
    expect(await saved()).toEqual(["My daughter's name is Ana"]);
  });

  test('at the limit it says so, and saves nothing', async () => {
    const { db, actor, say, saved } = await chatAs(userActor);
    await insertMemories(
      db,
      actor.user?.id ?? '',
      Array.from({ length: 50 }, (_, i) => ({ content: `Note ${i}` })),
    );
    const answer = await say('My favourite colour is blue');
    expect(answer.content).toContain(`I could not save this: ${memoryLimitText}`);
    expect(await saved()).toHaveLength(50);
  });

  test('with memory off, and for guests, it remembers within the conversation alone', async () => {
    const { say, saved } = await chatAs((db) => userActor(db, { memoryEnabled: false }));
    expect((await say('Remember that I live in Bergen')).content).toContain('Noted: “I live in Bergen”');
    expect(await saved()).toEqual([]);
    const guest = await chatAs(guestActor);
    expect((await guest.say('Remember that I live in Bergen')).content).toContain('Noted: “I live in Bergen”');
  });
});
