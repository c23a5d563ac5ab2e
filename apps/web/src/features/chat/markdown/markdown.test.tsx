// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { expect, test } from 'vitest';
import { BlockCutter, usedDefinitions, withDefinitions } from './blocks/split-blocks.ts';
import Markdown from './markdown.tsx';
import { safeLink } from './safe-link.ts';

const splitBlocks = (text: string) => new BlockCutter().cut(text).blocks;

const html = (text: string, growing = false) => renderToStaticMarkup(<Markdown text={text} growing={growing} />);
const dom = (text: string, growing = false) => {
  const root = document.createElement('div');
  root.innerHTML = html(text, growing);
  return root;
};

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt&#58;alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '![x](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '<svg/onload=alert(1)>',
  '<iframe src="https://evil.test/"></iframe>',
  '[x](vbscript:msgbox)',
  '<javascript:alert(1)>',
  '```"><script>alert(1)</script>\ncode\n```',
  '| <style>*{display:none}</style> |\n| --- |\n| <form action=//evil.test> |',
])('nothing of %s runs or loads', (payload) => {
  const root = dom(payload);
  expect(root.querySelectorAll('script,style,iframe,img,svg[onload],form,object,embed,link,meta')).toHaveLength(0);
  for (const element of root.querySelectorAll('*'))
    for (const attribute of element.getAttributeNames()) {
      expect(attribute).not.toMatch(/^on/i);
      expect(element.getAttribute(attribute)).not.toMatch(/^\s*(?:javascript|data|vbscript):/i);
    }
});

test.each([1, 2, 3, 4, 5, 6])('a heading of level %i without a word is none, however the answer ended', (level) => {
  const marks = '#'.repeat(level);
  expect(dom(`${marks} One\n\n${marks} `).querySelectorAll('h3,h4,h5,h6')).toHaveLength(1);
  expect(dom(`${marks}\n\n${marks} &nbsp;\n\nText`).querySelectorAll('h3,h4,h5,h6')).toHaveLength(0);
  // While it grows it holds the caret only.
  expect(dom(`One\n\n${marks} `, true).querySelector(':is(h3,h4,h5,h6):not([role="presentation"])')).toBeNull();
  for (const part of ['`a`', '$x$', '![a](https://a.test/b.png)', '[a](https://a.test)'])
    expect(dom(`${marks} ${part}`).querySelectorAll('h3,h4,h5,h6')).toHaveLength(1);
});

test('HTML shows as text, except for a line break', () => {
  expect(dom('Use <b>bold</b> here').textContent).toBe('Use <b>bold</b> here');
  expect(dom('a<br>b').querySelector('br')).not.toBeNull();
  expect(dom('<div class="a">\nx\n</div>').querySelector('pre')?.textContent).toContain('<div class="a">');
});

test('a few elements are what they say, without their attributes; comments are dropped', () => {
  const root = dom(
    'CO<sub class="x" onclick=a()>2</sub>, 10<SUP>6</SUP>, <kbd>Esc</kbd>, a <mark>*new* word</mark>\n\n<!-- a\n\nb -->\n\nEnd.<!-- c -->',
  );
  expect(root.innerHTML).toBe(
    '<p dir="auto">CO<sub>2</sub>, 10<sup>6</sup>, <kbd>Esc</kbd>, a <mark><em>new</em> word</mark></p><p dir="auto">End.</p>',
  );
  // One that has no other tag is dropped, and what is not allowed stays text beside it.
  expect(dom('a</sub> <kbd>b, <b>c</b>').innerHTML).toBe('<p dir="auto">a b, &lt;b&gt;c&lt;/b&gt;</p>');
  expect(dom('Not closed: <!-- the rest\n\nof it').textContent).toContain('the rest');
  expect(dom('H<sub>2</sub>O <!-- hid', true).textContent).toBe('H2O');
  expect(dom('H<su', true).textContent).toBe('H');
});

test('details have their summary, and Markdown within them', () => {
  const root = dom(
    'Before.\n\n<details>\n<summary><b>Show</b> more</summary>\n\nIt is **nine**.\n\n```js\n1\n```\n\n</details>\n\nAfter.',
  );
  const details = root.querySelector('details');
  expect(details?.querySelector('summary')?.textContent).toBe('Show more');
  expect(details?.querySelector('strong')?.textContent).toBe('nine');
  expect(details?.querySelector('pre')?.textContent).toBe('1');
  expect(root.querySelectorAll('pre')).toHaveLength(1);
  expect(root.lastElementChild?.outerHTML).toBe('<p dir="auto">After.</p>');
  expect(dom('<details><summary>A</summary>\nb\n</details>').innerHTML).toBe(
    '<details dir="auto"><summary>A</summary><p>b</p></details>',
  );
});

test.each([
  ['**注意：**请先保存。', '注意：'],
  ['请**“先”**看', '“先”'],
  ['これは**【重要】**です', '【重要】'],
  ['이것은 **"필수"**입니다', '"필수"'],
  ['**官网：https://example.org/a。**', '官网：https://example.org/a。'],
])('bold text beside Chinese, Japanese and Korean punctuation: %j', (text, bold) => {
  const root = dom(text);
  expect(root.querySelector('strong')?.textContent).toBe(bold);
  expect(root.textContent).toBe(text.replaceAll('**', ''));
});

test('so are italic and struck text', () => {
  expect(dom('读*《红楼梦》*吧').querySelector('em')?.textContent).toBe('《红楼梦》');
  expect(dom('价~~（旧）~~新').querySelector('del')?.textContent).toBe('（旧）');
});

test('a bare address ends at Chinese, Japanese and Korean punctuation, and Markdown is read after it', () => {
  const root = dom(
    '见 https://example.org/a（说明）、https://example.org/b?c=1，**重点**。www.example.org/d。終わり **https://example.org/e**です',
  );
  expect([...root.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
    'https://example.org/a',
    'https://example.org/b?c=1',
    'www.example.org/d',
    'https://example.org/e',
  ]);
  expect([...root.querySelectorAll('strong')].map((bold) => bold.textContent)).toEqual([
    '重点',
    'https://example.org/e',
  ]);
  // A path may have such letters.
  expect(dom('https://example.org/東京 です').querySelector('a')?.textContent).toBe('https://example.org/東京');
});

test('a bar within a formula or code of a cell does not end it', () => {
  const cells = [...dom('| a | b |\n|---|---|\n| abs | $|x|$ |\n| or | `a|b` |').querySelectorAll('td')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['abs', '$|x|$', 'or', 'a|b']);
});

test('a table whose second row has a cell too few is a table, also where its head has a bar in code', () => {
  const heads = (text: string) => [...dom(text).querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(heads('| A | B | C |\n|---|---|\n| 1 | 2 | 3 |')).toEqual(['A', 'B', 'C']);
  expect(heads('| `a|b` | C |\n|---|---|\n| 1 | 2 |')).toEqual(['a|b', 'C']);
});

test('a Markdown file with a block of code in it is one block', () => {
  const root = dom('A file:\n\n```markdown\n# Title\n\n```sh\nls\n```\n\nMore.\n```\n\nThe end.');
  expect([...root.querySelectorAll('pre')].map(({ textContent }) => textContent)).toEqual([
    '# Title\n\n```sh\nls\n```\n\nMore.',
  ]);
  expect(root.lastElementChild?.textContent).toBe('The end.');
});

test('links lead only to http, https and mailto, in a new tab without opener or referrer', () => {
  const link = dom('[a](https://example.com/b?c=d)').querySelector('a');
  expect(link?.getAttribute('href')).toBe('https://example.com/b?c=d');
  expect(link?.getAttribute('rel')).toBe('noopener noreferrer');
  expect(link?.getAttribute('target')).toBe('_blank');
  expect(dom('[a](/account)').querySelector('a')).toBeNull();
  expect(safeLink('mailto:a@example.com')).toBe('mailto:a@example.com');
  expect(safeLink('https://user:secret@example.com/')).toBeNull();
  expect(safeLink('//example.com')).toBeNull();
  expect(safeLink('http:')).toBeNull();
});

test('an external image shows as a link chip and is not fetched', () => {
  const root = dom('![A cat](https://example.com/cat.png)');
  expect(root.querySelector('img')).toBeNull();
  expect(root.querySelector('a.link-chip')?.textContent).toContain('A cat');
});

test('headings of an answer are below the heading of its message', () => {
  expect(dom('# A\n\n## B\n\n#### C').querySelectorAll('h1,h2')).toHaveLength(0);
});

test('the first letter of a block sets its direction; code runs from left to right', () => {
  const root = dom(
    '# عنوان\n\nمرحبا\n\n- واحد\n- two\n\n> اقتباس\n\n| ا | ب |\n| - | - |\n| 1 | 2 |\n\n```\ncode\n```',
  );
  const withDirection = [...root.querySelectorAll('[dir=auto]')].map(({ localName }) => localName);
  expect(withDirection).toEqual(['h3', 'p', 'ul', 'blockquote', 'section']);
});

test('code shows its language and keeps every character', () => {
  const root = dom('```ts\nconst a = "<b>";\n\n  x\n```');
  expect(root.querySelector('figcaption span')?.textContent).toBe('TypeScript');
  expect(root.querySelector('pre code')?.textContent).toBe('const a = "<b>";\n\n  x');
});

test('a growing answer ends in one caret, including in code, lists and tables', () => {
  const earlyTable = '| a | b |\n| - | - |\n| c | d';
  const table = `${earlyTable} |\n| e | f |\n| g`;
  for (const text of ['Hello', 'a\n\nb **c', '```js\nlet a', '- a\n- b', table, earlyTable, '> quote'])
    expect(dom(text, true).querySelectorAll('[data-caret]'), text).toHaveLength(1);
  expect(dom('Hello').querySelector('[data-caret]')).toBeNull();
});

test('a held-back tail leaves the block before it on the page', () => {
  const root = dom('First\n\n| half', true);
  expect(root.textContent).toBe('First');
  expect(root.querySelectorAll('[data-caret]')).toHaveLength(1);
});

test('footnote references are marks in the text, and footnotes show where they are written', () => {
  const root = dom(
    'One[^1], two[^note], none[^2].\n\nMore.\n\n[^1]: The **first**.\n[^note]: The second\n\n    goes on.',
  );
  expect([...root.querySelectorAll('sup')].map(({ textContent }) => textContent)).toEqual(['1', 'note', '1', 'note']);
  expect(root.querySelectorAll('[data-footnotes]')).toHaveLength(2);
  expect(root.querySelector('[data-footnotes] strong')?.textContent).toBe('first');
  expect(root.textContent).toContain('none[^2].');
  expect(root.querySelectorAll('a, h2, [id]')).toHaveLength(0);
});

const answer = `# Title

Intro with [ref][1] and **bold**.

- one
- two

  two more

  \`\`\`ts
  const a = 1;

  const b = 2;
  \`\`\`

1. first

2. second
   - nested

> quote
> more

| a | b |
| :- | -: |
| 1 | 2 |

    indented code

    more of it

***

Last~ line with 1~2 and ~~gone~~.

[1]: https://example.com/
`;

test('an answer renders the same in blocks and in one piece', () => {
  const whole = (text: string) =>
    renderToStaticMarkup(<ReactMarkdown remarkPlugins={[[remarkGfm, { singleTilde: false }]]}>{text}</ReactMarkdown>);
  const flat = (markup: string) => markup.replace(/\n/g, '');
  const { blocks, definitions } = new BlockCutter().cut(answer);
  const pieces = blocks.map((block) => withDefinitions(block, usedDefinitions(block, definitions)));
  expect(pieces.length).toBeGreaterThan(6);
  expect(flat(pieces.map(whole).join(''))).toBe(flat(whole(answer)));
});

test('while an answer grows, the blocks before the last one never change', () => {
  const text = answer.slice(0, answer.indexOf('[1]: '));
  const final = splitBlocks(text);
  for (let length = 1; length <= text.length; length += 1) {
    const settled = splitBlocks(text.slice(0, length)).slice(0, -2);
    expect(settled).toEqual(final.slice(0, settled.length));
  }
});
