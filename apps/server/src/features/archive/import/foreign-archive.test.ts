import { createHash } from 'node:crypto';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { archiveOf, imported, uploaded } from '../../../testing/archives.ts';
import { startImport } from '../start-import.ts';
import {
  conversation,
  conversationsOf,
  counted,
  damagedText,
  file,
  format,
  listed,
  manifest,
  many,
  memory,
  message,
  path,
  step,
  textOf,
  twoPeople,
  unsafe,
} from './testing/archive-parts.ts';

describeOnEngines('an archive that Noek did not make', (open) => {
  test('gives nothing but what its owner could have written: fields of others are dropped, dates are not in the future', async () => {
    const { ctx, bob } = await twoPeople(await open());
    const forged = { ...conversation, userId: 'somebody', id: 5, importJobId: 'x', copiedMessages: 0 };
    const row = await imported(ctx, bob.id, await archiveOf(file({ conversation: forged })));
    expect(row).toMatchObject({ status: 'done' });
    const [only] = await conversationsOf(ctx, bob.id);
    expect(only).toMatchObject({
      userId: bob.id,
      sharedAt: null,
      updatedAt: ctx.now(),
      funMode: true,
      harmfulMode: true,
      copiedMessages: 1,
      importJobId: null,
    });
    expect(only?.id).not.toBe(5);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a message of another shape', file({ messages: [{ ...message, role: 'system' }] })],
    ['a message without a date', file({ messages: [{ ...message, createdAt: 'yesterday' }] })],
    ['a message that follows nothing', file({ messages: [{ ...message, parentId: 'b' }] })],
    ['the same message twice', file({ messages: [message, message] })],
    ['the same message twice, far apart', file({ messages: [...many(60), message] })],
    ['the same memory twice', { 'memories.json': { memories: [memory, { ...memory, content: 'Plays chess' }] } }],
    ['a script as the address of a source', file({ messages: [{ ...message, sources: [unsafe] }] })],
    ['a script as the address of a step', file({ messages: [{ ...message, steps: [{ ...step, url: unsafe.url }] }] })],
    ['a newest message that is not there', file({ conversation: { ...conversation, headMessageId: 'z' } })],
    ['an answer that is too long', file({ messages: [{ ...message, content: 'x'.repeat(200_001) }] })],
    ['no conversation', { [path]: { messages: [message] } }],
    ['something that is not JSON', { [path]: '{"conversation": {' }],
    ['JSON that is too deep', { [path]: `{"conversation": ${'['.repeat(100_000)}` }],
    ['a value that is too long', { [path]: { conversation: { ...conversation, title: 'x'.repeat(5_000_000) } } }],
    ['a memory of another shape', { 'memories.json': { memories: [{ title: 'x' }] } }],
    ['a file that the manifest does not know', { ...file({}), 'manifest.json': manifest([]) }],
  ])('with %s is refused as damaged, and adds nothing', async (_, files) => {
    const { ctx, bob } = await twoPeople(await open());
    expect(await imported(ctx, bob.id, await archiveOf(files))).toMatchObject({ status: 'failed', error: damagedText });
    expect(await conversationsOf(ctx, bob.id)).toEqual([]);
  });

  test.each([
    ['its memories were changed', 'memories.json'],
    ['the text for people was changed', 'README.txt'],
    ['a file of the account was changed', 'account.json'],
  ])('where %s writes nothing, not even what comes before it', async (_, changed) => {
    const { ctx, bob } = await twoPeople(await open());
    const whole = { ...file({}), 'README.txt': 'Hi', 'account.json': {}, 'memories.json': { memories: [memory] } };
    const wrong = Object.keys(whole).map((name) => ({
      path: name,
      bytes: Buffer.byteLength(textOf(whole[name as keyof typeof whole])),
      sha256: createHash('sha256')
        .update(name === changed ? 'other' : textOf(whole[name as keyof typeof whole]))
        .digest('hex'),
    }));
    const archive = await archiveOf({ ...whole, 'manifest.json': manifest(wrong) });
    expect(await imported(ctx, bob.id, archive)).toMatchObject({ status: 'failed', error: damagedText });
    expect(await conversationsOf(ctx, bob.id)).toEqual([]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.memories)).toEqual([]);
    // The same files with their own manifest are taken.
    expect(await imported(ctx, bob.id, await archiveOf(whole))).toMatchObject({
      status: 'done',
      result: { ...counted(1, 0), memoriesAdded: 1 },
    });
  });

  test.each([
    ['Fun Mode', { funMode: true, harmfulMode: false }, { funMode: true, harmfulMode: false }],
    ['both modes', { funMode: true, harmfulMode: true }, { funMode: true, harmfulMode: true }],
    ['no mode', { funMode: false, harmfulMode: false }, { funMode: false, harmfulMode: false }],
    ['Harmful Mode outside Fun Mode', { funMode: false, harmfulMode: true }, { funMode: false, harmfulMode: false }],
  ])('with %s gives the conversation the modes that its owner could have set', async (_, modes, expected) => {
    const { ctx, bob } = await twoPeople(await open());
    await imported(ctx, bob.id, await archiveOf(file({ conversation: { ...conversation, ...modes } })));
    expect(await conversationsOf(ctx, bob.id)).toMatchObject([expected]);
  });

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>, string]>([
    ['empty', async () => new Uint8Array(), 'Choose a file to import.'],
    [
      'no whole zip',
      async () => new TextEncoder().encode('PK, and nothing more'),
      'This file is not a zip archive, or it is incomplete.',
    ],
    ['without a listed file', () => archiveOf({ 'manifest.json': manifest([listed]) }), damagedText],
    [
      'a newer format',
      () => archiveOf({ 'manifest.json': { format, version: 2, files: [] } }),
      'This archive was made by a newer version of Noek, which this one cannot read.',
    ],
  ])('that is %s is refused at once, and its upload removed', async (_, make, words) => {
    const { ctx, asBob } = await twoPeople(await open());
    const bytes = await make();
    await expect(startImport(asBob, uploaded(bytes))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: words,
    });
    expect(await ctx.db.orm.select().from(ctx.db.tables.archiveJobs)).toEqual([]);
  });

  test.each<[string, () => Promise<Uint8Array<ArrayBuffer>>]>([
    ['a text', async () => new TextEncoder().encode('hello')],
    ['JSON of something else', async () => new TextEncoder().encode('[{"id": 1, "name": "Ada"}]')],
    ['a zip of something else', () => archiveOf({ 'manifest.json': {}, 'notes.json': [1, 2, 3] })],
  ])('that is %s fails with what can be imported', async (_, make) => {
    const { ctx, bob } = await twoPeople(await open());
    expect(await imported(ctx, bob.id, await make())).toMatchObject({
      status: 'failed',
      source: null,
      error:
        'This upload has no conversations that Noek can read. Noek takes the exports of ChatGPT, Claude, DeepSeek, Open WebUI and LibreChat, and its own archives.',
    });
  });
});
