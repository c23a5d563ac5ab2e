import { describe, expect, test } from 'vitest';
import { collect, request } from '../testing/loopback-upstream.ts';
import { loadAnswers, parseAnswer } from './answers.ts';
import { evaluate } from './arithmetic.ts';
import { findSlips } from './code/debugging.ts';
import { createDemo, wordGroups } from './demo.ts';
import { demoAnswer } from './demo-answer.ts';

const answers = loadAnswers();

/** A conversation whose last message is the question; the person and the assistant take turns. */
const messages = (...turns: string[]) =>
  turns.map((content, index) => ({
    role: (turns.length - index) % 2 === 1 ? ('user' as const) : ('assistant' as const),
    content,
  }));
const ask = (...turns: string[]) => demoAnswer(answers, messages(...turns));

describe('a web search', () => {
  const found = (result: object) => ({
    role: 'user' as const,
    content: `<data nonce="abc-1" name="web_search">\n${JSON.stringify(result, null, 1)}\n</data nonce="abc-1">`,
  });
  const [question] = messages('What is Noek?');

  test('the answer repeats what the pages say, with their numbers', () => {
    const pages = [
      { number: 1, title: 'What Noek is', passages: '## About\nNoek is an *assistant* [7].\n\nMore.' },
      { number: 3, title: 'Plans', passages: '[…]\n\n- Basic is free.' },
    ];
    const answer = demoAnswer(answers, [found({ query: 'What is Noek?', pages }), question as never]);
    expect(answer).toContain('“What is Noek?”');
    expect(answer).toContain('\n- Noek is an \\*assistant\\* &#91;\u20607\\]. [1]\n- Basic is free. [3]\n');
  });

  test('without results the usual answer follows the reason', () => {
    const problem = 'The search did not respond, so this answer comes without it.';
    const answer = demoAnswer(answers, [found({ query: 'x', problem }), question as never]);
    expect(answer).toMatch(/^The search did not respond, so this answer comes without it\.\n\n/);
    expect(answer).toContain('Noek is an AI chat assistant');
  });

  test('data is never taken for the person’s own words, and malformed data is ignored', () => {
    const cut = {
      role: 'user' as const,
      content: '<data nonce="a" name="web_search">\n{"query":"x","pa\n</data nonce="a">',
    };
    for (const data of [found({ query: 'x' }), cut])
      expect(demoAnswer(answers, [data, question as never])).toBe(ask('What is Noek?'));
  });
});

describe('what the demo answers', () => {
  test.each([
    ['a greeting', 'Hello!', /things to try/],
    ['a question about itself', 'Who are you?', /\*\*Noek\*\*/],
    ['a sum', 'What is 17% of 250?', /\*\*17% of 250 = 42\.5\*\*/],
    ['a sum alone', '12 * (3 + 4) =', /= 84\*\*/],
    ['a sum in a sentence', 'what is 7 times 8', /= 56\*\*/],
    ['a division by zero', '10 / 0', /no finite result/],
    [
      'an email',
      'Write a professional email to a client about a delayed delivery.',
      /Subject:\*\* Delayed delivery[\s\S]*your client/,
    ],
    [
      'a topic',
      'Explain a complex topic to me in plain words. Ask me which topic first.',
      /Which topic[\s\S]*recursion[\s\S]*In plain words/,
    ],
    ['a topic by name', 'Explain recursion', /calling itself/],
    ['a bug', 'Help me debug my code.', /Paste these four things[\s\S]*```js/],
    [
      'a bug with code',
      'Debug this:\n```js\nfor (let i = 0; i <= a.length; i++) {\n```',
      /never closed[\s\S]*one step too far/,
    ],
    ['a plan', 'Create a learning plan for Spanish', /Four weeks of Spanish[\s\S]*\| Week \|/],
    ['code', 'Write a Python function that checks for palindromes', /```python\ndef is_palindrome/],
    ['code in SQL', 'give me a sql query for the best customers', /```sql/],
    [
      'code in a language that a program is not written in',
      'write kotlin code for fibonacci',
      /no Kotlin[\s\S]*```python/,
    ],
    [
      'a program that is not prepared',
      'write a kotlin function for a binary tree',
      /few programs prepared, and none in Kotlin[\s\S]*```/,
    ],
    ['code in another language', 'write rust code for fibonacci', /```rust\nfn fibonacci/],
    ['a table', 'Make a table of the planets', /\| Saturn +\|/],
    ['a table it can work out', 'times table for 7', /\| 10 × 7 \| 70 \|/],
    ['a comparison', 'Compare tea and coffee', /\| \| tea \| coffee \|/],
    ['counting', 'count to 200', /^1, 2, 3,[\s\S]*199, 200$/],
    ['help', 'help', /everything Noek does[\s\S]*How do I connect a model\?/],
    ['a formula', 'Show me a formula', /quadratic formula[\s\S]*\$\$x = /],
    [
      'plans and prices',
      'How much does SuperNoek cost?',
      /\| 3,000 per day +\| 10,000 in 4 hours, up to 50,000 per day +\|/,
    ],
    ['markdown', 'Show me all markdown formatting', /\$\$[\s\S]*- \[x\]/],
    ['connecting a model', 'How do I connect Ollama?', /OPENAI_API_KEY[\s\S]*11434[\s\S]*AI_PROVIDERS/],
  ])('%s', (_, question, expected) => {
    expect(ask(question)).toMatch(expected);
  });

  test('anything else honestly, with the question quoted, in two sentences and four suggestions', () => {
    const answer = ask('What is the capital of France?');
    expect(answer).toContain('“What is the capital of France?”');
    const [sentences = '', ...suggestions] = answer.split(/\n+/);
    expect(sentences).toMatch(/^[^“]+: “[^”]+”\. I am Noek's \*\*built-in demo\*\* [^.]+:$/);
    expect(suggestions).toHaveLength(4);
    for (const suggestion of suggestions) expect(suggestion).toMatch(/^- \*\*\*.+\*\*\*$/);
    expect(suggestions.at(-1)).toContain('How do I connect a model?');
  });

  test('with the person’s words shown as written', () => {
    expect(ask('<img src=x> **bold** [link](https://evil.invalid) `code`')).toContain(
      '“\\<img src=x\\> \\*\\*bold\\*\\* &#91;link\\](https://evil.invalid) \\`code\\`”',
    );
  });

  test('a long answer of the length that was asked for', () => {
    const words = ask('write a long answer').split(/\s+/).length;
    expect(words).toBeGreaterThan(1_100);
    expect(ask('write a 3000 word essay').split(/\s+/).length).toBeGreaterThan(2_900);
    expect(ask('write 90000 words').split(/\s+/).length).toBeLessThan(5_500);
  });

  test('the same to the same conversation, whatever the clock says', () => {
    for (const turns of [['Hi'], ['tell me a joke'], ['What is love?', 'Hm.', 'And now?']])
      expect(ask(...turns)).toBe(ask(...turns));
  });

  test('a message of any length without delaying others', () => {
    for (const text of ['if a=', 'what did i ', '```\n', '(', 'compare ', ' \n', '1+', 'write about ', '日本'])
      expect(ask(text.repeat(32_000 / text.length))).toMatch(/\S/);
  });
});

describe('its files', () => {
  const examples = [...answers.values()].flatMap((answer) => answer.examples.map((example) => [answer.name, example]));
  const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  /** A pattern for the parts of a wording that are always said, in order. */
  const always = (wording: string) =>
    wording
      .split(/\{\{([#^]\w+)\}\}[\s\S]*?\{\{\/\w+\}\}|\{\{.*?\}\}/)
      .filter((part) => part !== undefined && !/^[#^]\w+$/.test(part))
      .map(escaped)
      .join('[\\s\\S]*');

  test.each(examples)('%s answers “%s”', (name = '', example = '') => {
    const { folder, title, wordings } = answers.get(name) ?? parseAnswer(name, '');
    const words = folder === 'code' ? [`${escaped(`Here is ${title} in **`)}[\\s\\S]*`] : wordings.map(always);
    const answer = ask(example);
    expect(answer).toMatch(new RegExp(`^(?:${words.join('|')})$`));
    expect(answer).not.toMatch(/\{\{[#^/>\p{L}]/u);
  });

  test('each of them that a question can reach has an example', () => {
    const without = [...answers.values()].filter((a) => a.asks.length > 0 && a.turn !== 'later' && !a.examples.length);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  const suggestions = [...answers.values()].flatMap(({ wordings }) =>
    wordings.flatMap((text) => [...text.matchAll(/\*\*\*(.+?)\*\*\*/g)].map(([, suggestion = '']) => suggestion)),
  );
  /** documents/demo-documents.test.ts has those about documents. */
  const aboutDocuments = [
    'Make a small web page about my garden',
    'Change the title to Summer',
    'Ändere den Titel zu Sommer',
  ];
  test.each([...new Set(suggestions)].filter((text) => !aboutDocuments.includes(text)))(
    '“%s”, which an answer suggests, is answered',
    (suggestion) => {
      expect(ask('Hello', 'Hi', suggestion)).not.toContain('have prepared answers only, such as these:');
    },
  );

  test('a file with an unknown line is refused by name', () => {
    expect(() => parseAnswer('noek/about', '---\ntitel: x\n---\nHi')).toThrow('noek/about has an unknown line');
    expect(() => parseAnswer('noek/about', '---\ntitle: x\n---\n')).toThrow('noek/about needs a head and a text');
  });
});

describe('what was said before', () => {
  test('all of it, the first, or the last', () => {
    const before = ['I like tea', 'Noted.', 'And the sea', 'Noted.'];
    expect(ask(...before, 'What did I say before?')).toMatch(/1\. “I like tea”\n2\. “And the sea”/);
    expect(ask(...before, 'what was my first message?')).toContain('“I like tea”');
    expect(ask(...before, 'what did I just say?')).toContain('“And the sea”');
  });

  test('nothing yet', () => {
    expect(ask('What did I say before?')).toContain('your first message in this conversation');
  });

  test('a name, and things to remember', () => {
    expect(ask('My name is Ada', 'Hi', 'what is my name?')).toContain('**Ada**');
    expect(ask('Hello, my name is Ada and I sing', 'Hi', 'what is my name?')).toContain('**Ada**');
    expect(ask('I am called Ada Lund today', 'Hi', 'what is my name?')).toContain('**Ada Lund**');
    expect(ask('what is my name?')).toContain('have not told me');
    expect(ask('MY NAME IS Ada Lund and I sing', 'Hi', 'what is my name?')).toContain('**Ada Lund**');
    expect(ask('Remember that I like tea', 'Noted', 'what did I ask you to remember?')).toContain('- I like tea');
  });

  test('its own last answer', () => {
    expect(ask('Hi', 'The sea is **wide**.\n\nMore.', 'What did you say?')).toContain('> The sea is \\*\\*wide\\*\\*.');
  });

  test('an answer to its own question', () => {
    const plan = 'Create a learning plan for me: four weeks. Ask me what I want to learn.';
    expect(ask(plan, ask(plan), 'Spanish')).toContain('## Four weeks of Spanish');
    const explain = 'Explain a complex topic. Ask me which topic first.';
    expect(ask(explain, ask(explain), 'photosynthesis')).toContain('### Photosynthesis');
    expect(ask(explain, ask(explain), 'the French Revolution')).toMatch(/\*\*the French Revolution\*\*[\s\S]*gravity/);
    expect(ask(plan, ask(plan), 'thanks')).toContain('You are welcome');
  });

  test('the same program in another language', () => {
    const before = ['Write a Python function that checks for palindromes', 'Here it is.'];
    for (const [question, expected] of [
      ['Now in Rust, please', /```rust\nfn is_palindrome/],
      ['and in go?', /```go\npackage main/],
      ['JavaScript', /```js\nexport function isPalindrome\(text\)/],
    ] as const)
      expect(ask(...before, question)).toMatch(expected);
  });

  test('“another one” asks for the same again, without words that were said before', () => {
    const turns = ['Tell me a joke'];
    for (let joke = 1; joke < 4; joke++) turns.push(ask(...turns), 'Another one, please');
    const jokes = turns.filter((_, index) => index % 2 === 1);
    expect([...jokes, ask(...turns)].toSorted()).toEqual(answers.get('small-talk/joke')?.wordings.toSorted());
    expect(jokes).toHaveLength(3);
  });
});

test.each([
  ['2 + 3 * 4', 14],
  ['2 ^ 3 ^ 2', 512],
  ['-(1 - 5) / 8', 0.5],
  ['sqrt(2.25) + .5', 2],
  ['7 % 4', 3],
  ['1 +', null],
  ['(1', null],
  ['1 2', null],
])('%s is %s', (expression, value) => {
  expect(evaluate(expression)).toBe(value);
});

test('code without slips has none', () => {
  expect(findSlips('const a = [1, 2];\nfor (const b of a) {\n  if (b === 1) console.log("(");\n}\n')).toEqual([]);
  expect(findSlips('def f(x):\n    if x == 1:\n        return "#{"\n    print(x)\n')).toEqual([]);
});

describe('how it streams', () => {
  const demo = createDemo({ demoPauseMs: [0, 0] });

  test('word by word, under its own name', async () => {
    const asked = request({ messages: messages('count to 50') });
    const answer = await collect(demo, asked);
    expect(answer.events[0]).toEqual({ type: 'answering', provider: 'Demo', model: 'built-in' });
    expect(answer.events.length).toBeGreaterThan(20);
    expect(answer.text).toBe(demoAnswer(answers, asked.messages));
    expect(answer.events.at(-1)).toEqual({ type: 'finish', reason: 'stop', usage: null });
  });

  test('groups of words put together are the text', () => {
    for (const text of ['', 'a', '  a  b\n\n```ts\n  c d\n```\n', '日本語 です'])
      expect([...wordGroups(text)].join('')).toBe(text);
  });

  test('an abort ends it at once, without an error', async () => {
    const stop = new AbortController();
    const slow = createDemo({ demoPauseMs: [60_000, 60_000] });
    const seen: string[] = [];
    for await (const event of slow.stream(request({ signal: stop.signal }))) {
      seen.push(event.type);
      if (event.type === 'text') setImmediate(() => stop.abort());
    }
    expect(seen).toEqual(['answering', 'text']);
    expect(await collect(slow, request({ signal: AbortSignal.abort() }))).toMatchObject({ events: [] });
  });
});

describe('what shapes it', () => {
  const inMode = (instruction: string) =>
    demoAnswer(answers, [
      { role: 'system', content: instruction },
      { role: 'user', content: 'What is 2 + 2?' },
    ]);

  test('the tone of the conversation’s mode', () => {
    const [usual, fun, harmful] = [
      inMode('You are Noek.'),
      inMode('Fun Mode is on: …'),
      inMode('Harmful Mode is on, …'),
    ];
    expect(new Set([usual, fun, harmful]).size).toBe(3);
    for (const answer of [usual, fun, harmful]) expect(answer).toContain('= 4');
  });

  test('existing text is not repeated', async () => {
    const { stream } = createDemo({ demoPauseMs: [0, 0] });
    const whole = demoAnswer(answers, messages('What is 2 + 2?'));
    const textFrom = async (continuing: string) =>
      (await collect({ stream }, request({ messages: messages('What is 2 + 2?'), continuing }))).text;
    expect(await textFrom(whole.slice(0, 20))).toBe(whole.slice(20));
    expect(await textFrom('Something else.')).toBe(`\n\n${whole}`);
  });
});
