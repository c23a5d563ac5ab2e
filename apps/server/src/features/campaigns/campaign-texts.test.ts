import { afterAll, expect, test } from 'vitest';
import { createMarkdown } from '../../integrations/markdown/markdown.ts';
import { campaignTexts, withFooter } from './campaign-texts.ts';

const deps = { markdown: createMarkdown() };
afterAll(() => deps.markdown.close());

const url = 'https://chat.example/unsubscribe?token=a.b&x="';

test('plain text is shown as it is, in paragraphs and lines', async () => {
  const content = 'Hello {{name}},\r\n\r\n*not* <b>bold</b> & %1\nsecond line\n';
  expect(await campaignTexts(deps, { format: 'text', content })).toEqual({
    text: 'Hello {{name}},\n\n*not* <b>bold</b> & %1\nsecond line',
    html: '<p>Hello {{name}},</p>\n<p>*not* &#60;b&#62;bold&#60;/b&#62; &#38; %1<br>\nsecond line</p>',
  });
});

test('Markdown becomes HTML, and stays readable as text', async () => {
  const content = '# News\n\n**New** [page](https://noek.example/a?b=1&c=2) for {name}\n\n1. one\n2. two';
  const { text, html } = await campaignTexts(deps, { format: 'markdown', content });
  expect(text).toBe(content);
  expect(html).toContain('<h1>News</h1>');
  expect(html).toContain('<strong>New</strong> <a href="https://noek.example/a?b=1&amp;c=2">page</a> for {name}');
  expect(html).toMatch(/<ol>\s*<li>one<\/li>/);
});

test.each([
  '<script>alert(1)</script>',
  '<img src="https://spy.example/a.png" onerror="alert(1)">',
  '![spy](https://spy.example/a.png)',
  '[link](javascript:alert(1))',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="//spy.example">x</a>',
  '<iframe src="https://spy.example"></iframe>',
  '<p style="position:fixed" onclick="alert(1)">x</p>',
  '<svg><script>alert(1)</script></svg>',
  '<form action="https://spy.example"><input name="a"></form>',
])('HTML in Markdown is sanitized: %s', async (content) => {
  const { html } = await campaignTexts(deps, { format: 'markdown', content });
  expect(html).not.toMatch(/script|onerror|onclick|style=|spy\.example|<img|<iframe|<svg|<form|<input/i);
});

test('the footer has the link in both forms', () => {
  const { text, html } = withFooter({ text: 'Hello', html: '<p>Hello</p>' }, url);
  expect(text).toBe(`Hello\n\n-- \nYou get this email because you have an account with Noek.\nUnsubscribe: ${url}\n`);
  expect(html).toContain('<a href="https://chat.example/unsubscribe?token=a.b&#38;x=&#34;">Unsubscribe</a>');
});

test.each(['> '.repeat(49_500), '**a'.repeat(33_000)])(
  'Markdown beyond the bounds is refused: %.10s',
  async (content) => {
    await expect(campaignTexts(deps, { format: 'markdown', content })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This Markdown is too deep or has too many signs. Simplify it, or choose plain text.',
    });
    expect((await campaignTexts(deps, { format: 'text', content })).text).toBe(content.trim());
  },
);
