import { afterEach, expect, test } from 'vitest';
import { createMarkdown, type Markdown } from './markdown.ts';

let markdown: Markdown;
afterEach(() => markdown.close());

test('Markdown becomes sanitized HTML', async () => {
  markdown = createMarkdown();
  expect(await markdown.toHtml('**New** [page](https://noek.example) <script>alert(1)</script>')).toBe(
    '<p><strong>New</strong> <a href="https://noek.example">page</a> </p>',
  );
});

test.each([
  ['quotes', '> '.repeat(49_500)],
  ['emphasis', '**a'.repeat(33_000)],
  ['brackets', '['.repeat(90_000)],
  ['lists', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- a`).join('\n')],
  ['cells', `|a|\n|-|\n${'|'.repeat(90_000)}`],
  ['one line', 'a'.repeat(90_000)],
])('a text beyond the bounds is refused before it is parsed: %s', async (_, text) => {
  markdown = createMarkdown();
  expect(await markdown.toHtml(text)).toBeNull();
});

test('a text that takes too long is refused', async () => {
  markdown = createMarkdown({ limitMs: 0 });
  expect(await markdown.toHtml('Hello')).toBeNull();
});

test('a long text within the bounds is rendered', async () => {
  markdown = createMarkdown();
  const text = Array.from({ length: 2_000 }, (_, part) => `Paragraph ${part} with **bold** words.`).join('\n\n');
  expect((await markdown.toHtml(text))?.match(/<strong>/g)).toHaveLength(2_000);
});
