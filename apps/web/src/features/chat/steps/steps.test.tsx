// @vitest-environment happy-dom
import type { Step } from '@noek/contract/chat/answers';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, message } from '../testing/message.ts';
import { arrives, guest, openChat } from '../testing/open-chat.tsx';
import { stepTexts } from './texts.ts';

const search: Step = {
  id: '0.search',
  kind: 'search',
  status: 'running',
  text: 'Searching the web for tides',
  url: null,
  memoryId: null,
  at: 0,
};
const read: Step = { ...search, id: '0.read', kind: 'read', text: 'Reading example.org', url: 'https://example.org/a' };
const step = (sequence: number, given: Step) => ({ type: 'step', messageId: 'a', sequence, step: given }) as const;
const done = (given: Step): Step => ({ ...given, status: 'done' });

const running = (fields = {}) => openChat({ ...guest, 'chat.messages': () => [message('q'), answer('a', fields)] }, 7);
const article = () => screen.getAllByRole('article').at(-1) as HTMLElement;

test('steps are listed while they happen and fold into one line when the text begins', async () => {
  running();
  await screen.findByText('q');
  await arrives(step(1, search));
  expect(within(article()).getByRole('listitem').textContent).toBe('Searching the web for tides');
  expect(within(article()).getByRole('status').textContent).toBe('Looking on the web');
  // The visible text is there only once.
  expect(screen.getByText('Searching the web for tides')).toBeTruthy();
  await arrives(step(2, done(search)), step(3, read), step(4, { ...read, id: '0.read2', status: 'failed' }));
  await waitFor(() => expect(within(article()).getAllByRole('listitem')).toHaveLength(3));
  // Pages are read in parallel, so they are announced only once.
  expect(within(article()).getByRole('status').textContent).toBe('Opening pages');
  expect(within(article()).getAllByRole('link')[0]?.getAttribute('href')).toBe('https://example.org/a');

  await arrives({ type: 'delta', messageId: 'a', sequence: 5, text: 'At noon.' });
  const fold = await screen.findByRole('button', { name: 'Searching the web for tides · 2 more' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(within(article()).queryAllByRole('listitem')).toEqual([]);
  fireEvent.click(fold);
  expect(fold.getAttribute('aria-expanded')).toBe('true');
  expect(within(article()).getAllByRole('listitem')).toHaveLength(2);
});

test('a reload in the middle of a search shows the step, and the steps that follow', async () => {
  running({ sequence: 1, steps: [search] });
  await screen.findByRole('listitem');
  await arrives(step(2, done(search)), { type: 'delta', messageId: 'a', sequence: 3, text: 'At noon.' });
  await screen.findByText('At noon.');
  // A single step needs no fold.
  expect(within(article()).getByRole('listitem').textContent).toBe('Searching the web for tides');
});

test('reasoning is folded under the time it took, separate from the text', async () => {
  running();
  await screen.findByText('q');
  await arrives({ type: 'reasoning', messageId: 'a', sequence: 1, text: 'The moon ' });
  expect(await screen.findByRole('button', { name: 'Thinking…' })).toBeTruthy();
  await arrives(
    { type: 'reasoning', messageId: 'a', sequence: 2, text: 'pulls.' },
    { type: 'delta', messageId: 'a', sequence: 3, text: 'At noon.' },
  );
  expect(await screen.findByRole('button', { name: /^Thought/ })).toBeTruthy();
  const final = answer('a', {
    status: 'complete',
    content: 'At noon.',
    sequence: 3,
    reasoning: { text: 'The moon pulls.', ms: 4_200 },
  });
  await arrives({ type: 'done', message: final });
  const fold = await screen.findByRole('button', { name: 'Thought for 4 s' });
  expect(screen.queryByText('The moon pulls.')).toBeNull();
  fireEvent.click(fold);
  expect(screen.getByText('The moon pulls.')).toBeTruthy();
});

test('a step never links to an address that is not a web page', async () => {
  running({ sequence: 1, steps: [{ ...read, url: 'javascript:alert(1)' }] });
  await screen.findByRole('listitem');
  expect(within(article()).queryByRole('link')).toBeNull();
});

test.each([
  [0, 'Thought for a moment'],
  [4_400, 'Thought for 4 s'],
  [59_600, 'Thought for 1 min'],
  [125_000, 'Thought for 2 min 5 s'],
])('%i ms are shown as %j', (ms, label) => {
  expect(stepTexts.thoughtFor(ms)).toBe(label);
});

test('a calculation is folded with its result, and shows its program', async () => {
  const calculation: Step = {
    ...{ id: '0.calculation', kind: 'calculation', url: null, memoryId: null, at: 0 },
    ...{ status: 'running', text: 'Calculating', calculation: { source: '0.1 + 0.2', result: null } },
  };
  running();
  await screen.findByText('q');
  await arrives(step(1, calculation));
  expect((await within(article()).findByRole('status')).textContent).toBe('Calculating');
  const result = { source: '0.1 + 0.2', result: '0.3' };
  await arrives(
    step(2, { ...calculation, status: 'done', text: 'Calculated', calculation: result }),
    step(3, { ...calculation, id: '1.calculation', status: 'failed', calculation: { source: '1 +', result: 'No.' } }),
    { type: 'delta', messageId: 'a', sequence: 4, text: 'It is 0.3.' },
  );
  const fold = await screen.findByRole('button', { name: 'Calculated · 0.3' });
  expect(fold.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByText('0.1 + 0.2')).toBeNull();
  fireEvent.click(fold);
  expect(screen.getByText('0.1 + 0.2')).toBeTruthy();
  expect(within(article()).getAllByRole('button', { name: 'Copy code' })).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Calculating' }));
  expect(screen.getByText('Problem')).toBeTruthy();
  expect(screen.getByText('No.')).toBeTruthy();
});
