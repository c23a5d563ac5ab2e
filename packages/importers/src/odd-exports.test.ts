import { expect, test } from 'vitest';
import { answer, chain, chat, message, question, root } from './testing/chatgpt-parts.ts';
import { readOddVersions } from './testing/fuzz.ts';

const chatgpt = chat([
  root,
  ...chain([
    message('user', '', {
      content: {
        content_type: 'multimodal_text',
        parts: [{ content_type: 'image_asset_pointer', asset_pointer: 'sediment://file_1' }, 'Look'],
      },
      metadata: { attachments: [{ id: 'file_2', name: 'a.pdf', mime_type: 'application/pdf', size: 3 }] },
    }),
    message('assistant', '', { content: { content_type: 'thoughts', thoughts: [{ summary: 'S', content: 'C' }] } }),
    message('assistant', 'It \ue200cite\ue201.', {
      metadata: {
        content_references: [{ matched_text: '\ue200cite\ue201', items: [{ url: 'https://a.example/', title: 'A' }] }],
        citations: [{ start_ix: 0, end_ix: 2, metadata: { url: 'https://b.example/', title: 'B' } }],
      },
    }),
    message('assistant', '', {
      recipient: 'canmore.update_textdoc',
      content: { content_type: 'code', text: '{"updates": [{"pattern": ".*", "replacement": "New"}]}' },
    }),
  ]),
  ...chain([question, answer], 'n1', 20),
]);

/** In a small export, because each of its values is replaced. */
const chatgptFrames = chat([
  root,
  ...chain([
    message('tool', '', {
      metadata: {
        chatgpt_sdk: { widget_state: { report_message: { id: 'r', content: { parts: ['R'] }, metadata: {} } } },
        search_result_groups: [{ entries: [{ url: 'https://a.example/', ref_id: { turn_index: 0, ref_index: 1 } }] }],
      },
    }),
    message('assistant', 'It \ue200cite\ue201.', {
      metadata: {
        content_references: [
          {
            matched_text: '\ue200cite\ue201',
            type: 'x',
            items: [{ url: 'https://a.example/', title: 'A' }],
            products: [{ title: 'P' }],
          },
        ],
      },
    }),
  ]),
]);

const claude = {
  uuid: 'c',
  name: 'Tea',
  created_at: '2026-05-01T10:00:00Z',
  chat_messages: [
    {
      uuid: 'q',
      sender: 'human',
      text: 'How long?',
      content: [{ type: 'text', text: 'How long?' }],
      attachments: [{ file_name: 'a.txt', extracted_content: 'A' }],
      files: [{ file_name: 'cat.png' }],
      created_at: '2026-05-01T10:00:00Z',
      parent_message_uuid: '00000000-0000-4000-8000-000000000000',
    },
    {
      uuid: 'a',
      sender: 'assistant',
      content: [
        {
          type: 'thinking',
          thinking: 'Hm',
          start_timestamp: '2026-05-01T10:00:00Z',
          stop_timestamp: '2026-05-01T10:00:02Z',
        },
        { type: 'text', text: 'Three.', citations: [{ url: 'https://a.example/', title: 'A', end_index: 3 }] },
        {
          type: 'tool_use',
          name: 'artifacts',
          input: { command: 'create', id: 'x', type: 'text/html', title: 'T', content: '<p>' },
        },
        {
          type: 'tool_use',
          name: 'message_compose_v1',
          input: { variants: [{ label: 'L', subject: 'S', body: 'B' }] },
        },
        { type: 'tool_use', name: 'x_v0', input: { questions: [{ question: 'Q?', options: ['A'] }] } },
        { type: 'tool_use', name: 'present_files', input: { filepaths: ['/a.md'] } },
        { type: 'tool_result', name: 'web_search', content: [{ url: 'https://b.example/', title: 'B', text: 'Q' }] },
      ],
      created_at: '2026-05-01T10:00:05Z',
      parent_message_uuid: 'q',
    },
  ],
};

const openWebui = {
  id: 'c',
  title: 'Tea',
  created_at: 1_750_000_000,
  meta: { tags: ['kitchen'] },
  chat: {
    models: ['llama3'],
    history: {
      currentId: 'a',
      messages: {
        q: {
          id: 'q',
          parentId: null,
          childrenIds: ['a'],
          role: 'user',
          content: 'How?',
          timestamp: 1_750_000_000,
          files: [{ type: 'image', url: 'data:image/png;base64,AQID' }],
        },
        a: {
          id: 'a',
          parentId: 'q',
          childrenIds: [],
          role: 'assistant',
          content: '<details type="reasoning" duration="2"><summary>T</summary>\n> Hm\n</details>\nSo.',
          output: [
            { type: 'reasoning', summary: [{ text: 'Hm' }], duration: 1 },
            { type: 'message', content: [{ text: 'So.' }] },
            { type: 'function_call_output', files: [{ url: 'data:image/png;base64,AQID' }] },
            { type: 'open_webui:code_interpreter', code: '1', output: { stdout: '1' } },
          ],
          sources: [{ source: { name: 's' }, document: ['Q'], metadata: [{ source: 'https://a.example/' }] }],
        },
      },
    },
  },
};

const librechat = {
  conversationId: 'c',
  title: 'Tea',
  messagesTree: [
    {
      messageId: 'q',
      isCreatedByUser: true,
      text: 'How?',
      files: [{ file_id: 'f', filename: 'a.png', bytes: 3 }],
      children: [
        {
          messageId: 'a',
          model: 'm',
          content: [
            { type: 'think', think: 'Hm' },
            { type: 'tool_call', tool_call: { name: 'execute_code', args: '{"code":"1"}', output: '1' } },
            { type: 'text', text: { value: 'So.' } },
          ],
          children: [],
        },
      ],
    },
  ],
};

const deepseek = {
  id: 'c',
  title: 'Tea',
  inserted_at: '2026-05-01T10:00:00Z',
  mapping: {
    root: { id: 'root', parent: null, children: ['1'], message: null },
    1: {
      id: '1',
      parent: 'root',
      children: ['2'],
      message: {
        files: [{ id: 'f', file_name: 'a.pdf', file_size: 3 }],
        inserted_at: '2026-05-01T10:00:00Z',
        fragments: [{ type: 'REQUEST', content: 'How?' }],
      },
    },
    2: {
      id: '2',
      parent: '1',
      children: [],
      message: {
        model: 'm',
        fragments: [
          { type: 'SEARCH', results: [{ url: 'https://a.example/', title: 'A', snippet: 'Q', cite_index: 1 }] },
          { type: 'THINK', content: 'Hm', elapsed_secs: 1 },
          { type: 'RESPONSE', content: 'So [citation:1].' },
          { type: 'NEW', card: { title: 'T', items: ['x', { name: 'y', n: 1 }] } },
        ],
      },
    },
  },
};

test.each<[string, object]>([
  ['ChatGPT', chatgpt],
  ['ChatGPT with frames and references', chatgptFrames],
  ['Claude', claude],
  ['DeepSeek', deepseek],
  ['Open WebUI', openWebui],
  ['LibreChat', librechat],
])('whatever an export of %s has in the place of a value, what is read of it follows the rules', async (_, good) => {
  expect(await readOddVersions('conversations.json', good)).toBeGreaterThan(300);
});
