import { expect, test } from 'vitest';
import type { LeftOut } from '../importer.ts';
import { type References, readablePieces } from './marks.ts';

const mark = (...fields: string[]) => `\ue200${fields.join('\ue202')}\ue201`;
const page = (n: number) => ({ url: `https://tea.example/${n}`, title: `Page ${n}`, quote: '' });
const references: References = {
  marks: new Map(),
  pages: new Map([
    ['turn0search1', page(1)],
    ['turn0news2', page(2)],
  ]),
};

/** A text as it is read: citations as the addresses of their pages, and what was left out. */
function read(text: string) {
  const leftOut: LeftOut = new Map();
  const pieces = readablePieces(text, leftOut, references);
  const said = pieces.map((piece) =>
    typeof piece === 'string' ? piece : `{${piece.map(({ url }) => url).join(' ')}}`,
  );
  return { text: said.join(''), leftOut: Object.fromEntries(leftOut) };
}

test.each<[string, string, string]>([
  ['a name', `Ask ${mark('entity', '["people", "Grace Hopper", "scientist"]')}.`, 'Ask Grace Hopper.'],
  ['a name right behind its kind', `Ask ${mark('entity["people","Grace Hopper"]')}.`, 'Ask Grace Hopper.'],
  ['the name of a product', mark('product_entity', '["turn0product0","Skates"]'), 'Skates'],
  ['a link', `See ${mark('url', 'the guide', 'https://docs.example/a')}.`, 'See [the guide](https://docs.example/a).'],
  [
    'several words and addresses',
    mark('card', 'Tea', 'Green', 'https://a.example/1', 'https://a.example/2'),
    '[Tea](https://a.example/1), Green, <https://a.example/2>',
  ],
  ['an address', mark('url', 'https://docs.example/a?b=1'), '<https://docs.example/a?b=1>'],
  ['signs of Markdown', mark('url', 'a [b]', 'https://e.example/(c)'), '[a \\[b\\]](https://e.example/%28c%29)'],
  ['an address of a script', mark('url', 'the guide', 'javascript:alert(1)'), 'the guide, javascript:alert(1)'],
  ['a link to a page that is known', mark('video', 'A film', 'turn0search1'), '[A film](https://tea.example/1)'],
  [
    'a list of pages',
    mark('navlist', 'More', 'turn0search1', 'turn0news2'),
    'More{https://tea.example/1 https://tea.example/2}',
  ],
  [
    'an unknown kind',
    mark('quiz_card', '{"title":"Tea or coffee?","answers":["Tea","Coffee"],"layout":"grid","n":2}'),
    'Tea or coffee?, Tea, Coffee',
  ],
  [
    'a list of links',
    mark('products', '{"items":[{"title":"Kettle","url":"https://s.example/k"},{"title":"Cup"}]}'),
    '[Kettle](https://s.example/k), Cup',
  ],
  ['data that was cut off', mark('quiz_card', '{"title":"Tea or coff'), ''],
  ['data whose end was cut off', mark('quiz_card', '{"title":"Tea or coffee?","la'), 'Tea or coffee?'],
  ['data on several lines', mark('quiz_card', '{\n "title":\n "Tea?"\n}'), 'Tea?'],
  ['a formula', mark('genui', '{"math_block_widget":{"content":"a^2"}}'), '$a^2$'],
  ['words without a kind', mark('Some words'), 'Some words'],
  [
    'another sign as its end',
    '\ue200navlist\ue202Topic\ue202turn0news2\ue20b and more',
    '[Topic](https://tea.example/2) and more',
  ],
  ['no end', 'See \ue200url\ue202the guide', 'See the guide'],
  ['no end after its ids', 'It is so.\ue200cite\ue202turn0search1', 'It is so.{https://tea.example/1}'],
  ['no kind and no end', 'It is so.\ue202turn0search1 More.', 'It is so.{https://tea.example/1} More.'],
  [
    'the passage that it cites',
    `\ue203It is so.\ue204 ${mark('cite', 'turn0search1')}`,
    'It is so.{https://tea.example/1}',
  ],
  [
    'other characters around its words',
    'Ask \ue210entity\ue212["people","Grace Hopper"]\ue211 and \ue300url\ue302the guide\ue302https://a.example\ue301.',
    'Ask Grace Hopper and [the guide](https://a.example).',
  ],
  [
    'other characters around it',
    'So.\ue600cite\ue602turn0search1\ue601 And \ue142cite\ue142turn0news2\ue141.',
    'So.{https://tea.example/1} And{https://tea.example/2}.',
  ],
  ['a stray character before a word', '\ue200hello \ue206world', 'hello world'],
  ['the logo of Apple', '\uf8ff Pro', '\uf8ff Pro'],
  ['icons of a font', '\uf0e7power\uf0c2 cloud\uf0c2', '\uf0e7power\uf0c2 cloud\uf0c2'],
])('a mark with %s is its words, links and citations', (_, given, expected) => {
  expect(read(given).text).toBe(expected);
});

test('what a mark does not say is taken out with its space, and counted by its kind', () => {
  const text = [
    `So ${mark('cite', 'turn9search9')}, and the file ${mark('filecite', 'turn0file0', 'L8-L12')} now`,
    `${mark('map')}${mark('memcite')} Old【6†source】 and【4:0†report.pdf】 or 【注意】`,
    `See ${mark('image_group', '{"query":["red panda"],"layout":"bento"}')}${mark('i', 'turn0image0')}`,
  ].join('; ');
  expect(read(text)).toEqual({
    text: 'So, and the file now;  Old and(report.pdf) or 【注意】; See (Pictures: red panda)',
    leftOut: { references: 4, cards: 1, pictures: 2 },
  });
});

test('in code, whole marks are words, and icons of fonts stay', () => {
  const code = '```sh\necho "\ue266 \ue202"\n```';
  expect(read(`${code}\n\ue266Tea`).text).toBe(`${code}\nTea`);
  expect(
    read(`\`\`\`\n${mark('url', 'the guide', 'https://a.example')} ${mark('cite', 'turn0search1')}\n\`\`\``).text,
  ).toBe('```\n[the guide](https://a.example)\n```');
});

const card = (attributes: string, ...lines: string[]) => [`:::writing{${attributes}}`, ...lines, ':::'].join('\n');

test.each<[string, string, string]>([
  [
    'of a mail',
    card('variant="email" id="4" subject="Picnic" recipient="ada@example.com"', 'Dear all,'),
    '**Subject:** Picnic\n\n**To:** ada@example.com\n\nDear all,\n',
  ],
  [
    'without quotes, or with others',
    `${card('variant=standard id=5', 'A')}\n${card('variant=“document” title=“The plan”', 'B')}`,
    'A\n**The plan**\n\nB\n',
  ],
  [
    'of any kind',
    'Here:\n:::artifact{identifier="x" type="text/html" title="Timer"}\n```html\n<p>\n```\n:::\nDone.',
    'Here:\n**Timer**\n\n```html\n<p>\n```\nDone.',
  ],
  ['with a block of other programs in it', card('id="1"', ':::note', 'Careful.', ':::'), ':::note\nCareful.\n:::\n'],
  ['without an end', ':::writing{id="1"}\nDear all,', 'Dear all,'],
  ['with code that does not end', card('id="1"', '```', 'x'), '```\nx\n'],
  ['in code', '```\n:::writing{id="1"}\n```', '```\n:::writing{id="1"}\n```'],
  ['in a quote', '> :::writing{id="1"}\n> Hi\n> :::', '> Hi\n'],
])('a card %s keeps its words without the lines around them', (_, given, expected) => {
  expect(read(given).text).toBe(expected);
});

test('a block of another program stays as it is', () => {
  expect(read(':::note\nCareful.\n:::').text).toBe(':::note\nCareful.\n:::');
});

test('texts that would take hours if they were searched again from each sign are read', () => {
  for (const text of [
    '\ue200'.repeat(100_000),
    '\ue200cite\ue202'.repeat(50_000),
    `\ue200x\ue202${'['.repeat(100_000)}\ue201`,
    ':::writing{id="1"}\n'.repeat(20_000),
    `${'```\n:::writing{a}\n'.repeat(10_000)}`,
    '【'.repeat(100_000),
  ]) {
    read(text);
  }
});
