import { expect, test } from 'vitest';
import { UnreadableExport } from '../importer.ts';
import { answer, chain, chat, message, question, root, simple } from '../testing/chatgpt-parts.ts';
import {
  conversationsIn,
  everythingIn,
  importerOf,
  onlyConversation,
  openBranch,
  sourceFiles,
} from '../testing/source-files.ts';

const only = (conversation: object, files: object = {}) =>
  onlyConversation(sourceFiles({ 'conversations.json': [conversation], ...files }));
const withMessages = (...messages: unknown[]) => only(chat([root, ...chain(messages)]));

test('a conversation keeps its title, dates, model, archive and star', async () => {
  const { conversation, messages } = await only({ ...simple(), is_archived: true, is_starred: true });
  expect(conversation).toMatchObject({
    origin: 'chatgpt:c-1',
    title: 'Tea',
    createdAt: '2025-06-15T15:06:40.250Z',
    updatedAt: '2025-06-15T15:08:20.500Z',
    archived: true,
    pinned: true,
    headMessageId: 'n2',
  });
  expect(messages).toMatchObject([
    { id: 'n1', parentId: null, role: 'user', content: 'How long?', answeredBy: null },
    { id: 'n2', parentId: 'n1', role: 'assistant', content: 'Three minutes.', answeredBy: 'ChatGPT · gpt-4o' },
  ]);
});

test('branches stay, and the open one is the current one of the source', async () => {
  const nodes = [
    root,
    ...chain([question, answer, message('user', 'Thanks')]),
    ...chain([message('assistant', 'Five minutes.'), message('user', 'Why?')], 'n1', 10),
  ];
  const found = await only(chat(nodes, { current_node: 'n3' }));
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: Three minutes.', 'user: Thanks']);
  expect(found.messages.map(({ id, parentId, active }) => [id, parentId, active])).toEqual([
    ['n1', null, true],
    ['n2', 'n1', true],
    ['n3', 'n2', true],
    ['n10', 'n1', false],
    ['n11', 'n10', false],
  ]);
});

test('hidden messages, system texts and calls of tools are left out without breaking the chain', async () => {
  const hidden = message('user', 'Hidden', { metadata: { is_visually_hidden_from_conversation: true } });
  const found = await withMessages(
    message('system', 'You are ChatGPT.'),
    hidden,
    question,
    message('assistant', 'search("tea")', { recipient: 'web' }),
    message('tool', 'Results', { author: { role: 'tool', name: 'web' } }),
    answer,
  );
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: Three minutes.']);
  expect(found.messages.map(({ parentId }) => parentId)).toEqual([null, 'n3']);
});

test('thoughts, code, its output and the answer are one answer', async () => {
  const thoughts = message('assistant', '', {
    content: {
      content_type: 'thoughts',
      thoughts: [{ summary: 'Adding', content: 'Two and two' }, { content: 'Four' }],
    },
  });
  const recap = message('assistant', '', {
    content: { content_type: 'reasoning_recap', content: 'Thought for 8 seconds' },
    metadata: { finished_duration_sec: 8 },
  });
  const code = message('assistant', '', {
    content: { content_type: 'code', language: 'unknown', text: 'print("```")\nprint(2 + 2)' },
    recipient: 'python',
  });
  const output = message('tool', '', {
    author: { role: 'tool', name: 'python' },
    content: { content_type: 'execution_output', text: '4' },
  });
  const found = await withMessages(question, thoughts, recap, code, output, message('assistant', 'It is 4.'));
  expect(found.messages).toHaveLength(2);
  expect(found.messages[1]).toMatchObject({
    id: 'n2',
    reasoning: { text: '**Adding**\n\nTwo and two\n\nFour', ms: 8_000 },
    content: '```python\nprint("```")\nprint(2 + 2)\n```\n\n```text\n4\n```\n\nIt is 4.',
  });
  expect(found.conversation.headMessageId).toBe('n2');
});

test('citations of both kinds are numbered and link to their pages; other marks are gone', async () => {
  const mark = '\ue200cite\ue202turn0search0\ue202turn0search1\ue201';
  const text = `It steeps ${mark} for long. Old【6†source】 style \ue200image_group\ue201here\ue203. 【注意】`;
  const page = (n: number) => ({ title: `Page ${n}`, url: `https://www.tea.example/${n}`, snippet: `Quote ${n}` });
  const found = await withMessages(
    question,
    message('assistant', text, {
      metadata: {
        content_references: [
          { matched_text: mark, type: 'grouped_webpages', items: [page(1), page(2)] },
          { matched_text: ' ', type: 'sources_footnote', sources: [page(9)] },
        ],
        citations: [
          { start_ix: text.indexOf('【6'), end_ix: text.indexOf('】') + 1, metadata: { type: 'webpage', ...page(1) } },
          { metadata: { url: 'javascript:alert(1)' } },
        ],
      },
    }),
  );
  expect(found.messages[1]?.content).toBe('It steeps [1][2] for long. Old [1] style here. 【注意】');
  expect(found.messages[1]?.sources).toEqual([
    { number: 1, url: 'https://www.tea.example/1', title: 'Page 1', site: 'tea.example', quote: 'Quote 1' },
    { number: 2, url: 'https://www.tea.example/2', title: 'Page 2', site: 'tea.example', quote: 'Quote 2' },
  ]);
});

test('a canvas is a document, and so is what was changed in it', async () => {
  const call = (recipient: string, json: unknown) =>
    message('assistant', '', {
      recipient,
      content: { content_type: 'code', language: 'json', text: JSON.stringify(json) },
    });
  const found = await withMessages(
    question,
    call('canmore.create_textdoc', { name: 'timer', type: 'code/python', content: 'wait(3)' }),
    call('canmore.update_textdoc', { updates: [{ pattern: '.*', replacement: 'wait(5)' }] }),
    call('canmore.comment_textdoc', { comments: [] }),
  );
  expect(found.messages[1]?.content).toBe(
    '**timer**\n\n```python\nwait(3)\n```\n\n**timer (new version)**\n\n```markdown\nwait(5)\n```',
  );
});

test('pictures and uploads are files with their names; what the export does not have keeps its name', async () => {
  const picture = (id: string) => ({ content_type: 'image_asset_pointer', asset_pointer: id, size_bytes: 9 });
  const asked = message('user', '', {
    content: {
      content_type: 'multimodal_text',
      parts: [
        picture('sediment://file_00001234'),
        picture('file-service://file-OLD'),
        { content_type: 'audio_transcription', text: 'What is this?' },
        { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_0000beef' },
      ],
    },
    metadata: {
      attachments: [
        { id: 'file_00001234', name: 'cat.png', mime_type: 'image/png', size: 3 },
        { id: 'file-GONE', name: 'plan.pdf', mime_type: 'application/pdf', size: 12 },
      ],
    },
  });
  const drawn = message('tool', '', {
    author: { role: 'tool', name: 'dalle.text2im' },
    content: { content_type: 'multimodal_text', parts: [picture('file-service://file-DRAWN')] },
  });
  const bytes = new Uint8Array([1, 2, 3]);
  const found = await only(chat([root, ...chain([asked, drawn])]), {
    'file_00001234.dat': bytes,
    'file-OLD-holiday.png': bytes,
    'dalle-generations/file-DRAWN-abc.webp': bytes,
    'conversation_asset_file_names.json': { 'file_00001234.dat': 'IMG_1.png' },
  });
  expect(found.messages[0]).toMatchObject({
    content: 'What is this?',
    files: [
      { id: 'chatgpt:file_00001234', name: 'cat.png', size: 3, state: 'ready' },
      { id: 'chatgpt:file-OLD', name: 'holiday.png', state: 'ready' },
      { name: 'plan.pdf', size: 12, state: 'failed', problem: 'This file is not in the export.' },
    ],
  });
  expect(found.messages[1]).toMatchObject({ role: 'assistant', files: [{ name: 'abc.webp', state: 'ready' }] });
  expect([...found.files.keys()]).toEqual(['chatgpt:file_00001234', 'chatgpt:file-OLD', 'chatgpt:file-DRAWN']);
});

test('numbered parts are read in order, by the manifest where it lists them; a missing one is reported', async () => {
  const named = (id: string) => [{ ...simple(), id, conversation_id: id }];
  const files = {
    'export/conversations-10.json': named('ten'),
    'export/conversations-2.json': named('two'),
    'export/user.json': { id: 'me' },
  };
  expect((await conversationsIn(sourceFiles(files))).map(({ conversation }) => conversation.origin)).toEqual([
    'chatgpt:two',
    'chatgpt:ten',
  ]);
  const manifest = (logical_files: object) => ({ 'export_manifest.json': { logical_files } });
  const empty = await everythingIn(sourceFiles({ ...files, ...manifest({}) }));
  expect(empty).toHaveLength(2);
  const listed = {
    'conversations.json': { files: ['conversations-10.json', 'conversations-2.json', 'conversations-11.json'] },
  };
  const found = await everythingIn(sourceFiles({ ...files, ...manifest(listed) }));
  expect(found[0]).toMatchObject({ type: 'problem', problem: { title: 'conversations-11.json' } });
  expect(found.slice(1)).toMatchObject([
    { found: { conversation: { origin: 'chatgpt:ten' } } },
    { found: { conversation: { origin: 'chatgpt:two' } } },
  ]);
});

test('projects are groups, and custom instructions are offered once', async () => {
  const instructions = message('user', '', {
    content: {
      content_type: 'user_editable_context',
      user_profile: 'The user provided this about themselves:\n```I like tea.\n\nI live in Lisbon.```',
      user_instructions: 'Be brief.',
    },
  });
  const one = chat([root, ...chain([instructions, question, answer])], { gizmo_id: 'g-p-1' });
  const files = sourceFiles({
    'conversations.json': [one, { ...one, id: 'c-2', conversation_id: 'c-2', gizmo_id: 'g-x' }],
  });
  const found = await conversationsIn(files);
  expect(found.map(({ group }) => group)).toEqual(['Project 1', null]);
  expect(openBranch(found[0] as never)).toEqual(['user: How long?', 'assistant: Three minutes.']);
  expect(await (await importerOf(files)).offeredTexts()).toEqual([
    {
      label: 'Custom instructions',
      pieces: [
        { title: 'Custom instructions', content: 'I like tea.' },
        { title: 'Custom instructions', content: 'I live in Lisbon.' },
      ],
    },
    { label: 'Custom instructions', pieces: [{ title: 'Custom instructions', content: 'Be brief.' }] },
  ]);
});

test.each<[string, object, string[]]>([
  [
    'without children',
    chat([root, ...chain([question, answer])].map(({ children: _, ...node }) => node)),
    ['n1', 'n2'],
  ],
  [
    'with only children',
    chat([root, ...chain([question, answer])].map((node) => ({ ...node, parent: null }))),
    ['n1', 'n2'],
  ],
  [
    'without metadata',
    chat([
      root,
      ...chain([
        { ...question, metadata: null },
        { ...answer, metadata: undefined },
      ]),
    ]),
    ['n1', 'n2'],
  ],
  [
    'without times',
    chat([root, ...chain([{ ...question, create_time: null }, answer])], { create_time: null, update_time: null }),
    ['n1', 'n2'],
  ],
  ['without a current node', chat([root, ...chain([question, answer])], { current_node: undefined }), ['n1', 'n2']],
  [
    'with a current node that does not exist',
    chat([root, ...chain([question, answer])], { current_node: 'gone' }),
    ['n1', 'n2'],
  ],
  ['with a cycle', chat([{ ...root, parent: 'n2' }, ...chain([question, answer])]), ['n1', 'n2']],
  [
    'with a text instead of parts',
    chat([root, ...chain([{ ...question, content: { parts: 'How long?' } }, answer])]),
    ['n1', 'n2'],
  ],
  [
    'with names that are null',
    chat([root, ...chain([{ ...question, author: { role: 'user', name: null } }, answer])], { title: null }),
    ['n1', 'n2'],
  ],
])('a conversation %s is imported', async (_, conversation, ids) => {
  const found = await only(conversation);
  expect(found.messages.map(({ id }) => id)).toEqual(ids);
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: Three minutes.']);
});

test('a conversation without a title is named after its first message, and one without messages is skipped', async () => {
  expect((await only({ ...simple(), title: null })).conversation.title).toBe('How long?');
  const found = await everythingIn(sourceFiles({ 'conversations.json': [chat([root], { title: 'Empty' })] }));
  expect(found).toEqual([
    { type: 'left-out', outcome: 'skipped', problem: { title: 'Empty', reason: 'There is no message in it.' } },
  ]);
});

test('a branch of 20,000 messages, and a text longer than a message may be, are whole', async () => {
  const long = 'line\n'.repeat(100_000);
  const found = await withMessages({ ...question, content: { content_type: 'text', parts: [long] } }, answer);
  expect(found.messages.map(({ role }) => role)).toEqual(['user', 'user', 'user', 'assistant']);
  expect(
    found.messages
      .slice(0, 3)
      .map(({ content }) => content)
      .join(''),
  ).toBe(long.trim());
  const nodes = [
    root,
    ...chain(Array.from({ length: 20_000 }, (_, i) => message(i % 2 ? 'assistant' : 'user', `${i}`))),
  ];
  expect((await only(chat(nodes))).messages).toHaveLength(20_000);
});

test.each([
  ['ends too early', `[${JSON.stringify(simple())}, {"mapping":`, 'is damaged or incomplete'],
  ['is too deep', `[${JSON.stringify(simple())}, ${'['.repeat(100_000)}${']'.repeat(100_000)}]`, 'more levels'],
])('a file that %s is refused by its name', async (_, text, words) => {
  const reading = everythingIn(sourceFiles({ 'conversations.json': text }));
  await expect(reading).rejects.toThrow(UnreadableExport);
  await expect(reading).rejects.toThrow(words);
});
