// @vitest-environment happy-dom
import type { Source } from '@noek/contract/chat/answers';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { ShowFilesContext } from '../files/show-files.ts';
import { loadMarkdown } from '../markdown/answer-text.tsx';
import { CitedText } from './cited-text.tsx';
import { SourcesPane } from './sources-pane.tsx';

beforeAll(async () => {
  await loadMarkdown();
});
afterEach(cleanup);

const sources: Source[] = [
  { number: 1, url: 'https://a.example/walnut', title: 'The walnut', site: 'a.example', quote: 'A walnut is a seed.' },
  { number: 2, url: 'https://b.example/cake', title: 'Cakes', site: 'b.example', quote: 'Walnut cake is old.' },
];

const show = (text: string, given: readonly Source[] = sources, growing = false) =>
  render(
    <SourcesPane conversationId={1}>
      <CitedText text={text} growing={growing} sources={given} />
    </SourcesPane>,
  ).container;
const cards = () => [...document.querySelectorAll<HTMLElement>('.source-card:not(.source-all)')];
const chips = (root: HTMLElement) => [...root.querySelectorAll('a.citation')];

test('citations become chips with the site that lead to the page; the name also has number and title', () => {
  const root = show('Walnuts are seeds [1]. Cakes are old [1, 2].');
  expect(chips(root).map((chip) => chip.textContent)).toEqual(['a.example', 'a.example', 'b.example']);
  const [first] = chips(root);
  expect(first?.getAttribute('aria-label')).toBe('1 a.example: The walnut');
  expect(first?.getAttribute('href')).toBe('https://a.example/walnut');
  expect(root.querySelector('.prose')?.textContent).toBe(
    'Walnuts are seeds a.example. Cakes are old a.exampleb.example.',
  );
});

test('several sources of one site have their numbers, in the text and on their cards', () => {
  const [first, second] = sources as [Source, Source];
  const root = show('Seeds [1], cakes [2], oil [3].', [first, second, { ...first, number: 3, title: 'Oil' }]);
  expect(chips(root).map((chip) => chip.textContent)).toEqual(['1 a.example', 'b.example', '3 a.example']);
  expect(cards().map((card) => card.textContent)).toEqual(['The walnut1a.example', 'Cakesb.example', 'Oil3a.example']);
});

test('the sources are cards with title and site, which may be cut and are whole in the tooltip; three show, and the button says how many more there are', () => {
  const [first] = sources as [Source];
  const many = [1, 2, 3, 4, 5].map((number) => ({ ...first, number, title: `Page ${number}` }));
  show('Walnuts [1].', many);
  const row = screen.getByRole('list', { name: 'Sources of this answer' });
  const links = within(row).getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual(many.map(({ url }) => url));
  expect(links[0]?.getAttribute('data-tooltip')).toBe('Page 1 · a.example');
  expect(cards().map((card) => card.closest('li')?.className)).toEqual([
    '',
    '',
    '',
    'source-on-paper',
    'source-on-paper',
  ]);
  expect(within(row).getByRole('button', { name: 'Sources' }).textContent).toBe('Sources+2');
});

test('a citation of a file shows the page, or the name of a file without pages', () => {
  const of = (number: number, title: string, page?: number): Source => ({
    ...{ number, url: '', title, quote: 'Nine.', kind: 'file', fileId: title },
    ...(page === undefined ? { site: 'File' } : { site: `Page ${page}`, page }),
  });
  const root = show('Nine [1], ten [2], eleven [3].', [of(1, 'a.pdf', 3), of(2, 'b.pdf', 3), of(3, 'notes.txt')]);
  const buttons = [...root.querySelectorAll('button.citation')];
  expect(buttons.map((chip) => chip.textContent)).toEqual(['1 Page 3', '2 Page 3', 'notes.txt']);
  expect(buttons.map((chip) => chip.getAttribute('aria-label'))).toEqual([
    '1 Page 3: a.pdf',
    '2 Page 3: b.pdf',
    '3 notes.txt',
  ]);
  expect(cards().map((card) => card.textContent)).toEqual(['a.pdf1Page 3', 'b.pdf2Page 3', 'notes.txtFile']);
});

test('the citation and the card of a file open it at its page; without pages, they show the passage', async () => {
  const file = { url: '', quote: 'Nine.', kind: 'file' as const };
  const given: Source[] = [
    { ...file, number: 1, title: 'lease.pdf', site: 'Page 3', fileId: 'f1', page: 3 },
    { ...file, number: 2, title: 'notes.txt', site: 'File', fileId: 'f2' },
  ];
  const show = vi.fn();
  const { container } = render(
    <ShowFilesContext value={{ show, sharedIn: null }}>
      <SourcesPane conversationId={1}>
        <CitedText text="Nine [1], ten [2]." growing={false} sources={given} />
      </SourcesPane>
    </ShowFilesContext>,
  );
  const [first, second] = container.querySelectorAll<HTMLElement>('button.citation');
  fireEvent.click(first as HTMLElement);
  fireEvent.click(cards()[0] as HTMLElement);
  expect(show.mock.calls).toEqual(Array(2).fill([[{ id: 'f1', name: 'lease.pdf' }], 0, 3]));
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(second as HTMLElement);
  expect(await screen.findByRole('dialog', { name: 'Sources' })).toBeTruthy();
  expect(show).toHaveBeenCalledTimes(2);
});

test('a card opens the panel at its source, which stays open when the answer leaves the page', async () => {
  const shown = (list: boolean) => (
    <SourcesPane conversationId={1}>
      {list && <CitedText text="Walnuts [1]." growing={false} sources={sources} />}
    </SourcesPane>
  );
  const { rerender } = render(shown(true));
  fireEvent.click(cards()[1] as HTMLElement);
  const panel = await screen.findByRole('dialog', { name: 'Sources' });
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('link', { name: /^Cakes/ })));
  rerender(shown(false));
  expect(screen.getByRole('dialog', { name: 'Sources' })).toBe(panel);
  rerender(<SourcesPane conversationId={2}>another conversation</SourcesPane>);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('numbers that name no source are dropped, and code, formulas and task lists stay as they are', () => {
  const root = show('Nobody said this [9] [2, 9].\n\n`a[1]` and $x_{[1]}$\n\n```js\na[1]\n```\n\n- [ ] open');
  expect(chips(root)).toHaveLength(1);
  expect(root.textContent).not.toContain('[9]');
  expect(root.textContent).toContain('a[1]');
});

test('a link or a reference that is written as a citation leads to the page that was opened', () => {
  const root = show('One [1](https://evil.example/) and two [2].\n\n[2]: https://evil.example/');
  expect(chips(root).map((chip) => chip.getAttribute('href'))).toEqual([
    'https://a.example/walnut',
    'https://b.example/cake',
  ]);
  expect(root.innerHTML).not.toContain('evil');
});

test('a source whose address is not a web address is no link', () => {
  const root = show('Bad [1].', [{ ...(sources[0] as Source), url: 'javascript:alert(1)' }]);
  expect(chips(root)).toEqual([]);
  expect(root.innerHTML).not.toContain('javascript');
});

test('without sources the text stays as it is, and there is no button', () => {
  const root = show('An array a[1] [2].', []);
  expect(root.textContent).toBe('An array a[1] [2].');
  expect(screen.queryByRole('button', { name: 'Sources' })).toBeNull();
});

test('the button lists the sources with their passages; Escape closes the panel and returns the focus', async () => {
  show('Walnuts [1].');
  const button = screen.getByRole('button', { name: 'Sources' });
  button.focus();
  fireEvent.click(button);
  const panel = await screen.findByRole('dialog', { name: 'Sources' });
  const items = within(panel).getAllByRole('listitem');
  expect(items.map((item) => item.querySelector('blockquote')?.textContent)).toEqual([
    'A walnut is a seed.',
    'Walnut cake is old.',
  ]);
  expect(
    within(panel)
      .getByRole('link', { name: /^Cakes/ })
      .getAttribute('href'),
  ).toBe('https://b.example/cake');
  fireEvent.keyDown(panel, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a citation opens the panel at its source; with Ctrl, the browser opens the page', async () => {
  const [, second] = chips(show('Walnuts [1] [2].')) as HTMLElement[];
  expect(fireEvent.click(second as HTMLElement, { ctrlKey: true })).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(fireEvent.click(second as HTMLElement)).toBe(false);
  const panel = await screen.findByRole('dialog', { name: 'Sources' });
  await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('link', { name: /^Cakes/ })));
});

test('while an answer grows, an unfinished citation is text and the button waits', () => {
  const root = show('Walnuts [1] and [', sources, true);
  expect(chips(root)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Sources' })).toBeNull();
});

test('a passage of the knowledge base is a source without a link, with its revision', async () => {
  const passage: Source = {
    ...{
      number: 3,
      url: '',
      title: 'Handbook › Dog',
      site: 'Knowledge base',
      quote: 'The office dog is called Biscuit.',
    },
    ...{ kind: 'knowledge', revision: '2-3fa9c04d' },
  };
  show('Her name is Biscuit [3]. Walnuts are seeds [1].', [...sources, passage]);
  const chip = screen.getByRole('button', { name: '3 Knowledge base: Handbook › Dog' });
  chip.focus();
  fireEvent.click(chip);
  const panel = await screen.findByRole('dialog', { name: 'Sources' });
  const item = within(panel).getAllByRole('listitem').at(-1) as HTMLElement;
  await waitFor(() => expect(document.activeElement).toBe(item));
  expect(within(item).queryByRole('link')).toBeNull();
  expect(item.querySelector('blockquote')?.textContent).toBe('The office dog is called Biscuit.');
  expect(item.textContent).toContain('Knowledge base · Revision 2-3fa9c04d');
  fireEvent.keyDown(panel, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(chip));
});
