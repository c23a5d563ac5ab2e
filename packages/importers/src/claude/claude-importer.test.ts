import { expect, test } from 'vitest';
import type { SourceFile } from '../importer.ts';
import { everythingIn, importerOf, onlyConversation, openBranch, sourceFiles } from '../testing/source-files.ts';

const root = '00000000-0000-4000-8000-000000000000';
const at = '2026-05-01T10:00:00.000000Z';

const message = (uuid: string, parent: string | null, content: unknown, fields: object = {}) => ({
  uuid,
  sender: uuid.startsWith('q') ? 'human' : 'assistant',
  text: '',
  content,
  created_at: at,
  attachments: [],
  files: [],
  ...(parent !== null && { parent_message_uuid: parent }),
  ...fields,
});
const text = (said: string, fields: object = {}) => ({ type: 'text', text: said, ...fields });
const chat = (chat_messages: unknown, fields: object = {}) => ({
  uuid: 'c-1',
  name: 'Tea',
  created_at: at,
  updated_at: '2026-05-02T10:00:00Z',
  chat_messages,
  ...fields,
});
const only = (conversation: object) => onlyConversation(sourceFiles({ 'conversations.json': [conversation] }));
const simple = [message('q1', root, [text('How long?')]), message('a1', 'q1', [text('Three minutes.')])];

test('a conversation keeps its title, dates and messages', async () => {
  const { conversation, messages } = await only(chat(simple, { is_starred: true }));
  expect(conversation).toMatchObject({
    origin: 'claude:c-1',
    title: 'Tea',
    createdAt: '2026-05-01T10:00:00.000Z',
    updatedAt: '2026-05-02T10:00:00.000Z',
    pinned: true,
    headMessageId: 'a1',
  });
  expect(messages).toMatchObject([
    { role: 'user', content: 'How long?', parentId: null },
    { role: 'assistant', content: 'Three minutes.', parentId: 'q1', answeredBy: 'Claude' },
  ]);
});

test('branches are a tree, whatever their order in the file', async () => {
  const mixed = [
    message('a3', 'q1', [text('Five minutes.')], { created_at: '2026-05-01T11:00:00Z' }),
    simple[1],
    simple[0],
    message('q2', 'a1', [text('Thanks')]),
  ];
  expect(openBranch(await only(chat(mixed)))).toEqual(['user: How long?', 'assistant: Five minutes.']);
  const found = await only(chat(mixed, { current_leaf_message_uuid: 'q2' }));
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: Three minutes.', 'user: Thanks']);
});

test('messages without parents are a chain', async () => {
  const flat = [message('q1', null, [text('How long?')]), message('a1', null, [text('Three minutes.')])];
  expect((await only(chat(flat))).messages.map(({ parentId }) => parentId)).toEqual([null, 'q1']);
});

test('thinking is reasoning, searches are sources, and citations are numbered', async () => {
  const page = { type: 'knowledge', url: 'https://tea.example/a', title: 'A', text: 'Three to five minutes.' };
  const blocks = [
    { type: 'thinking', thinking: 'Which tea?', start_timestamp: at, stop_timestamp: '2026-05-01T10:00:04Z' },
    { type: 'tool_use', name: 'web_search', input: { query: 'tea' } },
    { type: 'tool_result', name: 'web_search', content: [page] },
    text('It takes three minutes. Or five.', {
      citations: [{ url: 'https://tea.example/b', title: 'B', end_index: 23 }],
    }),
  ];
  const { messages } = await only(chat([simple[0], message('a1', 'q1', blocks)]));
  expect(messages[1]).toMatchObject({
    reasoning: { text: 'Which tea?', ms: 4_000 },
    content: 'It takes three minutes. [2] Or five.',
    sources: [
      { number: 1, url: 'https://tea.example/a', quote: 'Three to five minutes.' },
      { number: 2, url: 'https://tea.example/b', site: 'tea.example' },
    ],
  });
});

test('artifacts and created files are documents, and changes show the new version', async () => {
  const use = (name: string, input: object) => ({ type: 'tool_use', name, input });
  const blocks = [
    use('artifacts', {
      command: 'create',
      id: 'x',
      type: 'application/vnd.ant.react',
      title: 'Timer',
      content: 'wait(3)',
    }),
    use('artifacts', { command: 'update', id: 'x', old_str: '3', new_str: '5' }),
    use('create_file', { path: '/out/brew.py', file_text: 'print(3)' }),
    use('str_replace', { path: '/out/brew.py', old_str: 'not there', new_str: 'print($&)' }),
    use('repl', { code: '2 + 2' }),
    { type: 'tool_result', name: 'repl', content: [{ type: 'text', text: '4' }] },
    use('other', { secret: 1 }),
  ];
  const { messages } = await only(chat([simple[0], message('a1', 'q1', blocks)]));
  expect(messages[1]?.content.split('\n\n')).toEqual([
    '**Timer**',
    '```jsx\nwait(3)\n```',
    '**Timer**',
    '```jsx\nwait(5)\n```',
    '**brew.py**',
    '```py\nprint(3)\n```',
    '**brew.py (changed part)**',
    '```py\nprint($&)\n```',
    '```javascript\n2 + 2\n```',
    '```text\n4\n```',
  ]);
});

test('the text of attachments is a file; other files keep their names', async () => {
  const asked = message('q1', root, [text('See here')], {
    attachments: [
      { file_name: 'lease.pdf', extracted_content: 'The lease' },
      { file_name: '', extracted_content: 'Pasted' },
    ],
    files: [{ file_name: 'cat.png' }],
  });
  const found = await only(chat([asked]));
  expect(found.messages[0]?.files).toMatchObject([
    { name: 'lease.pdf.txt', size: 9, state: 'ready' },
    { name: 'Pasted text.txt', state: 'ready' },
    { name: 'cat.png', state: 'failed', problem: 'This file is not in the export.' },
  ]);
  expect(found.files.size).toBe(2);
});

test.each([
  ['content is a text', message('q1', root, 'How long?')],
  ['content is null', message('q1', root, null, { text: 'How long?' })],
  ['content is absent', message('q1', root, undefined, { text: 'How long?' })],
  ['lists are null', message('q1', root, [text('How long?')], { attachments: null, files: null })],
  ['its time is null', message('q1', root, [text('How long?')], { created_at: null })],
  ['its parent does not exist', message('q1', 'gone', [text('How long?')])],
  ['it follows itself', message('q1', 'q1', [text('How long?')])],
])('a message whose %s is imported', async (_, asked) => {
  const found = await only(chat([asked, simple[1]], { name: null, current_leaf_message_uuid: 'gone' }));
  expect(found.conversation.title).toBe('How long?');
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: Three minutes.']);
});

test('several ZIPs with the same names are read by their ids; a part that is missing is reported', async () => {
  const inZip = (archive: string, files: Record<string, unknown>): SourceFile[] =>
    sourceFiles(files).map((file) => ({ ...file, archive }));
  const listed = ['conversations-000.zip', 'conversations-001.zip', 'light_metadata-000.zip'].map((filename) => ({
    filename,
    category: filename.split('-')[0],
    part: 0,
  }));
  const found = await everythingIn([
    ...sourceFiles({ 'manifest-1.json': { data_files: listed } }),
    ...inZip('conversations-000.zip', {
      'conversations.json': [chat(simple), chat([], { uuid: 'c-2', name: 'Empty' })],
    }),
    ...inZip('more.zip', { 'conversations.json': [chat(simple, { uuid: 'c-3' })] }),
  ]);
  expect(found).toMatchObject([
    { type: 'problem', problem: { title: 'conversations-001.zip' } },
    { found: { conversation: { origin: 'claude:c-1' } } },
    { type: 'left-out', outcome: 'skipped', problem: { title: 'Empty' } },
    { found: { conversation: { origin: 'claude:c-3' } } },
  ]);
});

test('memories and instructions of projects are offered', async () => {
  const importer = await importerOf(
    sourceFiles({
      'conversations.json': [chat(simple)],
      'projects/p.json': { uuid: 'p', name: 'Garden', prompt_template: 'Answer as a gardener.' },
      'memories.json': [
        {
          conversations_memory: '**Work**\n\n- Ada grows tea.\n- She lives in Lisbon.',
          project_memories: { p: 'Roses first.' },
        },
      ],
    }),
  );
  expect(await importer.offeredTexts()).toEqual([
    {
      label: 'Instructions of the project “Garden”',
      pieces: [{ title: 'Instructions of the project “Garden”', content: 'Answer as a gardener.' }],
    },
    {
      label: 'Memory of Claude',
      pieces: [
        { title: 'Work', content: 'Ada grows tea.' },
        { title: 'Work', content: 'She lives in Lisbon.' },
      ],
    },
    {
      label: 'Memory of Claude about a project',
      pieces: [{ title: 'Memory of Claude about a project', content: 'Roses first.' }],
    },
  ]);
});

const use = (name: string, input: object) => ({ type: 'tool_use', name, input });
/** The texts of messages with these blocks, and what was left out of them. */
async function read(...messages: unknown[][]) {
  const found = await only(
    chat(messages.map((blocks, i) => message(`a${i}`, null, blocks, { created_at: `2026-05-01T10:0${i}:00Z` }))),
  );
  return { texts: found.messages.map(({ content }) => content), leftOut: Object.fromEntries(found.leftOut), found };
}

test('what was shown as a card keeps its words, and no message is lost', async () => {
  const { texts, leftOut } = await read(
    [
      use('ask_user_input_v0', {
        questions: [
          { question: 'Which beach?', options: ['A', { label: 'B', description: 'Far' }], type: 'single_select' },
        ],
      }),
    ],
    [
      use('message_compose_v1', {
        kind: 'email',
        summary_title: 'Mail',
        variants: [
          { label: 'Short', subject: 'Hi', body: 'See you.' },
          { label: 'Long', body: 'See you\non Friday.' },
        ],
      }),
    ],
    [use('message_compose_v1', { variants: 'label', subject: 'Hi', body: 'Broken, but there.' })],
    [
      use('recipe_display_v0', {
        title: 'Tea',
        base_servings: 2,
        ingredients: [{ id: '0001', name: 'water', amount: 1, unit: 'l' }],
        steps: [{ title: 'Boil it' }],
      }),
    ],
    [use('card_of_tomorrow_v3', { heading: 'Done', place_id: 'x' })],
    [use('show_widget', { title: 'A cup', widget_code: '<svg></svg>' })],
    [{ type: 'voice_note', title: 'Voice note', text: 'Add a beach day' }],
    [{ type: 'note_of_tomorrow', content: [{ caption: 'A beach' }] }],
    [use('web_search', { query: 'beaches' }), { type: 'tool_result', name: 'web_search', content: [] }],
    [use('places_map_display_v0', { locations: [] })],
    [{ type: 'block_of_tomorrow' }, { type: 'token_budget' }],
  );
  expect(texts).toEqual([
    '**Which beach?**\n\n- A\n- B, Far',
    '**Mail**\n\n**Short**\n\n**Subject:** Hi\n\nSee you.\n\n**Long**\n\nSee you\non Friday.',
    '**Subject:** Hi\n\nBroken, but there.',
    '**Tea**\n\n- water, 1, l\n- Boil it',
    '- Done',
    '**A cup**\n\n```svg\n<svg></svg>\n```',
    'Add a beach day',
    '- A beach',
    '*Left out: 1 call of a tool.*',
    '*Left out: 1 card without words.*',
    '*Left out: 1 part that Noek could not read.*',
  ]);
  expect(leftOut).toEqual({ calls: 1, cards: 1, others: 1 });
});

test('files that were made are documents, or names where the export does not have them', async () => {
  const { found } = await read([
    use('create_file', { path: '/home/claude/plan.md', file_text: '# Day one' }),
    use('present_files', { filepaths: ['/mnt/user-data/outputs/plan.md', '/mnt/user-data/outputs/deck.pptx'] }),
  ]);
  expect(found.messages[0]).toMatchObject({
    content: '**plan.md**\n\n```md\n# Day one\n```',
    files: [{ name: 'deck.pptx', state: 'failed' }],
  });
});

test('old exports: what stands for other blocks is counted, and elements in the text are documents and thoughts', async () => {
  const placeholder = '```\nThis block is not supported on your current device yet.\n```';
  const old = [
    '<antThinking>A page</antThinking>Here:',
    '<antArtifact identifier="x" type="text/html" title="Timer">\n<p>3 &lt; 5</p>\n</antArtifact>',
    'Done.',
  ].join('\n');
  const found = await only(
    chat([
      message('q1', root, null, { text: placeholder }),
      message('a1', 'q1', null, { text: `${placeholder}\n\nThree minutes.\n\n${placeholder}` }),
      message('a2', 'a1', [text(old)]),
    ]),
  );
  expect(found.messages.map(({ content }) => content)).toEqual([
    placeholder,
    'Three minutes.',
    'Here:\n\n**Timer**\n\n```html\n<p>3 &lt; 5</p>\n```\n\nDone.',
  ]);
  expect(found.messages[2]?.reasoning?.text).toBe('A page');
  expect(found.leftOut).toEqual(new Map([['others', 2]]));
});

test('places of citations count characters, also those that are two units of a text', async () => {
  const { messages } = await only(
    chat([
      message('a1', root, [
        text('🍵🍵 It is tea. Yes.', { citations: [{ url: 'https://tea.example/', end_index: 13 }] }),
      ]),
    ]),
  );
  expect(messages[0]?.content).toBe('🍵🍵 It is tea. [1] Yes.');
});
