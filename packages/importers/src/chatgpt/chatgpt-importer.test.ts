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

const mark = (...fields: string[]) => `\ue200${fields.join('\ue202')}\ue201`;

test('names, links, files and products in marks stay as words and links', async () => {
  const file = mark('filecite', 'turn0file0');
  const products = mark('products', '{"selections":[]}');
  const linked = mark('link_title', 'the study', 'turn0search3');
  const unknown = mark('cite', 'turn7search7');
  const text = [
    `Ask ${mark('entity', '["people","Grace Hopper","scientist"]')}.`,
    `Read ${mark('url', 'the guide', 'https://docs.example/guide')}, ${linked} and ${file}.`,
    `Buy ${products}. It is so ${unknown}.`,
  ].join('\n\n');
  const found = await withMessages(
    question,
    message('assistant', text, {
      metadata: {
        content_references: [
          { matched_text: file, type: 'file', name: 'report.pdf' },
          {
            matched_text: products,
            type: 'products',
            products: [{ title: 'Kettle', url: 'https://s.example/k' }, { title: 'Cup' }],
          },
          { matched_text: linked, type: 'link_title', url: 'https://study.example/', title: 'A study' },
          { matched_text: mark('cite', 'turn8search8'), type: 'hidden' },
        ],
      },
    }),
  );
  expect(found.messages[1]?.content).toBe(
    'Ask Grace Hopper.\n\nRead [the guide](https://docs.example/guide), [the study](https://study.example/) and (report.pdf).\n\nBuy [Kettle](https://s.example/k), Cup. It is so.',
  );
  expect(found.leftOut).toEqual(new Map([['references', 1]]));
});

test('a mark without a reference of its own cites what the search has found under its id', async () => {
  const groups = [
    {
      entries: [
        { url: 'https://tea.example/', title: 'Tea', ref_id: { turn_index: 0, ref_type: 'search', ref_index: 1 } },
      ],
    },
  ];
  const found = await withMessages(
    question,
    message('assistant', `Yes ${mark('cite', 'turn0search1')}.`, { metadata: { search_result_groups: groups } }),
  );
  expect(found.messages[1]).toMatchObject({
    content: 'Yes [1].',
    sources: [{ url: 'https://tea.example/', title: 'Tea' }],
  });
});

test('what a model says to itself is a thought', async () => {
  const found = await withMessages(question, message('assistant', 'Which tea?', { channel: 'analysis' }), answer);
  expect(found.messages[1]).toMatchObject({ content: 'Three minutes.', reasoning: { text: 'Which tea?' } });
});

test('a canvas and thoughts have no marks, either', async () => {
  const name = mark('entity', '["city","Lisbon"]');
  const found = await withMessages(
    question,
    message('assistant', '', { content: { content_type: 'thoughts', thoughts: [{ content: `About ${name}` }] } }),
    message('assistant', '', {
      recipient: 'canmore.create_textdoc',
      content: {
        content_type: 'code',
        text: JSON.stringify({ name: 'plan', type: 'document', content: `To ${name}` }),
      },
    }),
    message('assistant', '', {
      recipient: 'canmore.comment_textdoc',
      content: { content_type: 'code', text: JSON.stringify({ comments: [{ pattern: 'To', comment: 'Why there?' }] }) },
    }),
  );
  expect(found.messages[1]).toMatchObject({
    content: '**plan**\n\n```markdown\nTo Lisbon\n```\n\n- Why there?',
    reasoning: { text: 'About Lisbon' },
  });
});

test('a report of deep research is an answer, once, although the export has it only as the state of a frame', async () => {
  const cited = mark('cite', 'turn0search0');
  const state = (words: string) => ({
    status: 'completed',
    report_message: {
      id: 'r-1',
      content: { content_type: 'text', parts: [words] },
      metadata: {
        content_references: [{ matched_text: cited, items: [{ url: 'https://tea.example/', title: 'Tea' }] }],
      },
    },
  });
  const hidden = { is_visually_hidden_from_conversation: true };
  const frame = message('tool', '', {
    metadata: { ...hidden, chatgpt_sdk: { widget_state: JSON.stringify(state(`# Tea ${cited}`)) } },
  });
  const again = message('tool', `The latest state of the widget is: ${JSON.stringify(state(`# Tea ${cited}`))}`, {
    metadata: hidden,
  });
  const found = await withMessages(question, frame, again, message('user', 'Thanks'));
  expect(openBranch(found)).toEqual(['user: How long?', 'assistant: # Tea [1]', 'user: Thanks']);
  expect(found.messages[1]?.sources).toMatchObject([{ url: 'https://tea.example/' }]);
});

test('what has no words is counted, and what has some keeps them', async () => {
  const content = (fields: object) => ({ content: fields });
  const found = await withMessages(
    message(
      'user',
      '',
      content({
        content_type: 'multimodal_text',
        parts: [
          'Hi',
          { content_type: 'audio_asset_pointer' },
          { content_type: 'image_asset_pointer', asset_pointer: '' },
        ],
      }),
    ),
    message('assistant', 'search("tea")', { recipient: 'web' }),
    message(
      'assistant',
      '',
      content({ content_type: 'card_of_tomorrow', card: { title: 'Tea', steps: ['Boil', 'Wait'] } }),
    ),
    message('assistant', '', content({ content_type: 'bytes_of_tomorrow' })),
    message('assistant', '', content({ content_type: 'system_error', name: 'Error', text: 'It failed.' })),
    message('observer', 'x'),
  );
  expect(openBranch(found)).toEqual(['user: Hi', 'assistant: **Tea**\n\n- Boil\n- Wait\n\nIt failed.']);
  expect(Object.fromEntries(found.leftOut)).toEqual({ recordings: 1, pictures: 1, calls: 1, others: 1, messages: 1 });
});

test('messages of another form than that of ChatGPT are no empty conversation', async () => {
  const foreign = {
    id: 'x',
    title: 'Tea',
    mapping: { a: { id: 'a', parent: null, message: { sender: 'me', body: 'Hi' } } },
  };
  expect(await everythingIn(sourceFiles({ 'conversations.json': [foreign, { title: 'A folder' }] }))).toEqual([
    {
      type: 'left-out',
      outcome: 'failed',
      problem: { title: 'Tea', reason: 'There is only what is left out: 1 message of a form that Noek does not know.' },
    },
    {
      type: 'left-out',
      outcome: 'failed',
      problem: { title: 'A folder', reason: 'It has no form of a conversation that Noek knows.' },
    },
  ]);
});

test('a manifest that lists its files is read like one that names them', async () => {
  const files = { 'conversations-000.json': [simple()] };
  const logical_files = [{ name: 'conversations.json', files: ['conversations-000.json', 'conversations-001.json'] }];
  expect((await everythingIn(sourceFiles({ ...files, 'export_manifest.json': { logical_files } })))[0]).toMatchObject({
    problem: { title: 'conversations-001.json' },
  });
});
