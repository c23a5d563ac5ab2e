import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import {
  archivedConversationSchema,
  archivedMessageSchema,
  type ConversationFormat,
} from '@noek/contract/archive/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { exported, unzipped } from '../../../testing/archives.ts';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { announceEndedSessions } from '../../auth/session/watch-session.ts';
import { deleteConversation } from '../../chat/conversations/conversation-trash.ts';
import { exportConversation } from './export-conversation.ts';
import { pageSize } from './pages.ts';

async function fileOf(ctx: TestCtx, conversationId: number, format: ConversationFormat) {
  const { name, type, stream } = await exportConversation(ctx, { conversationId, format });
  return { name, type, text: await text(stream) };
}

describeOnEngines('the export of one conversation', (open) => {
  const begin = async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    return { db, ctx, userId: actor.user.id };
  };

  test('is the same JSON and Markdown as in the archive of the account', async () => {
    const { db, ctx, userId } = await begin();
    const { id } = await insertConversation(db, { userId, title: 'Tides & *moons*', pinned: true });
    await insertMessages(db, id, [
      { content: 'First version', active: false },
      { content: 'An answer', active: false },
    ]);
    await insertMessages(db, id, [
      { content: 'Second version', parentId: null },
      { content: '```js\nlet a;\n```', status: 'stopped' },
    ]);
    const archive = await unzipped(await exported(ctx, userId));
    const path = `conversations/${id}-Tides-moons`;
    const json = await fileOf(ctx, id, 'json');
    expect(json).toEqual({ name: 'noek-Tides-moons.json', type: 'application/json', text: archive[`${path}.json`] });
    const parsed = JSON.parse(json.text);
    expect(archivedConversationSchema.parse(parsed.conversation)).toMatchObject({ title: 'Tides & *moons*' });
    expect(parsed.messages.map((one: unknown) => archivedMessageSchema.parse(one).content)).toHaveLength(4);
    const markdown = await fileOf(ctx, id, 'markdown');
    expect(markdown).toEqual({ name: 'noek-Tides-moons.md', type: 'text/markdown', text: archive[`${path}.md`] });
    expect(markdown.text).toMatch(/^# Tides & \*moons\*\n/);
  });

  test('tells the effort, the usage, and what an answer went without', async () => {
    const { db, ctx, userId } = await begin();
    const { id } = await insertConversation(db, { userId, title: 'Tides', effort: 'thorough' });
    const usage = { input: 120, output: 30, reasoning: 10, estimated: false };
    await insertMessages(db, id, [
      'Why?',
      { content: 'The moon.', usage, toolsLeftOut: true, modelsGone: ['gpt-5-mini'] },
    ]);
    const { conversation, messages } = JSON.parse((await fileOf(ctx, id, 'json')).text);
    expect(conversation).toMatchObject({ effort: 'thorough' });
    expect(messages[1]).toMatchObject({ usage, toolsLeftOut: true, modelsGone: ['gpt-5-mini'] });
    expect(messages[0]).toMatchObject({ usage: null });
    expect(messages[0]).not.toHaveProperty('toolsLeftOut');
    const { text: markdown } = await fileOf(ctx, id, 'markdown');
    expect(markdown).toContain('*gpt-5-mini is no longer available, so another model answered.*');
    expect(markdown).toContain('*Answered without search and memory: this model takes no tools here.*');
  });

  test('has every message of a conversation of many pages, in order', async () => {
    const { db, ctx, userId } = await begin();
    const { id } = await insertConversation(db, { userId, title: 'Long' });
    const texts = Array.from({ length: 12 * pageSize + 20 }, (_, at) => `Text ${at}.`);
    await insertMessages(db, id, texts);
    const { messages } = JSON.parse((await fileOf(ctx, id, 'json')).text) as { messages: { content: string }[] };
    expect(messages.map(({ content }) => content)).toEqual(texts);
    const markdown = await fileOf(ctx, id, 'markdown');
    expect(markdown.text.match(/^Text \d+\.$/gm)).toEqual(texts);
  });

  test('only its owner can export it, guests too, and not from the trash', async () => {
    const { db, ctx, userId } = await begin();
    const { id } = await insertConversation(db, { userId, title: 'Mine' });
    const guest = await guestActor(db);
    const guestId = guest.kind === 'guest' ? (guest.guestId ?? '') : '';
    const theirs = await insertConversation(db, { guestId, title: 'Of a guest' });
    await insertMessages(db, theirs.id, ['Hello', 'Hi']);
    expect((await fileOf(ctx.as(guest) as TestCtx, theirs.id, 'markdown')).text).toContain('\nHello\n');
    const strangers = [
      [ctx.as(guest), id],
      [ctx.as(await userActor(db)), id],
      [ctx.as(await guestActor(db)), theirs.id],
      [ctx, theirs.id],
    ] as const;
    for (const [stranger, conversationId] of strangers)
      await expect(exportConversation(stranger, { conversationId, format: 'json' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await deleteConversation(ctx, { conversationId: id });
    await expect(exportConversation(ctx, { conversationId: id, format: 'json' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('stops when its reader leaves, and ends with an error when the session ends', async () => {
    const { db, ctx, userId } = await begin();
    const { id } = await insertConversation(db, { userId, title: 'Long' });
    await insertMessages(
      db,
      id,
      Array.from({ length: 3 * pageSize }, () => 'x'.repeat(5_000)),
    );
    const left = (await exportConversation(ctx, { conversationId: id, format: 'json' })).stream;
    await once(left, 'readable');
    left.destroy();
    await once(left, 'close');
    const cut = (await exportConversation(ctx, { conversationId: id, format: 'json' })).stream;
    const pieces = cut[Symbol.asyncIterator]();
    await pieces.next();
    const { sessions: s } = db.tables;
    await db.write((orm) => orm.update(s).set({ expiresAt: new Date(0) }));
    announceEndedSessions(ctx, userId);
    const rest = async () => {
      while (!(await pieces.next()).done) await new Promise((resolve) => setTimeout(resolve, 100));
    };
    await expect(rest()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});
