import { expect, test } from 'vitest';
import { everythingIn, importerOf, onlyConversation, openBranch, sourceFiles } from '../testing/source-files.ts';

const node = (id: string, parent: string | null, ...fragments: object[]) => ({
  id,
  parent,
  children: [],
  message: fragments.length === 0 ? null : { files: [], model: 'deepseek-reasoner', inserted_at: at, fragments },
});
const at = '2026-05-01T10:00:00.000+08:00';
const root = node('root', null);
const request = { type: 'REQUEST', content: 'How long does bread rise?' };
const response = { type: 'RESPONSE', content: 'About two hours.' };
const chat = (nodes: readonly { id: string }[], fields: object = {}) => ({
  id: 'ds-1',
  title: 'Bread',
  inserted_at: at,
  updated_at: '2026-05-01T10:05:00.000+08:00',
  mapping: Object.fromEntries(nodes.map((one) => [one.id, one])),
  ...fields,
});
const filesOf = (conversation: object) =>
  sourceFiles({ 'conversations.json': [conversation], 'user.json': { id: 'u' } });
const only = (...nodes: { id: string }[]) => onlyConversation(filesOf(chat([root, ...nodes])));

test('a conversation keeps its title, dates and model; thoughts are no answer', async () => {
  const files = filesOf(
    chat([
      root,
      node('1', 'root', request),
      node('2', '1', { type: 'THINK', content: 'Hm', elapsed_secs: 2.5 }, response),
    ]),
  );
  expect((await importerOf(files)).source).toBe('deepseek');
  const { conversation, messages } = await onlyConversation(files);
  expect(conversation).toMatchObject({
    origin: 'deepseek:ds-1',
    title: 'Bread',
    createdAt: '2026-05-01T02:00:00.000Z',
    updatedAt: '2026-05-01T02:05:00.000Z',
  });
  expect(messages).toMatchObject([
    { role: 'user', content: 'How long does bread rise?', answeredBy: null },
    {
      role: 'assistant',
      content: 'About two hours.',
      reasoning: { text: 'Hm', ms: 2500 },
      answeredBy: 'DeepSeek · deepseek-reasoner',
    },
  ]);
});

test('branches stay, and the newest one is open', async () => {
  const found = await only(
    node('1', 'root', request),
    node('2', '1', response),
    node('3', '1', { type: 'RESPONSE', content: 'All night.' }),
  );
  expect(found.messages).toHaveLength(3);
  expect(openBranch(found)).toEqual(['user: How long does bread rise?', 'assistant: All night.']);
});

test('citations link to what a search has found, and stay as they are in code', async () => {
  const results = [
    { url: 'https://bread.example/a', title: 'A', snippet: 'Two hours.', cite_index: 1 },
    { url: 'https://bread.example/b', title: 'B', cite_index: 2 },
  ];
  const said = 'Two hours [citation:2][citation:9].\n\n```\n// [citation:1]\n```';
  const found = await only(
    node('1', 'root', request),
    node('2', '1', { type: 'SEARCH', results }, { type: 'RESPONSE', content: said }),
  );
  expect(found.messages[1]).toMatchObject({
    content: 'Two hours [1].\n\n```\n// [citation:1]\n```',
    sources: [
      { number: 1, url: 'https://bread.example/b' },
      { number: 2, url: 'https://bread.example/a', quote: 'Two hours.' },
    ],
  });
  expect(found.leftOut).toEqual(new Map([['references', 1]]));
});

test('fragments of other kinds keep their words, calls of tools are counted, and files keep their names', async () => {
  const asked = node('1', 'root', request);
  const files = [{ id: 'f1', file_name: 'loaf.pdf', file_size: 12 }];
  const found = await only(
    { ...asked, message: { ...asked.message, files } } as never,
    node(
      '2',
      '1',
      { type: 'TOOL_OPEN', content: 'x' },
      { type: 'TIP', content: 'Made by AI.' },
      { type: 'NEW', items: ['Flour'] },
      { type: 'EMPTY' },
    ),
    node('3', '2', { type: 'REQUEST', content: 'More' }),
    node('4', '3', { type: 'TOOL_SEARCH' }),
  );
  expect(found.messages[0]?.files).toMatchObject([{ name: 'loaf.pdf', size: 12, state: 'failed' }]);
  expect(found.messages.map(({ content }) => content)).toEqual([
    'How long does bread rise?',
    'Made by AI.\n\n- Flour',
    'More',
    '*Left out: 1 call of a tool.*',
  ]);
  expect(found.leftOut).toEqual(
    new Map([
      ['calls', 2],
      ['others', 1],
    ]),
  );
});

test.each<[string, object]>([
  ['without fragments', { role: 'USER', content: 'How long does bread rise?' }],
  ['with fragments that are null', { role: 'USER', content: 'How long does bread rise?', fragments: null }],
])('a message %s is read', async (_, message) => {
  const found = await only({ ...root, id: '1', parent: 'root', message } as never, node('2', '1', response));
  expect(openBranch(found)).toEqual(['user: How long does bread rise?', 'assistant: About two hours.']);
});

test('a conversation without messages is skipped', async () => {
  expect(await everythingIn(filesOf(chat([root])))).toEqual([
    { type: 'left-out', outcome: 'skipped', problem: { title: 'Bread', reason: 'There is no message in it.' } },
  ]);
});
