import { describe, expect, test } from 'vitest';
import { withEdits } from '../../../../features/documents/for-answers/exact-edits.ts';
import type { LlmMessage, LlmTool } from '../../llm.ts';
import { collect, request } from '../../testing/loopback-upstream.ts';
import { createDemo } from '../demo.ts';

const demo = createDemo({ demoPauseMs: [0, 0] });
const tools: LlmTool[] = ['write_document', 'edit_document'].map((name) => ({ name, description: '', parameters: {} }));
const user = (content: string): LlmMessage => ({ role: 'user', content });
const data = (name: string, content: string) => `<data nonce="n0" name="${name}">\n${content}\n</data nonce="n0">`;
const called = (name: string, result: string): LlmMessage[] => [
  { role: 'assistant', content: '', toolCalls: [{ id: 'demo1', name, arguments: '{}' }] },
  { role: 'tool', callId: 'demo1', content: data(name, result) },
];
const ask = async (messages: LlmMessage[], offered = tools) => {
  const { toolCalls, text } = await collect(demo, request({ messages, tools: offered }));
  return { calls: toolCalls.map(({ name, arguments: given }) => ({ name, ...JSON.parse(given) })), text };
};
const write = async (question: string) => (await ask([user(question)])).calls[0];

describe('documents of the demo', () => {
  test.each([
    ['Make a small web page about bees', 'html', 'Bees'],
    ['Make a small web page about my garden', 'html', 'Garden'],
    ['Draw a diagram of the login', 'mermaid', 'Login'],
    ['Write a letter to my landlord about the heating', 'markdown', 'Heating'],
    ['Make a table of my expenses', 'csv', 'Expenses'],
    ['Make a CSV, please', 'csv', 'A table'],
    ['Write a Python program', 'python', 'Savings'],
    ['Write a JavaScript program', 'javascript', 'Prime numbers'],
    ['React counter', 'react', 'A counter'],
    ['Make an SVG drawing of a house', 'svg', 'House'],
    ['Erstelle eine Webseite über Bienen', 'html', 'Bienen'],
    ['Schreib einen Brief über die Heizung', 'markdown', 'Heizung'],
    ['Zeichne ein Diagramm für den Ablauf', 'mermaid', 'Ablauf'],
  ])('“%s” is written as %s', async (question, kind, title) => {
    const made = await write(question);
    expect(made).toMatchObject({ name: 'write_document', kind, title });
    expect(made.content.length).toBeGreaterThan(100);
    expect(await write(question)).toEqual(made);
    const written = called('write_document', 'Written. id: d1, version: 1');
    const { calls, text } = await ask([user(question), ...written]);
    expect(calls).toEqual([]);
    expect(text).toMatch(new RegExp(`^(?:Here is|Hier ist) \\*\\*${title}\\*\\*`));
  });

  test.each([
    'Write a Python function that checks for palindromes',
    'Make a table of the planets',
    'Show me some markdown: a table, a list and code',
    'Write a professional email to a client about a delayed delivery',
    'Write a brief summary of Rome',
    'What is a web page?',
    'How do I draw a diagram?',
  ])('“%s” is answered in the chat', async (question) => {
    expect((await ask([user(question)])).calls).toEqual([]);
  });

  test('words of the question cannot change what a document is', async () => {
    const words = 'x "b" <script>x</script> `y` ["z"]';
    const page = await write(`Make a web page about ${words}`);
    expect(page.content).not.toContain('<script>x');
    expect((await write(`Draw an svg of ${words}`)).content).not.toContain('<script>');
    expect((await write(`Draw a diagram of ${words}`)).content).toMatch(/\(\["[^"[\]]+"\]\)/);
    const [first] = (await write(`Write a Python program about ${words}`)).content.split('\n');
    expect(JSON.parse(first.replace('title = ', ''))).toContain('"b"');
  });

  test('without the tool, the answer has the code', async () => {
    const { calls, text } = await ask([user('Write an HTML page')], []);
    expect(calls).toEqual([]);
    expect(text).toContain('```html');
  });

  test.each([
    ['Change the title to Summer', '<h1>Summer</h1>'],
    ['Ändere den Titel zu Sommer', '<h1>Sommer</h1>'],
    ['Replace "Next steps" with "To do"', '<h2>To do</h2>'],
    ['Ersetze Next steps durch Plan', '<h2>Plan</h2>'],
    ['Make the heading red', '<h1 style="color: red">Bees</h1>'],
    ['Mach die Überschrift blau', '<h1 style="color: blue">Bees</h1>'],
  ])('“%s” changes the newest document exactly', async (question, part) => {
    const { content } = await write('Make a web page about bees');
    const document = (id: string, text: string) =>
      user(data('document', `id: ${id}\ntitle: Bees\nkind: html\nversion: 1\n\n${text}`));
    const given = [document('d2', content), document('d1', 'Next steps'), user(question)];
    const [call] = (await ask(given)).calls;
    expect(call).toMatchObject({ name: 'edit_document', id: 'd2' });
    expect(withEdits(content, call.edits)).toMatchObject({ text: expect.stringContaining(part) });
    const after = await ask([...given, ...called('edit_document', 'Changed. It has version 2 now.')]);
    expect(after).toMatchObject({ calls: [], text: expect.stringMatching(/^Done\./) });
  });

  test('every place of what is replaced is changed, and every kind with a heading gets another one', async () => {
    for (const [kind, question] of [
      ['svg', 'Draw an svg of tea'],
      ['mermaid', 'Draw a diagram of tea'],
      ['markdown', 'Write a letter about tea'],
      ['react', 'Make a React app about tea'],
      ['python', 'Write a Python program about tea'],
      ['javascript', 'Write a JavaScript program about tea'],
    ] as const) {
      const { content } = await write(question);
      const document = user(data('document', `id: d1\ntitle: Tea\nkind: ${kind}\nversion: 1\n\n${content}`));
      for (const change of ['Change the title to Coffee', 'Replace Tea with Coffee']) {
        const [call] = (await ask([document, user(change)])).calls;
        const edited = JSON.stringify(withEdits(content, call.edits));
        expect(edited).toContain('Coffee');
        if (change.startsWith('Replace')) expect(edited).not.toContain('Tea');
      }
    }
  });

  test('what did not work is said', async () => {
    const failed = called('write_document', 'Could not write “Bees”: You have 20 documents. Tell the person.');
    expect((await ask([user('Make a web page about bees'), ...failed])).text).toMatch(
      /^Could not write “Bees”: You have/,
    );
  });
});
