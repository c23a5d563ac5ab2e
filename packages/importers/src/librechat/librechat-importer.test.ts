import { expect, test } from 'vitest';
import { conversationsIn, onlyConversation, openBranch, sourceFiles } from '../testing/source-files.ts';

const root = '00000000-0000-0000-0000-000000000000';

const message = (messageId: string, parentMessageId: string | null, said: string, fields: object = {}) => ({
  messageId,
  parentMessageId,
  text: said,
  isCreatedByUser: messageId.startsWith('q'),
  model: 'mistral-large',
  createdAt: '2026-03-01T08:00:00.000Z',
  ...fields,
});
const chat = (messages: unknown, fields: object = {}) => ({
  conversationId: 'c-1',
  title: 'Tea',
  recursive: false,
  messages,
  ...fields,
});
const only = (conversation: object) => onlyConversation(sourceFiles({ 'Tea.json': conversation }));
const simple = [message('q1', root, 'How long?'), message('a1', 'q1', 'Three minutes.')];
const bothSay = ['user: How long?', 'assistant: Three minutes.'];

test('a flat conversation keeps its branches and models', async () => {
  const later = message('a2', 'q1', 'Five minutes.', { createdAt: '2026-03-01T09:00:00.000Z' });
  const found = await only(chat([...simple, later]));
  expect(found.conversation).toMatchObject({ origin: 'librechat:c-1', title: 'Tea', headMessageId: 'a2' });
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: Five minutes.']);
  expect(found.messages[1]).toMatchObject({ id: 'a1', active: false, answeredBy: 'LibreChat · mistral-large' });
});

test.each(['messages', 'messagesTree'])('a recursive one nests what follows in %s', async (field) => {
  const tree = [
    { ...message('q1', null, 'How long?'), children: [{ ...message('a1', null, 'Three minutes.'), children: [] }] },
  ];
  const found = await only({ ...chat(undefined, { recursive: true }), [field]: tree });
  expect(openBranch(found)).toEqual(bothSay);
  expect(found.messages[1]?.parentId).toBe('q1');
});

test('a recursive conversation of 5,000 messages is read whole', async () => {
  const depth = 5_000;
  const opened = Array.from({ length: depth }, (_, i) => {
    const { children: _none, ...fields } = {
      ...message(`${i % 2 ? 'a' : 'q'}${i}`, null, `Text ${i}`),
      children: null,
    };
    return `${JSON.stringify(fields).slice(0, -1)},"children":[`;
  });
  const json = `{"conversationId":"c","title":"Deep","recursive":true,"messages":[${opened.join('')}${']}'.repeat(depth)}]}`;
  expect((await only(json as never)).messages).toHaveLength(depth);
});

test('parts of an answer are text, reasoning, code and files', async () => {
  const content = [
    { type: 'think', think: 'Which tea?' },
    { type: 'text', text: { value: 'Let me see.' } },
    { type: 'tool_call', tool_call: { name: 'execute_code', args: '{"lang":"py","code":"print(3)"}', output: '3' } },
    { type: 'tool_call', tool_call: { name: 'web_search', args: '{}', output: 'noise' } },
    { type: 'text', text: 'Three.' },
  ];
  const files = [{ file_id: 'f', filename: 'cat.png', type: 'image/png', bytes: 9 }];
  const found = await only(chat([{ ...simple[0], files }, message('a1', 'q1', '', { content })]));
  expect(found.messages[0]?.files).toMatchObject([{ name: 'cat.png', size: 9, state: 'failed' }]);
  expect(found.messages[1]).toMatchObject({
    reasoning: { text: 'Which tea?', ms: 0 },
    content: 'Let me see.\n\n```py\nprint(3)\n```\n\n```text\n3\n```\n\nThree.',
  });
});

test.each([
  ['without its id', chat(simple, { conversationId: null, title: null })],
  ['without times', chat(simple.map((one) => ({ ...one, createdAt: null })))],
  ['with a cycle', chat([{ ...simple[0], parentMessageId: 'a1' }, simple[1]])],
  ['with a text as content', chat([{ ...simple[0], text: null, content: 'How long?' }, simple[1]])],
  ['with a parent that does not exist', chat([{ ...simple[0], parentMessageId: 'gone' }, simple[1]])],
  [
    'with null instead of lists',
    chat(
      simple.map((one) => ({ ...one, files: null, attachments: null, content: null })),
      { tags: null },
    ),
  ],
])('a conversation %s is imported', async (_, conversation) => {
  expect(openBranch(await only(conversation))).toEqual(bothSay);
});

test('several files, and a list of conversations, are read; tags are groups', async () => {
  const files = sourceFiles({
    'one.json': chat(simple, { conversationId: 'one', tags: ['Kitchen'] }),
    'more.json': [chat(simple, { conversationId: 'two', isArchived: true }), 5, null],
  });
  const found = await conversationsIn(files);
  expect(found.map(({ conversation, group }) => [conversation.origin, conversation.archived, group])).toEqual([
    ['librechat:one', false, 'Kitchen'],
    ['librechat:two', true, null],
  ]);
});

test('marks of a search link to its pages, artifacts are text, and calls of tools are counted', async () => {
  const said = [
    '\ue203It steeps.\ue204 \ue202turn0search1 Or \\ue200\\ue202turn0search0\\ue202turn0news0\\ue201.',
    ':::artifact{identifier="x" type="text/html" title="Timer"}\n```html\n<p>\n```\n:::',
  ].join('\n\n');
  const page = (n: number) => ({ link: `https://tea.example/${n}`, title: `Page ${n}`, snippet: 'Quote' });
  const web_search = { turn: 0, organic: [page(1), page(2)], topStories: [page(3)] };
  const content = [
    { type: 'text', text: said },
    { type: 'tool_call', tool_call: { name: 'web_search', args: '{}', output: 'x' } },
    { type: 'error', error: 'It stopped.' },
    { type: 'part_of_tomorrow' },
  ];
  const found = await only(
    chat([simple[0], message('a1', 'q1', '', { content, attachments: [{ type: 'web_search', web_search }] })]),
  );
  expect(found.messages[1]).toMatchObject({
    content: 'It steeps. [1] Or [2][3].\n\n**Timer**\n\n```html\n<p>\n```\n\nIt stopped.',
    sources: [{ url: 'https://tea.example/2' }, { url: 'https://tea.example/1' }, { url: 'https://tea.example/3' }],
  });
  expect(Object.fromEntries(found.leftOut)).toEqual({ calls: 1, others: 1 });
});

test('thoughts at the beginning of an older text are no answer', async () => {
  const found = await only(chat([simple[0], message('a1', 'q1', ':::thinking\nWhich tea?\n:::\nThree minutes.')]));
  expect(found.messages[1]).toMatchObject({ content: 'Three minutes.', reasoning: { text: 'Which tea?' } });
});
