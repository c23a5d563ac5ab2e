import { expect, test } from 'vitest';
import { chooseFrom, indexOf } from './knowledge-index.ts';
import { longestPassage, passagesOf } from './passages.ts';

const handbook = `# Handbook

Welcome to the office in Graz.

## Opening hours

We are open from Monday to Friday, 9 to 17.

### Holidays

Closed on May 1 and December 25.

## Returns

Send an item back within 30 days with its receipt. The refund arrives after a week.

## Contact

Write an email to help@noek.example or call 555.

## Dog

The office dog is called Biscuit.`;

const split = (documents: Parameters<typeof passagesOf>[0]) => [...passagesOf(documents)];
const choose = async (question: string, recent: string[] = [], budget = 2_000, text = handbook) =>
  chooseFrom(await indexOf([{ title: 'Handbook', text }]), { question, recent }, budget).map(({ title }) => title);

test.each([
  ['What are the opening hours?', 'Handbook › Opening hours'],
  ['when do you open on fridays?', 'Handbook › Opening hours'],
  ['What does the handbook say about holidays?', 'Handbook › Opening hours › Holidays'],
  [
    'I bought a chair last week and it came with a broken leg. Can I send it back, and when do I get a refund?',
    'Handbook › Returns',
  ],
  ['Who is Biscuit?', 'Handbook › Dog'],
])('%j is given the passage %j first', async (question, title) => {
  expect((await choose(question))[0]).toBe(title);
});

test.each([
  'Hi!',
  'Thanks a lot',
  'Tell me a joke',
  'Write a professional email to my landlord about the broken heating in the kitchen',
  'Explain how photosynthesis works',
  'Create a learning plan for Spanish',
])('%j is given nothing', async (question) => {
  expect(await choose(question)).toEqual([]);
});

test('a short question may be about what was said before, a short remark is not', async () => {
  const recent = ['You can send it back within 30 days with its receipt.', 'Can I send an item back for a refund?'];
  expect(await choose('And how long does that take?', recent)).toContain('Handbook › Returns');
  expect(await choose('Thank you!', recent)).toEqual([]);
});

test('gives what fits into the budget, and at most eight passages', async () => {
  const text = Array.from({ length: 40 }, (_, i) => `## Part ${i}\n\nWalnuts are nice, in part ${i}.`).join('\n\n');
  expect(await choose('walnuts', [], 10_000, text)).toHaveLength(8);
  expect((await choose('walnuts', [], 100, text)).length).toBeLessThan(4);
  expect(await choose('walnuts', [], 5, text)).toEqual([]);
});

test('other languages and scripts match, too', async () => {
  const text =
    '## Öffnungszeiten\n\nWir haben montags geöffnet.\n\n## 営業時間\n\n月曜日から金曜日まで営業しています。';
  expect(await choose('Wann sind die Öffnungszeiten?', [], 2_000, text)).toEqual(['Handbook › Öffnungszeiten']);
  expect(await choose('営業時間は？', [], 2_000, text)).toEqual(['Handbook › 営業時間']);
});

test('passages follow the headings and name them once', () => {
  expect(
    split([{ title: 'Handbook', text: handbook }]).map(({ title, text }) => `${title}: ${text.slice(0, 10)}`),
  ).toEqual([
    'Handbook: Welcome to',
    'Handbook › Opening hours: We are ope',
    'Handbook › Opening hours › Holidays: Closed on ',
    'Handbook › Returns: Send an it',
    'Handbook › Contact: Write an e',
    'Handbook › Dog: The office',
  ]);
});

test('headings that are left out, empty sections, and code with what looks like a heading', () => {
  const text = '### Deep\n\none\n\n# Top\n\n## Empty\n\n## Code\n\n```sh\n# not a heading\n\nnpm start\n```\n\ntwo';
  expect(split([{ title: 'Doc', text }])).toEqual([
    { title: 'Doc › Deep', text: 'one' },
    { title: 'Doc › Top › Code', text: '```sh\n# not a heading\n\nnpm start\n```\n\ntwo' },
  ]);
});

test('long sections are split between paragraphs, sentences, rows and lines of code, and nothing is lost', () => {
  const sentence = 'Every sentence of this paragraph says a little about walnuts. ';
  const rows = Array.from({ length: 60 }, (_, i) => `| ${i} | walnut number ${i} |`);
  const code = Array.from({ length: 80 }, (_, i) => `const walnut${i} = ${i};`);
  const text = [
    sentence.repeat(40).trim(),
    ['| no | name |', '| --- | --- |', ...rows].join('\n'),
    ['```js', ...code, '```'].join('\n'),
    'x'.repeat(2_500),
  ].join('\n\n');
  const passages = split([{ title: 'Doc', text }]).map((passage) => passage.text);
  for (const passage of passages) expect(passage.length).toBeLessThanOrEqual(longestPassage);
  const tables = passages.filter((passage) => passage.includes('| walnut number'));
  expect(tables.length).toBeGreaterThan(1);
  for (const table of tables) expect(table).toMatch(/\| no \| name \|\n\| --- \| --- \|\n\|/);
  const blocks = passages.filter((passage) => passage.includes('const walnut'));
  for (const block of blocks) expect(block).toMatch(/```js\n[\s\S]*\n```/);
  const all = passages.join('\n');
  for (const line of [...rows, ...code]) expect(all).toContain(line);
  expect(all.match(/says a little about walnuts/g)).toHaveLength(40);
  expect(all.match(/x/g)?.length).toBeGreaterThanOrEqual(2_500);
});
