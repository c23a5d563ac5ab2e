import { expect, test } from 'vitest';
import { CallsInText } from './calls-in-text.ts';

/** Reads a text in pieces of `size` characters: what was shown before the end, and what the end brought. */
function read(text: string, size: number) {
  const reader = new CallsInText((name) => name === 'web_search' || name === 'save_memory', true);
  let shown = '';
  for (let at = 0; at < text.length; at += size) shown += reader.take(text.slice(at, at + size));
  return { shown, ...reader.end() };
}

const search = { name: 'web_search', arguments: '{"query":"tides"}' };
const calls: [form: string, text: string][] = [
  ['an object', '{"name": "web_search", "arguments": {"query": "tides"}}'],
  ['an object with parameters', '\n{"name": "web_search", "parameters": {"query": "tides"}}\n'],
  ["OpenAI's form", '{"type":"function","function":{"name":"web_search","arguments":"{\\"query\\":\\"tides\\"}"}}'],
  ['a tag', '<tool_call>\n{"name": "web_search", "arguments": {"query": "tides"}}\n</tool_call>'],
  [
    'a tag around a code block',
    '<tool_call>\n```json\n{"name": "web_search", "arguments": {"query": "tides"}}\n```\n</tool_call>',
  ],
  [
    'a tag with arguments in a code block',
    '<tool_call>{"name": "web_search", "arguments": "```json\\n{\\"query\\":\\"tides\\"}\\n```"}</tool_call>',
  ],
  [
    'a tag in a tag',
    '<tool_call>\n<function=web_search>\n<parameter=query>\ntides\n</parameter>\n</function>\n</tool_call>',
  ],
  ['a tag with keys', '<tool_call>web_search\n<arg_key>query</arg_key>\n<arg_value>tides</arg_value>\n</tool_call>'],
  ['a mark, a name and arguments', '[TOOL_CALLS]web_search[ARGS]{"query": "tides"}'],
  ['a mark and a name', '[TOOL_CALLS]web_search{"query": "tides"}'],
  ['a tag that is not closed', '<tool_call>{"name": "web_search", "arguments": {"query": "tides"}}'],
  ['a tag with the name', '<function=web_search>{"query": "tides"}</function>'],
  ['a list after a mark', '[TOOL_CALLS] [{"name": "web_search", "arguments": {"query": "tides"}}]'],
  [
    'a list in a tag for all calls',
    '<tool_calls>[{"name": "web_search", "arguments": {"query": "tides"}}]</tool_calls>',
  ],
  [
    'a tag in a tag for all calls',
    '<tool_calls>\n<tool_call>\n{"name": "web_search", "arguments": {"query": "tides"}}\n</tool_call>\n</tool_calls>',
  ],
  [
    'a mark with an end of its own',
    '<|tool_call|>[{"name": "web_search", "arguments": {"query": "tides"}}]<|/tool_call|>',
  ],
  [
    'a section of marks',
    '<|tool_calls_section_begin|><|tool_call_begin|>web_search:0<|tool_call_argument_begin|>{"query": "tides"}<|tool_call_end|><|tool_calls_section_end|>',
  ],
  [
    'marks in other characters',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>web_search<｜tool▁sep｜>{"query": "tides"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  ],
  [
    'marks in other characters around a code block',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>web_search\n```json\n{"query": "tides"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
  ],
  [
    'an invocation',
    '<function_calls>\n<invoke name="web_search">\n<parameter name="query">tides</parameter>\n</invoke>\n</function_calls>',
  ],
  [
    'an invocation in marks of DeepSeek',
    '<｜DSML｜function_calls>\n<｜DSML｜invoke name="web_search">\n<｜DSML｜parameter name="query" string="true">tides</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
  ],
  [
    'an invocation in marks of DeepSeek with two bars, alone',
    '<｜｜DSML｜｜invoke name="web_search"><｜｜DSML｜｜parameter name="query" string="false">"tides"</｜｜DSML｜｜parameter></｜｜DSML｜｜invoke>',
  ],
  [
    'an invocation in marks of DeepSeek with other bars, not closed',
    '<‖DSML‖tool_calls><‖DSML‖invoke name="web_search"><‖DSML‖parameter name="query" string="true">tides</‖DSML‖parameter>',
  ],
  [
    'an invocation in marks of DeepSeek with spaces',
    '< | DSML | tool_use>< | DSML | invoke name="web_search">< | DSML | parameter name="query">tides</ | DSML | parameter></ | DSML | invoke></ | DSML | tool_use>',
  ],
  ['a tag whose end is cut off', '<tool_call>{"name": "web_search", "arguments": {"query": "tides"}}</tool_'],
  ['the mark of a code tool', '<|python_tag|>{"name": "web_search", "parameters": {"query": "tides"}}'],
];

test.each(calls)('a call written as %s is a call, and none of it is shown', (_, text) => {
  for (const size of [1, 7, 1_000])
    expect(read(text, size)).toEqual({
      ...{ shown: '', text: '' },
      calls: [{ id: 'call00001', ...search, name: expect.stringMatching(/^web_search(?::0)?$/) }],
    });
});

test.each([
  ['on a line of its own', 'Let me look.\n\n'],
  ['after a sentence', 'Let me look. '],
  ['after a colon', 'I will search:\n'],
  ['after code', 'You need `fetch`:\n\n```js\nfetch()\n```\n'],
])('prose may come before a call: %s', (_, prose) => {
  const written = '<tool_call>{"name": "web_search", "arguments": {"query": "tides"}}</tool_call>\n';
  for (const size of [1, 7, 1_000])
    expect(read(prose + written, size)).toEqual({ shown: prose, text: '', calls: [{ id: 'call00001', ...search }] });
});

const json = '{"name": "save_memory", "arguments": {"content":"I ski"}}';
const tagged = `<tool_call>${json}</tool_call>`;
const examples: [what: string, text: string, shown: string][] = [
  ['in a code block', `Like this:\n\n\`\`\`\n${tagged}\n\`\`\`\n`, `Like this:\n\n\`\`\`\n${tagged}\n\`\`\`\n`],
  ['in a code block of JSON alone', `\`\`\`json\n${json}\n\`\`\``, `\`\`\`json\n${json}\n\`\`\``],
  ['in code in a line', `Write \`${tagged}\`.`, `Write \`${tagged}\`.`],
  ['in a sentence', `A model writes ${tagged} to save it.`, `A model writes \`${json}\` to save it.`],
  ['at the end of a sentence', `A model writes ${tagged}`, `A model writes \`${json}\``],
  [
    'that an explanation follows',
    `Here you are.\n\n${tagged}\n\nThis saves a memory.`,
    `Here you are.\n\n\`\`\`json\n${json}\n\`\`\`\n\nThis saves a memory.`,
  ],
  [
    'that is introduced as one',
    `Here is an example of a save_memory call:\n${tagged}`,
    `Here is an example of a save_memory call:\n\`\`\`json\n${json}\n\`\`\`\n\n`,
  ],
];
test.each(examples)('an example of a call %s is not a call, and its markup is not shown as text', (_, text, shown) => {
  for (const size of [1, 7, 1_000]) {
    const found = read(text, size);
    expect([found.shown + found.text, found.calls]).toEqual([shown, []]);
  }
});

test.each([
  ['a call that is cut off', 'Let me look.\n<tool_call>{"name": "web_search", "argu', 'Let me look.\n'],
  ['half a call after a call', `${tagged}\n<tool_call>{"name": "sa`, ''],
])('of %s nothing is shown', (_, text, shown) => {
  for (const size of [1, 7, 1_000]) {
    const found = read(text, size);
    expect(found.shown + found.text).toBe(shown);
  }
});

test.each([
  ['the first mark alone', 'Let me look.\n\n<｜DSML｜function_calls>', 'Let me look.\n\n'],
  ['half the first mark', 'Let me look.\n\n<｜DSML｜function_calls', 'Let me look.\n\n'],
  ['the name in a text', 'What is <｜DSML｜ for?', 'What is <｜DSML｜ for?'],
  ['the name in code', '`<｜DSML｜invoke>` begins a call.', '`<｜DSML｜invoke>` begins a call.'],
  ['a comparison', 'If a < b | c, stop.', 'If a < b | c, stop.'],
])("of DeepSeek's marks: %s", (_, text, shown) => {
  for (const size of [1, 7, 1_000]) {
    const found = read(text, size);
    expect([found.shown + found.text, found.calls]).toEqual([shown, []]);
  }
});

test.each([
  ['that cannot be read', '{"name": save_memory}'],
  ['that names no tool', '{"content": "I ski"}'],
  ['that is a list', '["save_memory"]'],
])('a value %s is shown as code, without the marks around it', (_, value) => {
  for (const size of [1, 7, 1_000])
    for (const written of [`<tool_call>\n${value}\n</tool_call>`, `[TOOL_CALLS]${value}[/TOOL_CALLS]`]) {
      const found = read(`Let me see.\n\n${written}\n\nDone.`, size);
      expect([found.shown + found.text, found.calls]).toEqual([
        `Let me see.\n\n\`\`\`json\n${value}\n\`\`\`\n\nDone.`,
        [],
      ]);
    }
});

test('two calls in tags', () => {
  const tag = (name: string) => `<tool_call>{"name": "${name}", "arguments": {}}</tool_call>\n`;
  const { calls: found } = read(tag('web_search') + tag('save_memory'), 5);
  expect(found.map(({ id, name }) => [id, name])).toEqual([
    ['call00001', 'web_search'],
    ['call00002', 'save_memory'],
  ]);
});

test('a call of a tool that was not offered is a call when it is marked as one', () => {
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

test.each([
  ['a name', '{"name": "Ada",'],
  ['a kind', '{"type": "article",'],
  ['a kind that begins like that of a call', '{"type": "functional",'],
  ['a function in prose', '{"function": "doubles a number",'],
  ['a tool', '{ "tool": "saw",'],
  ['a tool that has no name', '{"tool": 5,'],
  ['another key', '{"names": ['],
  ['a list of objects', '[{"name": "web_search",'],
])('JSON that was asked for is shown as it comes: %s', (_, begin) => {
  for (const size of [1, 7, 1_000])
    expect(read(`${begin} "more": "of it"`, size).shown).toBe(`${begin} "more": "of it"`);
});

test.each([
  ['JSON that names no tool', `{"type": "function", "description": "${'x'.repeat(500)}`],
  ['a name without an end', `{"name": "${'x'.repeat(100)}`],
  ['a mark that names no tool', `<tool_call>{"what": "${'x'.repeat(500)}`],
])('%s is not held back for long', (_, text) => {
  for (const size of [1, 7]) expect(read(text, size).shown).toBe(text);
});

test('a marked call that was cut off is shown unless it is one of an offered tool', () => {
  const other = '<tool_call>{"name": "fly", "argum';
  for (const size of [1, 7, 1_000]) {
    const { shown, text } = read(other, size);
    expect(shown + text).toBe(other);
  }
});

test.each([
  '{"name": "web_search", "arguments": {"query": "ti',
  '{"na',
  'The tide <',
  'The tide <|',
  'Let me look.\n<tool_call>{"name": "web_search", "argu',
])('when the connection breaks, nothing is lost of %j', (text) => {
  for (const size of [1, 7, 1_000]) {
    const reader = new CallsInText((name) => name === 'web_search', true);
    let shown = '';
    for (let at = 0; at < text.length; at += size) shown += reader.take(text.slice(at, at + size));
    expect(shown + reader.cut()).toBe(text);
    expect(reader.cut()).toBe('');
  }
});

test('where no tool was offered, JSON is never held back', () => {
  const reader = new CallsInText(() => false, false);
  expect(reader.take('{"name": "web')).toBe('{"name": "web');
  expect(reader.take('_search", "arguments": {}}')).toBe('_search", "arguments": {}}');
  expect(reader.end()).toEqual({ text: '', calls: [] });
});
