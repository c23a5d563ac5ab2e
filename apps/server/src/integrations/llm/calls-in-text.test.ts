import { expect, test } from 'vitest';
import { CallsInText } from './calls-in-text.ts';

/** Reads a text in pieces of `size` characters: what was shown before the end, and what the end brought. */
function read(text: string, size: number) {
  const reader = new CallsInText(['web_search', 'save_memory']);
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += reader.take(text.slice(at, at + size));
  return { shown, ...reader.end() };
}

const search = { name: 'web_search', arguments: '{"query":"tides"}' };
const calls: [form: string, text: string][] = [
  ['an object', '{"name": "web_search", "arguments": {"query": "tides"}}'],
  ['an object with parameters', '\n{"name": "web_search", "parameters": {"query": "tides"}}\n'],
  ['an object in a code block', '```json\n{"name": "web_search", "arguments": {"query": "tides"}}\n```'],
  ["OpenAI's form", '{"type":"function","function":{"name":"web_search","arguments":"{\\"query\\":\\"tides\\"}"}}'],
  ['a tag', '<tool_call>\n{"name": "web_search", "arguments": {"query": "tides"}}\n</tool_call>'],
  ['a tag that is not closed', '<tool_call>{"name": "web_search", "arguments": {"query": "tides"}}'],
  ['a tag with the name', '<function=web_search>{"query": "tides"}</function>'],
  ['a list after a mark', '[TOOL_CALLS] [{"name": "web_search", "arguments": {"query": "tides"}}]'],
  ['the mark of a code tool', '<|python_tag|>{"name": "web_search", "parameters": {"query": "tides"}}'],
];

test.each(calls)('a call written as %s is a call, and none of it is shown', (_, text) => {
  for (const size of [1, 7, 1_000])
    expect(read(text, size)).toEqual({ shown: '', text: '', calls: [{ id: 'call00001', ...search }] });
});

test('two calls in tags', () => {
  const tag = (name: string) => `<tool_call>{"name": "${name}", "arguments": {}}</tool_call>\n`;
  const { calls: found } = read(tag('web_search') + tag('save_memory'), 5);
  expect(found.map(({ id, name }) => [id, name])).toEqual([
    ['call00001', 'web_search'],
    ['call00002', 'save_memory'],
  ]);
});

test('a call of a tool that nobody offered is a call when it is marked as one', () => {
  expect(read('<tool_call>{"name": "fly", "arguments": {}}</tool_call>', 9).calls).toMatchObject([{ name: 'fly' }]);
});

const texts: [what: string, text: string][] = [
  ['JSON that names something else', '{"name": "Ada", "born": 1815}'],
  ['other JSON', '{"planets": ["Mercury", "Venus", "Earth", "Mars", "Jupiter"]}'],
  ['an ordinary answer', 'The tide turns twice a day.'],
  ['a code block', '```json\n{"planets": 8}\n```\nThat is all.'],
  ['a comparison', '<5 is less than five.'],
  ['a call in the middle of an explanation', 'Write {"name": "web_search", "arguments": {}} to search.'],
  ['a mark with nothing that can be read', '<tool_call>oops'],
  ['very long JSON', `{"name": "${'x'.repeat(9_000)}"}`],
];

test.each(texts)('%s stays text', (_, text) => {
  for (const size of [1, 7, 10_000]) {
    const { shown, text: rest, calls: found } = read(text, size);
    expect([shown + rest, found]).toEqual([text, []]);
  }
});

test('ordinary text is not held back', () => {
  expect(read('The tide', 3).shown).toBe('The tide');
});
