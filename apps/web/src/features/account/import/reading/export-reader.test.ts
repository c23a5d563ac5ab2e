import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { convertedSchema } from '@noek/contract/archive/imports';
import { archivedConversationSchema, manifestSchema } from '@noek/contract/archive/schemas';
import { answer, chain, chat, message, question, root } from '@noek/importers/testing/chatgpt-parts';
import { expect, test } from 'vitest';
import { zipOf } from '../testing/zip-of.ts';
import { collected } from './blob-collector.ts';
import { exportReader } from './export-reader.ts';
import type { Chosen, Listing, ReadingReply, Upload } from './messages.ts';
import { entryBytes, zipEntries } from './zip-entries.ts';

/** A reader that answers at once, with what it has said. */
function reader() {
  const replies: ReadingReply[] = [];
  const take = exportReader((reply) => replies.push(reply));
  const last = () => replies.filter(({ type }) => type !== 'reading' && type !== 'writing').at(-1);
  return {
    replies,
    take,
    async read(...files: File[]): Promise<Listing> {
      await take({ type: 'read', files });
      const reply = last();
      if (reply?.type !== 'listed') throw new Error(`It answered ${JSON.stringify(reply)}`);
      return reply.listing;
    },
    async readRefused(...files: File[]) {
      await take({ type: 'read', files });
      return last();
    },
    async write(chosen: Partial<Chosen>): Promise<Upload[]> {
      await take({ type: 'write', chosen: { conversations: [], pieces: [], ...chosen } });
      const reply = last();
      if (reply?.type !== 'written') throw new Error(`It answered ${JSON.stringify(reply)}`);
      return reply.uploads;
    },
  };
}

/** The files of an archive as texts, all of which are as the manifest says. */
async function contentOf(upload: Upload | undefined): Promise<Record<string, string>> {
  if (!upload) throw new Error('There is no such upload.');
  const texts: Record<string, string> = {};
  const hashes: Record<string, string> = {};
  for (const entry of await zipEntries(upload.name, upload.file)) {
    const bytes = await (await collected(entryBytes(upload.name, entry))).bytes();
    texts[entry.filename] = new TextDecoder().decode(bytes);
    hashes[entry.filename] = bytesToHex(sha256(bytes));
  }
  const manifest = manifestSchema.parse(JSON.parse(texts['manifest.json'] ?? ''));
  for (const { path, sha256: hash } of manifest.files) expect([path, hashes[path]]).toEqual([path, hash]);
  expect([...manifest.files.map(({ path }) => path), 'manifest.json'].toSorted()).toEqual(
    Object.keys(texts).toSorted(),
  );
  return texts;
}

const titled = (title: string, fields: object = {}) =>
  chat([root, ...chain([question, answer])], {
    id: `id of ${title}`,
    conversation_id: `id of ${title}`,
    title,
    ...fields,
  });
const chatgptZip = (titles: string[], more: Record<string, unknown> = {}) =>
  zipOf('chatgpt.zip', { 'conversations.json': titles.map((title) => titled(title)), 'chat.html': '<html>', ...more });
const titlesOf = ({ conversations }: Listing) => conversations.map(({ title }) => title);

test('the conversations of an export are listed with their dates and numbers of messages', async () => {
  const { read, replies } = reader();
  const listing = await read(await chatgptZip(['Tea', 'Coffee']));
  expect(listing).toMatchObject({ sources: ['chatgpt'], skipped: 0, failed: 0, problemCount: 0 });
  expect(listing.conversations[0]).toMatchObject({
    title: 'Tea',
    createdAt: '2025-06-15T15:06:40.250Z',
    messages: 2,
    group: null,
  });
  expect(replies.some((reply) => reply.type === 'reading' && reply.percent > 0)).toBe(true);
});

test('only the chosen conversations are written, and their archive is whole', async () => {
  const { read, write } = reader();
  await read(await chatgptZip(['Tea', 'Coffee', 'Water']));
  const uploads = await write({ conversations: [0, 2] });
  expect(uploads).toHaveLength(1);
  const content = await contentOf(uploads[0]);
  expect(JSON.parse(content['manifest.json'] ?? '').counts).toEqual({ conversations: 2, messages: 4, memories: 0 });
  expect(Object.keys(content).filter((path) => path.startsWith('conversations/'))).toEqual([
    'conversations/1.json',
    'conversations/2.json',
  ]);
  const second = JSON.parse(content['conversations/2.json'] ?? '');
  expect(archivedConversationSchema.parse(second.conversation)).toMatchObject({ title: 'Water', id: 2 });
  expect(second.messages.map(({ content: said }: { content: string }) => said)).toEqual([
    'How long?',
    'Three minutes.',
  ]);
  expect(convertedSchema.parse(JSON.parse(content['import.json'] ?? ''))).toMatchObject({ source: 'chatgpt' });
  // The archive can be imported like any other, and keeps where it is from.
  const again = await reader().read(new File([uploads[0]?.file ?? ''], 'again.zip'));
  expect([again.sources, titlesOf(again)]).toEqual([['chatgpt'], ['Tea', 'Water']]);
});

test('ZIPs inside of ZIPs are opened; a damaged one is a problem in the list and in the report', async () => {
  const inner = await chatgptZip(['Deep']);
  const middle = await zipOf('middle.zip', { 'part.zip': inner });
  const { read, write } = reader();
  const listing = await read(await zipOf('outer.zip', { 'a/middle.zip': middle, 'broken.zip': 'PK, but no ZIP' }));
  expect(titlesOf(listing)).toEqual(['Deep']);
  expect(listing.problems).toEqual([
    { title: 'broken.zip', reason: '“broken.zip” is damaged or incomplete. Please download it again.' },
  ]);
  const content = await contentOf((await write({ conversations: [0] }))[0]);
  expect(JSON.parse(content['import.json'] ?? '').problems).toEqual(listing.problems);
});

test('a ZIP too deep inside of others is a problem, not a failure', async () => {
  let zip = await chatgptZip(['Too deep']);
  for (const name of ['three.zip', 'two.zip', 'one.zip']) zip = await zipOf('outer.zip', { [name]: zip });
  const all = await zipOf('all.zip', { 'one.zip': zip, 'conversations.json': [titled('Tea')] });
  const listing = await reader().read(all);
  expect(titlesOf(listing)).toEqual(['Tea']);
  expect(listing.problemCount).toBe(1);
});

test('a JSON file that is not in a ZIP is read, whatever its name', async () => {
  const file = new File([JSON.stringify([titled('Alone')])], 'my chats.txt');
  expect(titlesOf(await reader().read(file))).toEqual(['Alone']);
});

test.each([
  ['an empty file', () => new File([], 'empty.json')],
  ['a picture', () => new File([new Uint8Array([137, 80, 78, 71])], 'cat.png')],
  ['a ZIP with something else', () => zipOf('photos.zip', { 'photo.jpg': 'JPEG', 'list.json': [{ a: 1 }] })],
])('%s is not recognized', async (_, make) => {
  expect(await reader().readRefused(await make())).toEqual({ type: 'not-recognized' });
});

test('a damaged ZIP, and one with a password, say why they cannot be read', async () => {
  const whole = await (await chatgptZip(['Tea'])).bytes();
  const cut = new File([whole.slice(0, whole.length - 60)], 'cut.zip');
  expect(await reader().readRefused(cut)).toEqual({
    type: 'failed',
    text: '“cut.zip” is damaged or incomplete. Please download it again.',
  });
  const locked = await zipOf('locked.zip', { 'conversations.json': [] }, 'secret');
  expect(await reader().readRefused(locked)).toEqual({
    type: 'failed',
    text: '“locked.zip” is protected by a password. Please unpack it and choose the files in it.',
  });
});

test('a file that was moved after it was chosen says so', async () => {
  const file = new File(['PK'], 'moved.zip');
  Object.defineProperty(file, 'slice', {
    value: () => {
      throw new DOMException('The file is gone.', 'NotReadableError');
    },
  });
  expect(await reader().readRefused(file)).toMatchObject({ type: 'failed', text: expect.stringContaining('moved') });
});

test('an export without conversations is listed as empty', async () => {
  const listing = await reader().read(
    await zipOf('chatgpt.zip', { 'conversations.json': [chat([root], { title: 'Nothing said' })] }),
  );
  expect(listing).toMatchObject({ conversations: [], skipped: 1, problemCount: 1 });
});

test('files in an export that have no conversations are reported, except the notes that macOS adds', async () => {
  const { read, write } = reader();
  const listing = await read(
    await zipOf('chatgpt.zip', {
      'a/part.zip': await chatgptZip(['Tea']),
      '__MACOSX/a/._part.zip': 'a note about a file',
      'a/._other.zip': 'a note about a file',
    }),
    new File([JSON.stringify({ conversations: [{ responses: [] }] })], 'grok.json'),
  );
  expect([titlesOf(listing), listing.problemCount, listing.problems]).toEqual([
    ['Tea'],
    1,
    [{ title: 'grok.json', reason: 'It has no conversations that Noek can read.' }],
  ]);
  const content = await contentOf((await write({ conversations: [0] }))[0]);
  expect(JSON.parse(content['import.json'] ?? '').problems).toEqual(listing.problems);
});

test('a file that is damaged from its beginning on says so, alone and beside others', async () => {
  const damaged = new File(['{"conversationId":"c","messages":[{"text":"x"},]}'], 'Tea.json');
  const text = 'The file “Tea.json” is damaged or incomplete. Please download the export again.';
  expect(await reader().readRefused(damaged)).toEqual({ type: 'failed', text });
  expect(await reader().readRefused(new File(['<html></html>'], 'chat.html'))).toEqual({ type: 'not-recognized' });
  const listing = await reader().read(await chatgptZip(['Tea']), damaged);
  expect(listing.problems).toEqual([{ title: 'Tea.json', reason: text }]);
});

test('files without conversations are reported for an archive of Noek, too', async () => {
  const { read } = reader();
  const maker = reader();
  await maker.read(await chatgptZip(['Tea']));
  const [made] = await maker.write({ conversations: [0] });
  const listing = await read(new File([made?.file ?? ''], 'noek.zip'), new File(['{"x":1}'], 'other.json'));
  expect([listing.problemCount, listing.problems.map(({ title }) => title)]).toEqual([1, ['other.json']]);
});

test('what is left out of messages is reported, and in the report only of the chosen conversations', async () => {
  const withCall = (title: string) =>
    titled(title, {
      mapping: Object.fromEntries(
        [root, ...chain([question, message('assistant', 'x', { recipient: 'web' }), answer])].map((node) => [
          node.id,
          node,
        ]),
      ),
    });
  const { read, write } = reader();
  const listing = await read(
    await zipOf('chatgpt.zip', { 'conversations.json': [withCall('Tea'), withCall('Coffee'), titled('Water')] }),
  );
  expect(listing.problems.map(({ reason }) => reason)).toEqual([
    '2 calls of tools in 2 conversations. The words around them were kept.',
  ]);
  const problemsOf = async (...conversations: number[]) => {
    const content = await contentOf((await write({ conversations }))[0]);
    return convertedSchema.parse(JSON.parse(content['import.json'] ?? '')).problems.map(({ reason }) => reason);
  };
  expect(await problemsOf(0, 2)).toEqual(['1 call of a tool in “Tea”. The words around them were kept.']);
  expect(await problemsOf(2)).toEqual([]);
});

test('ticked texts about the person become memories, and nothing else does', async () => {
  const about = message('user', '', {
    content: { content_type: 'user_editable_context', user_profile: 'I like tea.', user_instructions: 'Be brief.' },
  });
  const { read, write } = reader();
  const { texts } = await read(
    await zipOf('chatgpt.zip', { 'conversations.json': [chat([root, ...chain([about, question, answer])])] }),
  );
  expect(texts.length).toBeGreaterThan(0);
  const without = await contentOf((await write({ conversations: [0] }))[0]);
  expect(without['memories.json']).toBeUndefined();
  const [upload] = await write({ pieces: [[0, 0]] });
  const content = await contentOf(upload);
  const { memories } = JSON.parse(content['memories.json'] ?? '');
  expect(memories).toHaveLength(1);
  expect(memories[0]).toMatchObject({ ...texts[0]?.pieces[0], savedBy: 'person', conversationId: null });
  expect(JSON.parse(content['manifest.json'] ?? '').counts).toEqual({ conversations: 0, messages: 0, memories: 1 });
});

test('the files of the chosen conversations are written, the same bytes once, and no others', async () => {
  const pictured = (title: string, pointer: string) =>
    titled(title, {
      mapping: Object.fromEntries(
        [
          root,
          ...chain([
            message('user', '', {
              content: {
                content_type: 'multimodal_text',
                parts: [
                  { content_type: 'image_asset_pointer', asset_pointer: `sediment://${pointer}`, size_bytes: 3 },
                  title,
                ],
              },
            }),
            answer,
          ]),
        ].map((node) => [node.id, node]),
      ),
    });
  const png = (n: number) => new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, n]);
  const { read, write } = reader();
  await read(
    await zipOf('chatgpt.zip', {
      'conversations.json': [
        pictured('Cat', 'file_000000a1'),
        pictured('Same cat', 'file_000000a2'),
        pictured('Dog', 'file_000000b1'),
      ],
      'file_000000a1.dat': png(1),
      'file_000000a2.dat': png(1),
      'file_000000b1.dat': png(2),
    }),
  );
  const content = await contentOf((await write({ conversations: [0, 1] }))[0]);
  const paths = Object.keys(content).filter((path) => path.startsWith('files/'));
  expect(paths).toEqual([`files/${bytesToHex(sha256(png(1)))}`]);
  const { files } = manifestSchema.parse(JSON.parse(content['manifest.json'] ?? ''));
  const sent = ['conversations/1.json', 'conversations/2.json'].map(
    (path) => JSON.parse(content[path] ?? '').messages[0].files[0].id,
  );
  expect(files.find(({ path }) => path === paths[0])?.about?.files.map(({ id }) => id)).toEqual(sent);
});

test('an archive of Noek is sent as it is, or with some of its conversations and what belongs to them', async () => {
  const first = reader();
  await first.read(await chatgptZip(['Tea', 'Coffee', 'Water']));
  const [made] = await first.write({ conversations: [0, 1, 2] });
  const archive = new File([made?.file ?? ''], 'noek-export.zip');
  const second = reader();
  expect(titlesOf(await second.read(archive))).toEqual(['Tea', 'Coffee', 'Water']);
  expect((await second.write({ conversations: [0, 1, 2] }))[0]?.file.size).toBe(archive.size);
  const some = (await second.write({ conversations: [1] }))[0];
  const content = await contentOf(some);
  expect(JSON.parse(content['manifest.json'] ?? '').counts).toMatchObject({ conversations: 1, messages: 2 });
  expect(titlesOf(await reader().read(new File([some?.file ?? ''], 'some.zip')))).toEqual(['Coffee']);
});

test('several exports at once are listed together, and each is sent as a file of its own', async () => {
  const maker = reader();
  await maker.read(await chatgptZip(['Old']));
  const [made] = await maker.write({ conversations: [0] });
  const { read, write } = reader();
  const listing = await read(new File([made?.file ?? ''], 'noek.zip'), await chatgptZip(['Tea', 'Coffee']));
  expect(titlesOf(listing)).toEqual(['Old', 'Tea', 'Coffee']);
  const uploads = await write({ conversations: [0, 2] });
  expect(
    await Promise.all(uploads.map(async ({ file, name }) => titlesOf(await reader().read(new File([file], name))))),
  ).toEqual([['Old'], ['Coffee']]);
});

test('an archive of a newer Noek says so', async () => {
  const archive = await zipOf('noek.zip', {
    'manifest.json': { format: 'noek-archive', version: 99, counts: {}, files: [] },
  });
  expect(await reader().readRefused(archive)).toEqual({
    type: 'failed',
    text: 'This archive was made by a newer version of Noek, which this one cannot read.',
  });
});

test('writing that was stopped sends nothing, and can be started again', async () => {
  const { read, take, replies, write } = reader();
  await read(await chatgptZip(['Tea', 'Coffee']));
  const writing = take({ type: 'write', chosen: { conversations: [0, 1], pieces: [] } });
  await take({ type: 'stop' });
  await writing;
  expect(replies.filter(({ type }) => type === 'written' || type === 'failed')).toEqual([]);
  expect(await write({ conversations: [1] })).toHaveLength(1);
});

test('an export of Claude in several ZIPs, which contain ZIPs, is read as one', async () => {
  const said = (uuid: string, sender: string, text: string, parent: string) => ({
    uuid,
    sender,
    text,
    content: [{ type: 'text', text }],
    created_at: '2026-05-01T10:00:00.000Z',
    attachments: [],
    files: [],
    parent_message_uuid: parent,
  });
  const conversation = (name: string) => ({
    uuid: `uuid of ${name}`,
    name,
    created_at: '2026-05-01T10:00:00.000Z',
    updated_at: '2026-05-02T10:00:00.000Z',
    chat_messages: [
      said(`${name} 1`, 'human', 'Hi', '00000000-0000-4000-8000-000000000000'),
      said(`${name} 2`, 'assistant', 'Hello.', `${name} 1`),
    ],
  });
  const part = (name: string) => zipOf('part.zip', { 'conversations.json': [conversation(name)] });
  const first = await zipOf('batch-0.zip', { 'conversations-000.zip': await part('Roses') });
  const second = await zipOf('batch-1.zip', {
    'conversations-001.zip': await part('Tulips'),
    'memories-000.zip': await zipOf('m.zip', { 'memories.json': [{ conversations_memory: 'Likes roses.' }] }),
  });
  const { read, write } = reader();
  const listing = await read(first, second);
  expect([listing.sources, titlesOf(listing)]).toEqual([['claude'], ['Roses', 'Tulips']]);
  expect(listing.texts.flatMap(({ pieces }) => pieces.map(({ content }) => content))).toEqual(['Likes roses.']);
  const content = await contentOf((await write({ conversations: [1], pieces: [[0, 0]] }))[0]);
  expect(JSON.parse(content['manifest.json'] ?? '').counts).toEqual({ conversations: 1, messages: 2, memories: 1 });
});
