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

const answered = (content: unknown, fields: object = {}) =>
  only(chat([simple[0] as never, message('a1', 'q1', content, fields)]));

test.each<[string, string, string, object]>([
  [
    'a call of a tool',
    '<details type="tool_calls" done="true" id="c" name="weather" arguments="&quot;{}&quot;" result="&quot;sunny&quot;" files="">\n<summary>Tool Executed</summary>\n</details>\nIt is sunny.',
    'It is sunny.',
    { calls: 1 },
  ],
  [
    'attributes in another order',
    '<details done="true" type="tool_calls">\n<summary>x</summary>\n</details>\nIt is sunny.',
    'It is sunny.',
    { calls: 1 },
  ],
  [
    'a call that did not end',
    '<details type="tool_calls" done="false">\n<summary>Executing...</summary>\nIt is sunny.',
    'It is sunny.',
    { calls: 1 },
  ],
  [
    'a kind of tomorrow',
    '<details type="quiz">\n<summary>Tea?</summary>\nYes &amp; no.\n</details>\nSo.',
    'Tea?\n\nYes & no.\n\nSo.',
    {},
  ],
  [
    'a block of the answer itself',
    '<details><summary>Hint</summary>Boil it.</details>',
    '<details><summary>Hint</summary>Boil it.</details>',
    {},
  ],
  [
    'an example in code',
    '```html\n<details type="tool_calls">\n```\nSo.',
    '```html\n<details type="tool_calls">\n```\nSo.',
    {},
  ],
  ['thoughts as models mark them', '<think>Hm</think>So.', 'So.', {}],
])('a text with %s has no blocks of Open WebUI', async (_, said, expected, leftOut) => {
  const found = await answered(said);
  expect(found.messages[1]?.content).toBe(expected);
  expect(Object.fromEntries(found.leftOut)).toEqual(leftOut);
});

test('what a person writes stays, also if it looks like such a block', async () => {
  const found = await only(chat([{ ...simple[0], content: '<think>Hm</think>' } as never]));
  expect(found.messages[0]?.content).toBe('<think>Hm</think>');
});

const output = [
  { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }], duration: 2 },
  { type: 'function_call', call_id: 'c', name: 'weather', arguments: '{}' },
  {
    type: 'function_call_output',
    call_id: 'c',
    output: [{ text: 'sunny' }],
    files: [{ type: 'image', url: 'data:image/png;base64,AQID' }],
  },
  { type: 'open_webui:code_interpreter', code: 'print(4)', lang: 'python', output: { stdout: '4\n' } },
  {
    type: 'message',
    content: [
      { type: 'output_text', text: 'Tomorrow brings rain.' },
      { type: 'refusal', refusal: 'No more.' },
    ],
  },
  { type: 'item_of_tomorrow', note: { title: 'Umbrella' } },
  { type: 'bytes_of_tomorrow' },
  { type: 'image_generation_call' },
];

test('an answer that is only in the list of what the model gave is read from it', async () => {
  const found = await answered('', { output });
  expect(found.messages[1]).toMatchObject({
    content: '```python\nprint(4)\n```\n\n```text\n4\n```\n\nTomorrow brings rain.\n\nNo more.\n\n- Umbrella',
    reasoning: { text: 'Hm', ms: 2_000 },
    files: [{ name: 'Picture.png', state: 'ready' }],
  });
  expect(Object.fromEntries(found.leftOut)).toEqual({ calls: 1, others: 1, pictures: 1 });
});

test('an answer that is in its text and in that list is read once', async () => {
  const found = await answered('<details type="tool_calls">\n</details>\nTomorrow brings rain.', {
    output,
    files: [{ type: 'image', url: 'data:image/png;base64,AQID' }],
  });
  expect(found.messages[1]).toMatchObject({ content: 'Tomorrow brings rain.', reasoning: { text: 'Hm' } });
  expect(found.messages[1]?.files).toHaveLength(1);
  expect(found.leftOut.get('calls')).toBe(1);
});

test('failures and joined answers are words, calls alone leave a note, and system prompts are counted', async () => {
  const found = await only(
    chat([
      message('s', null, 'Be brief.', { role: 'system' }),
      message('q1', 's', 'How long?'),
      message('a1', 'q1', '', { error: { content: 'The model is gone.' } }),
      message('q2', 'a1', 'And now?'),
      message('a2', 'q2', 'Three.', { merged: { status: true, content: 'Three to five.' } }),
      message('q3', 'a2', 'And the map?'),
      message('a3', 'q3', '<details type="tool_calls" embeds="[&quot;&lt;b&gt;&quot;]">\n</details>'),
    ]),
  );
  expect(found.messages.map(({ content }) => content)).toEqual([
    'How long?',
    'The model is gone.',
    'And now?',
    'Three.\n\nThree to five.',
    'And the map?',
    '*Left out: 1 call of a tool and 1 card without words.*',
  ]);
  expect(Object.fromEntries(found.leftOut)).toEqual({ 'system-prompts': 1, calls: 1, cards: 1 });
});
