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

test('HTML shows as text, except for a line break', () => {
  expect(dom('Use <b>bold</b> here').textContent).toBe('Use <b>bold</b> here');
  expect(dom('a<br>b').querySelector('br')).not.toBeNull();
  expect(dom('<div class="a">\nx\n</div>').querySelector('pre')?.textContent).toContain('<div class="a">');
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
  for (const text of ['Hello', 'a\n\nb **c', '```js\nlet a', '- a\n- b', '| a | b |\n| - | - |\n| c | d', '> quote'])
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
