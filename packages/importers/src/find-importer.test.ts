import { expect, test } from 'vitest';
import { findImporter } from './find-importer.ts';
import type { SourceFile } from './importer.ts';
import { simple } from './testing/chatgpt-parts.ts';
import { sourceFiles } from './testing/source-files.ts';

const inZip = (chosen: string, files: Record<string, unknown>): SourceFile[] =>
  sourceFiles(files).map((file) => ({ ...file, chosen }));
const unreadOf = async (...files: SourceFile[][]) => (await findImporter(files.flat())).unread;
const reason = 'It has no conversations that Noek can read.';

test('files that were chosen with an export and have no conversations are reported', async () => {
  const chatgpt = inZip('chatgpt.zip', { 'conversations.json': [simple()], 'other.json': { x: 1 } });
  const grok = { conversations: [{ conversation: { id: 'g', title: 'Tea' }, responses: [] }] };
  expect(
    await unreadOf(
      chatgpt,
      inZip('grok.zip', { 'ttl/prod-grok-backend.json': grok }),
      inZip('MyActivity.json', { 'MyActivity.json': [{ header: 'Gemini Apps', title: 'Prompted Hello' }] }),
      inZip('notes.txt', { 'notes.txt.json': 'Hello' }),
    ),
  ).toEqual([
    { title: 'grok.zip', reason },
    { title: 'MyActivity.json', reason },
    { title: 'notes.txt', reason },
  ]);
});

test('a file that cannot be looked at as a whole is one of another product, not a damaged one', async () => {
  const deep = `{"conversations":${'['.repeat(60_000)}${']'.repeat(60_000)}}`;
  expect(await findImporter(sourceFiles({ 'other.json': deep }))).toEqual({
    importer: null,
    unread: [{ title: 'other.json', reason }],
    damaged: null,
  });
});

test('files that belong to an export are no problem', async () => {
  expect(
    await unreadOf(
      inZip('conversations.json', { 'conversations.json': [simple()] }),
      ...['user.json', 'manifest-1.json', 'memories.json', 'light_metadata-000.json', 'message_feedback.json'].map(
        (name) => inZip(name, { [name]: { x: 1 } }),
      ),
      inZip('projects-000.zip', { 'projects/p1.json': { uuid: 'p1' } }),
      inZip('pictures.zip', { 'file-1.png': new Uint8Array([1]), '__MACOSX/._x.json': 'x' }),
    ),
  ).toEqual([]);
});

test('a file whose first items are odd is recognized like the first file', async () => {
  const { importer, unread } = await findImporter(
    sourceFiles({
      'a.json': [simple()],
      'b.json': [null, { folder: 1 }, { ...simple(), id: 'c-2', conversation_id: 'c-2' }],
    }),
  );
  const found = [];
  for await (const one of importer?.read() ?? [])
    found.push(one.type === 'conversation' ? one.found.conversation.origin : one.problem.reason);
  expect(found).toEqual([
    'chatgpt:c-1',
    'It has no form of a conversation that Noek knows.',
    'It has no form of a conversation that Noek knows.',
    'chatgpt:c-2',
  ]);
  expect(unread).toEqual([]);
});
