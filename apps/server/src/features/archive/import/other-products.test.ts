import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { textSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { pngOf } from '@noek/files/testing/png';
import { answer, chain, chat, message, question, root, simple } from '@noek/importers/testing/chatgpt-parts';
import { and, asc, eq } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { ZipFile } from 'yazl';
import { runJobs, uploaded } from '../../../testing/archives.ts';
import { createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { listMessages } from '../../chat/messages/list-messages.ts';
import { regenerateAnswer } from '../../chat/messages/regenerate-answer.ts';
import { ownMessages } from '../../chat/records/own-messages.ts';
import { searchConversations } from '../../chat/search/search-conversations.ts';
import { startImport } from '../start-import.ts';
import { listImports } from './list-imports.ts';
import { undoImport } from './undo-import.ts';

type Files = Record<string, Uint8Array | object>;

async function zipOf(files: Files): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, content] of Object.entries(files))
    zip.addBuffer(content instanceof Uint8Array ? Buffer.from(content) : Buffer.from(JSON.stringify(content)), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream));
}
const jsonOf = (value: object) => new TextEncoder().encode(JSON.stringify(value));

async function withPerson(db: Parameters<typeof createTestCtx>[0]['db']) {
  const ctx = createTestCtx({ db });
  const { id } = await insertPerson(ctx);
  return { ctx, id, me: await signedInAs(ctx, id) };
}

async function bring(ctx: TestCtx, me: TestCtx, ...files: Uint8Array<ArrayBuffer>[]) {
  const { id } = await startImport(me, uploaded(...files));
  await runJobs(ctx);
  const [job] = (await listImports(me)).imports.filter((one) => one.id === id);
  if (!job) throw new Error('The import is gone.');
  return job;
}

const chatsOf = ({ db }: TestCtx, userId: string) =>
  db.orm
    .select()
    .from(db.tables.conversations)
    .where(eq(db.tables.conversations.userId, userId))
    .orderBy(asc(db.tables.conversations.title));

const named = (id: string, fields: object = {}) => ({ ...simple(), ...fields, id, conversation_id: id, title: id });

describeOnEngines('an import from another product', (open) => {
  test('brings branches, dates, files and models, which are found by search and are not the person’s words', async () => {
    const { ctx, id, me } = await withPerson(await open());
    const asked = message('user', '', {
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_01' }, 'What is this teapot?'],
      },
      metadata: { attachments: [{ id: 'file_02', name: 'gone.pdf' }] },
    });
    const nodes = [root, ...chain([asked, answer]), ...chain([message('assistant', 'A teapot.')], 'n1', 10)];
    const zip = await zipOf({
      'conversations.json': [chat(nodes, { current_node: 'n2', is_starred: true })],
      'file_01.dat': await pngOf(30, 20),
      'conversation_asset_file_names.json': { 'file_01.dat': 'teapot.png' },
    });
    expect(await bring(ctx, me, zip)).toMatchObject({
      source: 'chatgpt',
      state: 'done',
      progress: 100,
      found: 1,
      conversations: { added: 1, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
      messages: 3,
      files: { added: 1, missing: 1 },
      problems: [],
    });
    const [row] = await chatsOf(ctx, id);
    expect(row).toMatchObject({ title: 'Tea', pinned: true, createdAt: new Date(1_750_000_000_250) });
    const messages = await listMessages(me, { conversationId: row?.id ?? 0 });
    expect(messages).toMatchObject([
      {
        content: 'What is this teapot?',
        files: [
          { name: 'teapot.png', type: 'image/png', width: 30 },
          { name: 'gone.pdf', state: 'failed' },
        ],
      },
      { content: 'Three minutes.', answeredBy: 'ChatGPT · gpt-4o' },
    ]);
    expect(await searchConversations(me, { q: 'teapot', limit: 5 })).toMatchObject([
      { conversationId: row?.id },
      { conversationId: row?.id },
    ]);
    expect(await ownMessages(ctx.db, messages[1]?.id ?? '')).toEqual([]);
    const { allowanceLedger, memories, messages: m } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(allowanceLedger)).toEqual([]);
    expect(await ctx.db.orm.select().from(memories)).toEqual([]);
    const free = and(eq(m.conversationId, row?.id ?? 0), eq(m.freeContinueUsed, false));
    expect(await ctx.db.orm.select().from(m).where(free)).toEqual([]);
  });

  test('in several files, in ZIPs inside a ZIP, and of several products at once is read whole', async () => {
    const { ctx, id, me } = await withPerson(await open());
    const claude = { uuid: 'c', name: 'claude', chat_messages: [{ uuid: 'q', sender: 'human', text: 'Hello' }] };
    const nested = await zipOf({ 'a/part.zip': await zipOf({ 'conversations.json': [claude] }) });
    const job = await bring(
      ctx,
      me,
      await zipOf({ 'conversations-000.json': [named('one')] }),
      jsonOf([named('two')]),
      nested,
    );
    expect(job).toMatchObject({ state: 'done', conversations: { added: 3 } });
    expect((await chatsOf(ctx, id)).map(({ importKey }) => importKey)).toEqual([
      'claude:c',
      'chatgpt:one',
      'chatgpt:two',
    ]);
  });

  test('with a ZIP inside that cannot be opened reads the rest, and reports it', async () => {
    const { ctx, me } = await withPerson(await open());
    const broken = new TextEncoder().encode('PK, but not really');
    const job = await bring(
      ctx,
      me,
      await zipOf({ 'conversations.json': [named('one')], 'file-1-photos.zip': broken }),
    );
    expect(job).toMatchObject({
      state: 'done',
      conversations: { added: 1 },
      problems: [{ title: 'file-1-photos.zip', reason: 'This file is not a zip archive, or it is incomplete.' }],
    });
  });

  test('again, or a newer export, adds only what is new', async () => {
    const { ctx, id, me } = await withPerson(await open());
    await bring(ctx, me, jsonOf([named('one'), named('two')]));
    const again = await bring(ctx, me, jsonOf([named('one'), named('two')]));
    expect(again).toMatchObject({ conversations: { added: 0, updated: 0, unchanged: 2 }, messages: 0 });
    const longer = chat([root, ...chain([question, answer, message('user', 'Thanks')])]);
    const newer = await bring(ctx, me, jsonOf([named('one', longer), named('two'), named('three')]));
    expect(newer).toMatchObject({ conversations: { added: 1, updated: 1, unchanged: 1 }, messages: 3 });
    expect(await chatsOf(ctx, id)).toHaveLength(3);
  });

  test('of the same conversation twice in one export adds it once, with all that either has', async () => {
    const { ctx, id, me } = await withPerson(await open());
    const longer = chat([root, ...chain([question, answer, message('user', 'Thanks')])]);
    const job = await bring(ctx, me, jsonOf([simple(), longer]));
    expect(job).toMatchObject({ conversations: { added: 1, updated: 1 }, messages: 3 });
    expect(await chatsOf(ctx, id)).toHaveLength(1);
    expect(await undoImport(me, { id: job.id })).toEqual({ removed: 1, kept: 0 });
  });

  test('reports what is skipped, what is missing, and why', async () => {
    const { ctx, me } = await withPerson(await open());
    const job = await bring(
      ctx,
      me,
      await zipOf({
        'export_manifest.json': {
          logical_files: { 'conversations.json': { files: ['conversations-000.json', 'conversations-001.json'] } },
        },
        'conversations-000.json': [named('one'), chat([root], { title: 'Empty' })],
      }),
    );
    expect(job).toMatchObject({
      state: 'done',
      conversations: { added: 1, skipped: 1, failed: 0 },
      problems: [
        { title: 'conversations-001.json', reason: expect.stringContaining('missing') },
        { title: 'Empty', reason: 'There is no message in it.' },
      ],
    });
  });

  test('tells what was left out of messages, and which files contained nothing to import', async () => {
    const { ctx, me } = await withPerson(await open());
    const mark = '\ue200cite\ue202turn0search0\ue201';
    const asked = chat([
      root,
      ...chain([question, message('assistant', 'x', { recipient: 'web' }), message('assistant', `So ${mark}.`)]),
    ]);
    const job = await bring(
      ctx,
      me,
      jsonOf([asked]),
      jsonOf({ conversations: [{ title: 'Of Grok' }] }),
      jsonOf({ a: 1 }),
    );
    expect(job).toMatchObject({
      state: 'done',
      conversations: { added: 1 },
      problems: [
        { title: 'File 2', reason: 'It has no conversations that Noek can read.' },
        { title: 'File 3', reason: 'It has no conversations that Noek can read.' },
        {
          title: 'Left out of messages',
          reason:
            '1 call of a tool in “Tea”; 1 reference without its page or file in “Tea”. The words around them were kept.',
        },
      ],
    });
  });

  test('in a ZIP of a Mac has no problems with the notes that the Mac has added', async () => {
    const { ctx, me } = await withPerson(await open());
    const inner = await zipOf({
      'conversations-000.json': [named('one')],
      '__MACOSX/._conversations-000.json': jsonOf({}),
    });
    const notes = new Uint8Array([0, 5, 22, 7, 0, 2, 0, 0]);
    const job = await bring(
      ctx,
      me,
      await zipOf({ 'a/part.zip': inner, '__MACOSX/a/._part.zip': notes, 'a/._other.zip': notes }),
    );
    expect(job).toMatchObject({ state: 'done', conversations: { added: 1 }, problems: [] });
  });

  test('keeps each message of its own, also if several answers follow each other, and thoughts as thoughts', async () => {
    const { ctx, id, me } = await withPerson(await open());
    const use = (name: string, input: object) => ({ type: 'tool_use', name, input });
    const said = (uuid: string, ...content: object[]) => ({
      uuid,
      sender: uuid.startsWith('q') ? 'human' : 'assistant',
      content,
    });
    const claude = {
      uuid: 'c',
      name: 'Claude',
      chat_messages: [
        said('q1', { type: 'text', text: 'A trip' }),
        said('a1', use('ask_user_input_v0', { questions: [{ question: 'Which beach?', options: ['A', 'B'] }] })),
        said('a2', use('message_compose_v1', { variants: [{ subject: 'Hi', body: 'See you on Friday.' }] })),
      ],
    };
    const fragments = (...given: object[]) => ({ model: 'm', fragments: given });
    const deepseek = {
      id: 'd',
      title: 'DeepSeek',
      mapping: {
        1: { parent: null, message: fragments({ type: 'REQUEST', content: 'How long?' }) },
        2: {
          parent: '1',
          message: fragments({ type: 'THINK', content: 'Hm' }, { type: 'RESPONSE', content: 'Two hours.' }),
        },
      },
    };
    expect(await bring(ctx, me, jsonOf([claude]))).toMatchObject({ source: 'claude', messages: 3, problems: [] });
    expect(await bring(ctx, me, jsonOf([deepseek]))).toMatchObject({ source: 'deepseek', messages: 2, problems: [] });
    const [ofClaude, ofDeepseek] = await chatsOf(ctx, id);
    const messages = await listMessages(me, { conversationId: ofClaude?.id ?? 0 });
    expect(messages).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: '**Which beach?**\n\n- A\n- B' },
      { role: 'assistant', content: '**Subject:** Hi\n\nSee you on Friday.' },
    ]);
    // Each answers the same question.
    const regenerated = await regenerateAnswer(me, { messageId: messages[2]?.id ?? '' });
    expect(regenerated.userMessage.content).toBe('A trip');
    expect(await listMessages(me, { conversationId: ofDeepseek?.id ?? 0 })).toMatchObject([
      { content: 'How long?' },
      { content: 'Two hours.', reasoning: { text: 'Hm' }, answeredBy: 'DeepSeek · m' },
    ]);
  });

  test('that is damaged at its end, or has no conversation, adds nothing', async () => {
    const { ctx, id, me } = await withPerson(await open());
    const text = JSON.stringify([named('one'), named('two')]);
    const cut = new TextEncoder().encode(text.slice(0, -20));
    expect(await bring(ctx, me, cut)).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('damaged or incomplete'),
    });
    expect(
      await bring(ctx, me, new TextEncoder().encode('{"conversationId":"c","messages":[{"text":"x"},]}')),
    ).toMatchObject({
      state: 'failed',
      message: 'The file “File 1.json” is damaged or incomplete. Please download the export again.',
    });
    expect(await bring(ctx, me, jsonOf([]))).toMatchObject({ state: 'failed', source: null });
    expect(await bring(ctx, me, jsonOf([{ mapping: {}, title: 'Empty' }, { folder: 'Kitchen' }]))).toMatchObject({
      source: 'chatgpt',
      state: 'failed',
      message:
        'This export of ChatGPT has no conversations that Noek can read: 1 had nothing to import, 1 could not be read. Noek takes the exports of ChatGPT, Claude, DeepSeek, Open WebUI and LibreChat, and its own archives.',
      conversations: { added: 0, skipped: 1, failed: 1 },
      problems: [{ title: 'Empty' }, { title: 'Untitled' }],
    });
    expect(await chatsOf(ctx, id)).toEqual([]);
  });

  test('counts what is new toward the space for text, and is refused as a whole if that is too much', async () => {
    const { ctx, id, me } = await withPerson(await open());
    const limit = textSpaces.basic;
    textSpaces.basic = 100_000;
    onTestFinished(() => {
      textSpaces.basic = limit;
    });
    const long = (name: string) => named(name, { mapping: simple().mapping, padding: 'x'.repeat(200_000) });
    // What is not kept of an export takes no space.
    expect(await bring(ctx, me, jsonOf([long('one')]))).toMatchObject({ state: 'done' });
    const big = chat([root, ...chain([message('user', 'y'.repeat(90_000)), answer])], {
      id: 'big',
      conversation_id: 'big',
    });
    expect(await bring(ctx, me, jsonOf([named('two'), big]))).toMatchObject({
      state: 'done',
      conversations: { added: 2 },
    });
    expect(await bring(ctx, me, jsonOf([named('two'), big]))).toMatchObject({
      state: 'done',
      conversations: { unchanged: 2 },
    });
    const more = chat([root, ...chain([message('user', 'z'.repeat(20_000)), answer])], {
      id: 'more',
      conversation_id: 'more',
    });
    const refusal = {
      code: 'CONFLICT',
      message: expect.stringMatching(/^What is new in this upload takes .* Nothing was imported\./),
    };
    const large = jsonOf([named('three'), more]);
    const nested = await zipOf({ 'chats.zip': await zipOf({ 'conversations.json': [named('three'), more] }) });
    const split = [await zipOf({ 'conversations.json': [more] }), jsonOf([named('three')])];
    const before = [await chatsOf(ctx, id), (await listImports(me)).imports.length];
    for (const files of [[large], [nested], split])
      await expect(bring(ctx, me, ...files)).rejects.toMatchObject(refusal);
    expect([await chatsOf(ctx, id), (await listImports(me)).imports.length]).toEqual(before);
    const left = await readdir(join(ctx.config.dataDir, 'archives'), { recursive: true });
    expect(left.filter((name) => name.includes('.'))).toEqual([]);
    expect((await chatsOf(ctx, id)).map(({ title }) => title)).toEqual(['Tea', 'one', 'two']);
  });
});
