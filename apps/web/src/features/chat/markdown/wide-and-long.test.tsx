// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Bubble } from '../message/message-frame.tsx';
import { UserMessage } from '../thread/messages/user-message.tsx';
import Markdown from './markdown.tsx';

let copied: string[];
let resized: (() => void)[];
beforeEach(() => {
  copied = [];
  resized = [];
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
    writeText: async (text: string) => void copied.push(text),
  } as unknown as Clipboard);
  class FakeResizeObserver {
    constructor(onResize: () => void) {
      resized.push(onResize);
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (text: string, growing = false) => render(<Markdown text={text} growing={growing} />);
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })));

const table = `| Name | Cost | Say |
|:---|---:|:---:|
| **bold** \`a\\|b\` | -5 | "hello", he said |
| [the manual](https://example.com/a) | $x^2$ and 1<br>2 | =1+1 |
| *soft* ~~gone~~ | | a\\|b |`;

test('a table is copied as Markdown', async () => {
  show(table);
  await press('Copy as Markdown');
  expect(copied).toEqual([
    `| Name | Cost | Say |
| :--- | ---: | :---: |
| **bold** \`a\\|b\` | -5 | "hello", he said |
| [the manual](https://example.com/a) | $x^2$ and 1<br>2 | =1+1 |
| *soft* ~~gone~~ |  | a\\|b |
`,
  ]);
  expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
});

test('a table is copied as CSV, and no cell of it is a formula', async () => {
  show(`Before.\n\n${table}\n\nAfter.`);
  await press('Copy as CSV');
  expect(copied).toEqual([
    '"Name","Cost","Say"\r\n"bold a|b","-5","""hello"", he said"\r\n"the manual","$x^2$ and 1\n2","\'=1+1"\r\n"soft gone","","a|b"\r\n',
  ]);
});

test.each(['ltr', 'rtl'])('an element that hides something at an edge shows it there (%s)', (direction) => {
  const { container } = show(`${table}\n\n\`\`\`\ncode\n\`\`\``);
  const scrollers = [container.querySelector('section'), container.querySelector('pre')] as HTMLElement[];
  const sign = direction === 'rtl' ? -1 : 1;
  for (const scroller of scrollers) {
    scroller.style.direction = direction;
    const around = scroller.parentElement as HTMLElement;
    const more = () => ['data-more-left', 'data-more-right'].filter((name) => around.hasAttribute(name));
    Object.defineProperties(scroller, { scrollWidth: { value: 900 }, clientWidth: { value: 300 } });
    const start = direction === 'rtl' ? 'data-more-left' : 'data-more-right';
    const end = direction === 'rtl' ? 'data-more-right' : 'data-more-left';
    for (const onResize of resized) onResize();
    expect(more()).toEqual([start]);
    scroller.scrollLeft = sign * 200;
    fireEvent.scroll(scroller);
    expect(more()).toEqual(['data-more-left', 'data-more-right']);
    scroller.scrollLeft = sign * 600;
    fireEvent.scroll(scroller);
    expect(more()).toEqual([end]);
  }
});

const lines = (count: number, name = 'line') =>
  Array.from({ length: count }, (_, at) => `${name} ${at + 1}`).join('\n');
const fenced = (code: string) => `\`\`\`ts\n${code}\n\`\`\``;

test('code of more than 40 lines is folded and can be shown and folded again; the whole of it is in the page', async () => {
  const { container } = show(fenced(lines(41, 'first')));
  const figure = container.querySelector('figure') as HTMLElement;
  expect(figure.hasAttribute('data-folded')).toBe(true);
  expect(figure.querySelector('code')?.textContent).toContain('first 41');
  await press('Show all 41 lines');
  expect(figure.hasAttribute('data-folded')).toBe(false);
  await press('Show fewer lines');
  expect(figure.hasAttribute('data-folded')).toBe(true);
  await press(/^Copy/);
  expect(copied).toEqual([lines(41, 'first')]);
});

test('code of 40 lines is not folded', () => {
  const { container } = show(fenced(lines(40)));
  expect(container.querySelector('[data-folded]')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});

test('code that grew in front of the reader stays open, also when the list mounts it again', async () => {
  const text = fenced(lines(60, 'grown'));
  const { rerender, container } = show(text.slice(0, -4), true);
  rerender(<Markdown text={text} growing={false} />);
  expect(container.querySelector('[data-folded]')).toBeNull();
  cleanup();
  expect(show(text).container.querySelector('[data-folded]')).toBeNull();
  await press('Show fewer lines');
  cleanup();
  expect(show(text).container.querySelector('[data-folded]')).toBeTruthy();
});

test('long lines of code wrap on request', async () => {
  const { container } = show(fenced('let a = 1'));
  const button = screen.getByRole('button', { name: 'Wrap long lines' });
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await press('Wrap long lines');
  expect(button.getAttribute('aria-pressed')).toBe('true');
  expect(container.querySelector('figure')?.hasAttribute('data-wrap')).toBe(true);
});

const said = (content: string) => render(<UserMessage content={content} createdAt="2026-03-12T10:00:00.000Z" />);

test("fenced code in a person's message is code; everything else stays as it was written", async () => {
  const { container } = said('Look *here*:\n\n```ts\nconst a = "<b>";\n\n  x\n```\n\n- it does not work\n~~~\nopen');
  const blocks = [...container.querySelectorAll('figure')];
  expect(blocks.map((block) => block.querySelector('code')?.textContent)).toEqual(['const a = "<b>";\n\n  x', 'open']);
  expect(within(blocks[0] as HTMLElement).getByText('TypeScript')).toBeTruthy();
  expect(screen.getByText('Look *here*:')).toBeTruthy();
  expect(screen.getByText('- it does not work')).toBeTruthy();
  expect(container.querySelector('b, em')).toBeNull();
  await press('Copy message');
  expect(copied[0]).toContain('```ts');
});

test('a message without a fence keeps its text, with backticks in a line', () => {
  said('Use ``` and `x` like ```this``` here');
  expect(screen.getByText('Use ``` and `x` like ```this``` here')).toBeTruthy();
});

test('a long paste shows its first twelve lines until the reader wants all of it', async () => {
  const { container } = render(<Bubble text={lines(13, 'paste')} />);
  expect(container.querySelector('[data-folded]')?.textContent).toContain('paste 13');
  await press('Show more');
  expect(container.querySelector('[data-folded]')).toBeNull();
  cleanup();
  render(<Bubble text={lines(13, 'paste')} />);
  await press('Show less');
  expect(screen.getByRole('button', { name: 'Show more' }).getAttribute('aria-expanded')).toBe('false');
});

test('twelve lines are not folded; a paragraph that takes more lines on the screen is', () => {
  const { container } = render(<Bubble text={`${lines(12)}\n\n`} />);
  expect(container.querySelector('[data-folded]')).toBeNull();
  cleanup();
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
  render(<Bubble text={'word '.repeat(200)} />);
  expect(screen.getByRole('button', { name: 'Show more' })).toBeTruthy();
});
