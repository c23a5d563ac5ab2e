import { expect, test } from 'vitest';
import { conversationsIn, onlyConversation, openBranch, sourceFiles } from '../testing/source-files.ts';

const message = (id: string, parentId: string | null, content: unknown, fields: object = {}) => ({
  id,
  parentId,
  childrenIds: [],
  role: id.startsWith('q') ? 'user' : 'assistant',
  content,
  timestamp: 1_750_000_000,
  ...fields,
});
const historyOf = (messages: readonly { id: string }[], currentId: unknown) => ({
  currentId,
  messages: Object.fromEntries(messages.map((one) => [one.id, one])),
});
const chat = (messages: readonly { id: string }[], currentId: unknown = messages.at(-1)?.id, fields: object = {}) => ({
  id: 'c-1',
  title: 'Tea',
  chat: { title: 'Tea', models: ['llama3:8b'], history: historyOf(messages, currentId) },
  created_at: 1_750_000_000,
  updated_at: 1_750_000_100,
  pinned: false,
  archived: false,
  meta: { tags: [] },
  ...fields,
});
const only = (conversation: object) => onlyConversation(sourceFiles({ 'chat-export.json': [conversation] }));
const simple = [message('q1', null, 'How long?'), message('a1', 'q1', 'Three minutes.', { model: 'llama3:8b' })];
const bothSay = ['user: How long?', 'assistant: Three minutes.'];

test('a conversation keeps its title, dates, model, pin, archive and tag', async () => {
  const found = await only(chat(simple, 'a1', { pinned: true, archived: true, meta: { tags: ['kitchen'] } }));
  expect(found.conversation).toMatchObject({
    origin: 'open-webui:c-1',
    title: 'Tea',
    createdAt: '2025-06-15T15:06:40.000Z',
    updatedAt: '2025-06-15T15:08:20.000Z',
    pinned: true,
    archived: true,
  });
  expect(found.group).toBe('kitchen');
  expect(found.messages[1]?.answeredBy).toBe('Open WebUI · llama3:8b');
  expect(openBranch(found)).toEqual(bothSay);
});

test('branches stay, and the open one is the current one', async () => {
  const found = await only(chat([...simple, message('a2', 'q1', 'Five minutes.')], 'a1'));
  expect(openBranch(found)).toEqual(bothSay);
  expect(found.messages).toHaveLength(3);
});

test.each<[string, object]>([
  ['without "chat"', { id: 'c-1', title: 'Tea', history: historyOf(simple, 'a1') }],
  [
    'with a list of messages alone',
    { id: 'c-1', chat: { title: 'Tea', messages: simple.map(({ role, content }) => ({ role, content })) } },
  ],
  [
    'with only children',
    chat([{ ...simple[0], childrenIds: ['a1'] } as never, { ...simple[1], parentId: null } as never]),
  ],
  ['without a current message', chat(simple, null)],
  [
    'without times',
    chat(
      simple.map((one) => ({ ...one, timestamp: null })),
      'a1',
      { created_at: null, updated_at: null },
    ),
  ],
  ['with a cycle', chat([{ ...simple[0], parentId: 'a1' } as never, simple[1] as never])],
  [
    'with parts as content',
    chat([{ ...simple[0], content: [{ type: 'text', text: 'How long?' }] } as never, simple[1] as never]),
  ],
  [
    'with texts and null instead of lists',
    chat(
      simple.map((one) => ({ ...one, childrenIds: 'a1', files: null, sources: 'x' })),
      'a1',
      { meta: null },
    ),
  ],
])('a conversation %s is imported', async (_, conversation) => {
  expect(openBranch(await only(conversation))).toEqual(bothSay);
});

test('reasoning and code that was run are taken out of the text', async () => {
  const said = [
    '<details type="reasoning" done="true" duration="7">\n<summary>Thought for 7 seconds</summary>\n&gt; Is 2 &lt; 3?\n&gt; Yes.\n</details>',
    'Look:',
    '<details type="code_interpreter" done="true" output="{&quot;stdout&quot;: &quot;4\\n&quot;}">\n<summary>Analyzed</summary>\n```python\nprint(2 + 2)\n```\n</details>',
    'It is 4.',
  ].join('\n');
  const found = await only(chat([simple[0] as never, message('a1', 'q1', said)]));
  expect(found.messages[1]).toMatchObject({
    reasoning: { text: 'Is 2 < 3?\nYes.', ms: 7_000 },
    content: 'Look:\n\n```python\nprint(2 + 2)\n```\n\n```text\n4\n```\n\nIt is 4.',
  });
});

test('pictures in the conversation are files; other files keep their names; sources are listed', async () => {
  const files = [
    { type: 'image', url: 'data:image/png;base64,AQID' },
    { type: 'file', name: 'lease.pdf', id: 'f1', size: 7 },
    { type: 'image', url: 'data:image/png;base64,*' },
  ];
  const sources = [
    { source: { name: 'search' }, document: ['A quote'], metadata: [{ source: 'https://tea.example/', title: 'Tea' }] },
  ];
  const found = await only(chat([{ ...simple[0], files } as never, { ...simple[1], sources } as never]));
  expect(found.messages[0]?.files).toMatchObject([
    { name: 'Picture.png', type: 'image/png', size: 3, state: 'ready' },
    { name: 'lease.pdf', size: 7, state: 'failed' },
    { state: 'failed' },
  ]);
  const [stored] = found.files.values();
  const pieces: Uint8Array[] = [];
  for await (const piece of stored?.read() ?? []) pieces.push(piece);
  expect(pieces).toEqual([new Uint8Array([1, 2, 3])]);
  expect(found.messages[1]?.sources).toMatchObject([
    { number: 1, url: 'https://tea.example/', title: 'Tea', quote: 'A quote' },
  ]);
});

test('a byte order mark before the JSON is ignored', async () => {
  const text = `\ufeff${JSON.stringify([chat(simple)])}`;
  expect(await conversationsIn(sourceFiles({ 'x.json': text }))).toHaveLength(1);
});

test('a single conversation is read, and so are those among items of other kinds', async () => {
  expect(await conversationsIn(sourceFiles({ 'x.json': chat(simple) }))).toHaveLength(1);
  expect(await conversationsIn(sourceFiles({ 'x.json': [null, 5, 'x', { id: 1 }, chat(simple)] }))).toHaveLength(1);
});
