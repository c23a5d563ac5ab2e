// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { trpc } from '../../api/trpc.ts';
import { currentToast, dismissToast } from '../../components/base/toasts/toast.ts';
import { Toaster } from '../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { MemoryPanel } from './memory-panel.tsx';
import { memories, memory, memoryServer } from './testing/remembered.tsx';

type Handlers = Parameters<typeof stubApi>[0];

function openPanel(handlers: Handlers) {
  const calls = stubApi(handlers);
  renderPage(
    <>
      <MemoryPanel />
      <Toaster />
    </>,
  );
  return calls;
}
const cards = () => screen.queryAllByRole('listitem').filter((item) => item.querySelector('time'));
const titles = () => cards().map((card) => card.querySelector('.truncate')?.textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const refusing = (code: 'INTERNAL' | 'UNAUTHORIZED', status: number, text: string) => () => {
  throw new Refusal(code, status, text);
};

function Conversations() {
  trpc.chat.conversations.useQuery({ archived: false });
  return null;
}

afterEach(() => {
  const shown = currentToast.get();
  if (shown) dismissToast(shown.id);
  vi.useRealTimers();
});

test('[2.87] [2.86] [2.90] without memories it says so and links to the page that adds one', async () => {
  openPanel(memoryServer([]));
  expect(await screen.findByText('No memories stored')).toBeTruthy();
  expect(screen.getByText('Create memories for Noek to remember')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'AI Memories' })).toBeTruthy();
  for (const name of ['View All', 'Add Memory'])
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe('/memories');
});

test('[2.91] [9.14] [2.89] the first ten are shown, the rest counted', async () => {
  openPanel(memoryServer(memories(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13)));
  expect(await screen.findByText('13 / 50 memories')).toBeTruthy();
  expect(titles()).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4].map((n) => `Memory ${n}`));
  expect(screen.getByRole('link', { name: 'View 3 more memories' }).getAttribute('href')).toBe('/memories');
});

test.each([
  ['unlimited', '1 / ∞ memories'],
  [-1, '1 / ∞ memories'],
  [100, '1 / 100 memories'],
] as const)('[2.89] with a limit of %s the counter reads "%s"', async (limit, text) => {
  openPanel(memoryServer(memories(1), limit));
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.queryByRole('link', { name: /more memories/ })).toBeNull();
});

test('[2.92] [9.36] a card shows title, importance, content, category, date and a delete icon', async () => {
  openPanel(
    memoryServer([memory(1, { importance: 'high', category: 'Drinks', createdAt: '2025-06-28T10:00:00.000Z' })]),
  );
  await screen.findByText('Memory 1');
  const card = within(cards()[0] as HTMLElement);
  for (const text of ['Memory 1', 'High', 'What is remembered as number 1.', 'Drinks', 'Jun 28'])
    expect(card.getByText(text)).toBeTruthy();
  expect(card.getByText('What is remembered as number 1.').className).toContain('line-clamp-2');
  expect(card.getByRole('button', { name: 'Delete “Memory 1”' })).toBeTruthy();
});

test('[2.86] a panel with memories offers to add one, too', async () => {
  openPanel(memoryServer([memory(1)]));
  await screen.findByText('Memory 1');
  expect(screen.getByRole('link', { name: 'Add Memory' }).getAttribute('href')).toBe('/memories');
});

test('while the list loads there are three placeholders', async () => {
  openPanel({ ...memoryServer([]), 'memory.list': () => new Promise(() => {}) });
  expect(screen.getAllByTestId('placeholder-memory')).toHaveLength(3);
});

test('[2.93] a 401 asks to refresh the page', async () => {
  openPanel({ ...memoryServer([]), 'memory.list': refusing('UNAUTHORIZED', 401, 'Please sign in first.') });
  expect(await screen.findByText('Please refresh the page')).toBeTruthy();
  expect(screen.getByText('Authentication required')).toBeTruthy();
});

test('a failed read is reported and can be retried', async () => {
  const server = memoryServer(memories(1));
  let broken = true;
  openPanel({
    ...server,
    'memory.list': () => {
      if (broken) throw new Refusal('BAD_REQUEST', 400, 'Not today.');
      return server['memory.list']();
    },
  });
  expect(await screen.findByText('Not today.')).toBeTruthy();
  broken = false;
  press('Try again');
  expect(await screen.findByText('Memory 1')).toBeTruthy();
});

test('[8.31] [7.36] a deleted memory disappears immediately, and Undo restores it with its date', async () => {
  let done: () => void = () => {};
  const server = memoryServer(memories(1, 2, 3));
  const calls = openPanel({
    ...server,
    'memory.delete': async (input: { id: string }) => {
      await new Promise<void>((resolve) => (done = resolve));
      return server['memory.delete'](input);
    },
  });
  await screen.findByText('Memory 2');
  press('Delete “Memory 2”');
  await waitFor(() => expect(titles()).toEqual(['Memory 3', 'Memory 1']));
  expect(screen.getByText('2 / 50 memories')).toBe(document.activeElement);
  expect(screen.queryByText('Memory deleted')).toBeNull();
  await waitFor(() => expect(calls['memory.delete']).toEqual([{ id: 'm2' }]));
  await act(async () => done());
  expect(await screen.findByText('Memory deleted')).toBeTruthy();
  expect(screen.getByText('The memory has been removed successfully.')).toBeTruthy();
  press('Undo');
  await waitFor(() => expect(titles()).toEqual(['Memory 3', 'Memory 2', 'Memory 1']));
  expect(await screen.findByText('Memory restored')).toBeTruthy();
  expect(calls['memory.restore']).toMatchObject([{ title: 'Memory 2', createdAt: memory(2).createdAt }]);
});

test('[8.33] a refused deletion puts the card back', async () => {
  openPanel({ ...memoryServer(memories(1, 2, 3)), 'memory.delete': refusing('INTERNAL', 500, 'The disk is full.') });
  await screen.findByText('Memory 2');
  press('Delete “Memory 2”');
  expect(await screen.findByText('Failed to delete memory')).toBeTruthy();
  expect(screen.getByText('The disk is full.')).toBeTruthy();
  expect(titles()).toEqual(['Memory 3', 'Memory 2', 'Memory 1']);
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('[8.34] a deletion that answers 401 asks to refresh the page', async () => {
  openPanel({
    ...memoryServer(memories(1)),
    'memory.delete': refusing('UNAUTHORIZED', 401, 'Please sign in first.'),
  });
  await screen.findByText('Memory 1');
  press('Delete “Memory 1”');
  expect(await screen.findByText('Please refresh the page')).toBeTruthy();
  expect(screen.getByText('Authentication required')).toBeTruthy();
  expect(titles()).toEqual(['Memory 1']);
});

test('a memory that was already deleted elsewhere counts as deleted', async () => {
  const server = memoryServer(memories(1, 2));
  openPanel(server);
  await screen.findByText('Memory 2');
  server['memory.delete']({ id: 'm2' });
  press('Delete “Memory 2”');
  expect(await screen.findByText('Memory deleted')).toBeTruthy();
  expect(titles()).toEqual(['Memory 1']);
});

test('[2.88] [4.50] [8.32] [7.36] several are selected and deleted together, after a question', async () => {
  const calls = openPanel(memoryServer(memories(1, 2, 3)));
  await screen.findByText('Memory 2');
  press('Select');
  expect(screen.getByRole('button', { name: 'Delete All' })).toHaveProperty('disabled', true);
  for (const name of [/Memory 3/, /Memory 1/]) fireEvent.click(screen.getByRole('checkbox', { name }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  press('Delete All');
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/Are you sure you want to delete 2 memories\?/)).toBeTruthy();
  expect(calls['memory.delete']).toBeUndefined();
  fireEvent.click(question.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Memories deleted')).toBeTruthy();
  expect(screen.getByText('2 memories removed')).toBeTruthy();
  expect(calls['memory.delete']).toEqual([{ id: 'm3' }, { id: 'm1' }]);
  expect(titles()).toEqual(['Memory 2']);
  press('Undo');
  await waitFor(() => expect(titles()).toEqual(['Memory 3', 'Memory 2', 'Memory 1']));
  expect(await screen.findByText('2 memories restored')).toBeTruthy();
});

test('[8.33] when several are deleted together, those that were refused come back', async () => {
  const server = memoryServer(memories(1, 2, 3));
  openPanel({
    ...server,
    'memory.delete': (input: { id: string }) => {
      if (input.id === 'm3') throw new Refusal('INTERNAL', 500, 'Not this one.');
      return server['memory.delete'](input);
    },
  });
  await screen.findByText('Memory 2');
  press('Select');
  for (const name of [/Memory 3/, /Memory 1/]) fireEvent.click(screen.getByRole('checkbox', { name }));
  press('Delete All');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Failed to delete memories')).toBeTruthy();
  await waitFor(() => expect(titles()).toEqual(['Memory 3', 'Memory 2']));
});

test('[4.58] after a change the lists of memories and conversations are read again', async () => {
  const calls = stubApi({
    ...memoryServer(memories(1, 2)),
    'chat.conversations': () => ({ conversations: [], nextCursor: null }),
  });
  renderPage(
    <>
      <Conversations />
      <MemoryPanel />
    </>,
  );
  await screen.findByText('Memory 1');
  expect(calls['chat.conversations']).toHaveLength(1);
  press('Delete “Memory 1”');
  await waitFor(() => expect(calls['chat.conversations']).toHaveLength(2));
  expect(calls['memory.list']).toHaveLength(2);
});

test('[7.35] [9.14] the list is read again every 30 seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const calls = openPanel(memoryServer(memories(1)));
  await screen.findByText('Memory 1');
  expect(calls['memory.list']).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(29_000));
  expect(calls['memory.list']).toHaveLength(1);
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(calls['memory.list']).toHaveLength(2);
});
