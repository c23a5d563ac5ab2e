// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toaster } from '../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { MemoriesScreen } from './memories-screen.tsx';
import { memories, memory, memoryServer } from './testing/remembered.tsx';

function openScreen(handlers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(handlers);
  renderPage(
    <>
      <MemoriesScreen chatHref={(id) => (id === null ? '/' : `/chat/${id}`)} onSignOut={vi.fn()} />
      <Toaster />
    </>,
  );
  return calls;
}
const titles = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Save' }));
const limitText = 'Memory limit reached! Delete some memories or upgrade.';

test('[2.86] the full list has every memory, its source, and a link back', async () => {
  const numbers = Array.from({ length: 14 }, (_, n) => n + 1);
  openScreen(memoryServer([memory(20, { conversationId: 77, messageId: 'm' }), ...memories(...numbers)]));
  expect(await screen.findByText('15 / 50 memories')).toBeTruthy();
  expect(titles()).toHaveLength(15);
  expect(screen.getByRole('link', { name: 'From a conversation' }).getAttribute('href')).toBe('/chat/77');
  expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/');
});

test('a memory that an app saved says which', async () => {
  openScreen(memoryServer([memory(2, { app: 'My editor' }), memory(1)]));
  await screen.findByText('2 / 50 memories');
  expect(screen.getAllByText(/^Saved by/).map(({ textContent }) => textContent)).toEqual(['Saved by My editor']);
});

test('the header has the brand', async () => {
  openScreen(memoryServer([memory(1)]));
  await screen.findByText('Memory 1');
  expect(within(screen.getByRole('banner')).getByText('Noek')).toBeTruthy();
});

test('an edited memory shows what it said before', async () => {
  openScreen(memoryServer([memory(2), memory(1, { updatedAt: '2025-06-20T12:00:00.000Z' })]));
  await screen.findByText('2 / 50 memories');
  press('History');
  const history = await screen.findByRole('list', { name: 'History of “Memory 1”' });
  expect(history.textContent).toContain('As it was before.');
  expect(history.textContent).toContain('Until Noek changed it in a chat');
  press('Hide history');
  expect(screen.queryByRole('list', { name: 'History of “Memory 1”' })).toBeNull();
});

test('[7.38] while memory is off, it says so and can be turned on', async () => {
  openScreen(memoryServer(memories(1), 50, { memoryEnabled: false }));
  expect(await screen.findByText(/^Memory is off/)).toBeTruthy();
  press('Turn memory on');
  await waitFor(() => expect(screen.queryByText(/^Memory is off/)).toBeNull());
});

test('a person on the basic plan who has reached the limit is offered the plan with more', async () => {
  stubApi(memoryServer(memories(1, 2), 2));
  const payments = { provider: 'sandbox', publishableKey: null } as const;
  renderPage(<MemoriesScreen chatHref={() => '/'} onSignOut={vi.fn()} />, { payments });
  await screen.findByText(limitText);
  expect(screen.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/subscribe');
});

test('it is searched by words, and filtered by category and importance', async () => {
  openScreen(
    memoryServer([
      memory(3, { title: 'Café au lait', category: 'Drinks', importance: 'high' }),
      memory(2, { title: 'Tea', content: 'Green, with lemon.', category: 'Drinks' }),
      memory(1, { title: 'Nurse', category: 'Work', importance: 'high' }),
    ]),
  );
  await screen.findByText('Tea');
  const search = screen.getByRole('searchbox', { name: 'Search memories' });
  fireEvent.change(search, { target: { value: 'cafe LAIT' } });
  expect(titles()).toEqual(['Café au lait']);
  fireEvent.change(search, { target: { value: 'ｃａｆｅ' } });
  expect(titles()).toEqual(['Café au lait']);
  expect(screen.getByText('3 / 50 memories, 1 shown')).toBeTruthy();
  fireEvent.change(search, { target: { value: '' } });
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'Drinks' } });
  expect(titles()).toEqual(['Café au lait', 'Tea']);
  fireEvent.change(screen.getByLabelText('Importance'), { target: { value: 'high' } });
  expect(titles()).toEqual(['Café au lait']);
  fireEvent.change(search, { target: { value: 'lemon' } });
  expect(screen.getByText('No memories found')).toBeTruthy();
  press('Show all memories');
  expect(titles()).toHaveLength(3);
});

test('a memory is added; without a category it gets the default one', async () => {
  const calls = openScreen(memoryServer([]));
  expect(await screen.findByText('No memories stored')).toBeTruthy();
  press('Add Memory');
  type('Title', '  Green tea ');
  type('What to remember', 'Every morning.');
  type('Importance', 'high');
  save();
  expect(await screen.findByText('Memory added')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(titles()).toEqual(['Green tea']);
  const input = { title: 'Green tea', content: 'Every morning.', category: 'General', importance: 'high' };
  expect(calls['memory.create']).toEqual([input]);
});

test('a missing or too long value is reported next to the field, which gets the focus', async () => {
  const calls = openScreen(memoryServer(memories(1)));
  await screen.findByText('Memory 1');
  press('Add Memory');
  save();
  const dialog = within(screen.getByRole('dialog'));
  expect(await dialog.findByText('A memory needs a title.')).toBeTruthy();
  expect(dialog.getByText('Write what Noek should remember.')).toBeTruthy();
  expect(document.activeElement).toBe(dialog.getByLabelText('Title'));
  type('Title', '😀'.repeat(121));
  type('What to remember', 'y'.repeat(2_001));
  type('Category', 'z'.repeat(41));
  expect(dialog.getByText('121 / 120')).toBeTruthy();
  expect(dialog.getByText('2,001 / 2,000')).toBeTruthy();
  for (const text of [
    'A title has at most 120 characters.',
    'A memory has at most 2,000 characters.',
    'A category has at most 40 characters.',
  ])
    expect(await dialog.findByText(text)).toBeTruthy();
  save();
  expect(calls['memory.create']).toBeUndefined();
});

test('[5.25] the limit is shown before saving and on refusal; the typed values stay, even after closing', async () => {
  const full = memoryServer(memories(1, 2), 2);
  openScreen({
    ...full,
    'memory.create': () => {
      throw new Refusal('CONFLICT', 409, limitText);
    },
  });
  expect(await screen.findByText(limitText)).toBeTruthy();
  press('Add Memory');
  expect(within(screen.getByRole('dialog')).getByText(limitText)).toBeTruthy();
  type('Title', 'One more');
  type('What to remember', 'A lot.');
  save();
  const refusal = await within(screen.getByRole('dialog')).findByRole('alert');
  expect(refusal.textContent).toBe(limitText);
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Add Memory');
  expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Title').value).toBe('One more');
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Add Memory');
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Title').value).toBe('');
});

test.each([
  [new Refusal('UNAUTHORIZED', 401, 'Please sign in first.'), 'Please refresh the page: authentication required.'],
  [new Error('gone'), "Can't reach Noek right now. Please try again in a moment."],
])('a failed save (%s) keeps the dialog and the typed values', async (error, words) => {
  openScreen({
    ...memoryServer(memories(1)),
    'memory.create': () => {
      throw error;
    },
  });
  await screen.findByText('Memory 1');
  press('Add Memory');
  type('Title', 'Kept');
  type('What to remember', 'Words');
  save();
  const dialog = within(screen.getByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toBe(words);
  expect(dialog.getByLabelText<HTMLInputElement>('Title').value).toBe('Kept');
});

test('a memory is changed', async () => {
  const calls = openScreen(memoryServer(memories(1, 2)));
  await screen.findByText('Memory 1');
  press('Edit “Memory 1”');
  expect(within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>('Category').value).toBe('General');
  type('Title', 'Changed');
  type('Category', '');
  save();
  expect(await screen.findByText('Memory updated')).toBeTruthy();
  expect(titles()).toEqual(['Memory 2', 'Changed']);
  expect(calls['memory.update']).toMatchObject([{ id: 'm1', title: 'Changed', category: 'General' }]);
});

test('[8.32] all shown memories are selected and deleted together', async () => {
  const calls = openScreen(memoryServer([memory(9, { category: 'Work' }), ...memories(1, 2)]));
  await screen.findByText('Memory 9');
  fireEvent.change(screen.getByLabelText('Category'), { target: { value: 'General' } });
  press('Select');
  press('Select all');
  expect(screen.getByText('2 selected')).toBeTruthy();
  press('Delete All');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('2 memories removed')).toBeTruthy();
  expect(calls['memory.delete']).toEqual([{ id: 'm2' }, { id: 'm1' }]);
  // The category that was asked for is gone with its last memory.
  expect(titles()).toEqual(['Memory 9']);
});

test('[2.93] after the session has ended, the page says so and offers to sign in', async () => {
  openScreen({ ...memoryServer([]), 'auth.user': () => null });
  expect(await screen.findByText('Please refresh the page')).toBeTruthy();
  expect(screen.getByText('Authentication required')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toMatch(/^http:\/\/auth\.test\/login/);
});

test('a long memory is shown in full on request', async () => {
  openScreen(memoryServer([memory(1, { content: 'word '.repeat(100) }), memory(2)]));
  await screen.findByText('Memory 1');
  const more = screen.getByRole('button', { name: 'Show all' });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(more);
  expect(screen.getByRole('button', { name: 'Show less' }).getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByText(/^word word/).className).not.toContain('line-clamp');
});

test('memories of a project name it, and the list can be filtered by it', async () => {
  const calls = openScreen({
    ...memoryServer([memory(3, { projectId: 'g' }), memory(2, { projectId: 'x' }), memory(1)]),
    'projects.list': () => [{ id: 'g', name: 'Garden' }],
  });
  expect(await screen.findByText('Only in Garden')).toBeTruthy();
  expect(screen.getByText('Only in A project')).toBeTruthy();
  const filter = screen.getByRole('combobox', { name: 'Project' });
  // They wrap together.
  const rows = screen.getAllByRole('combobox').map((select) => select.closest('.flex'));
  expect([rows.length, new Set(rows).size, rows[0]?.contains(screen.getByRole('searchbox'))]).toEqual([3, 1, false]);
  fireEvent.change(filter, { target: { value: 'g' } });
  expect(titles()).toEqual(['Memory 3']);
  fireEvent.change(filter, { target: { value: 'none' } });
  expect(titles()).toEqual(['Memory 1']);
  fireEvent.change(filter, { target: { value: 'g' } });
  press('Edit “Memory 3”');
  type('Title', 'Shade');
  save();
  expect(await screen.findByText('Memory updated')).toBeTruthy();
  expect(calls['memory.update']?.[0]).not.toHaveProperty('projectId');
  expect(titles()).toEqual(['Shade']);
});

test('without memories of projects, no projects are read', async () => {
  const calls = openScreen(memoryServer([memory(1)]));
  await screen.findByText('Memory 1');
  expect(screen.queryByRole('combobox', { name: 'Project' })).toBeNull();
  expect(calls['projects.list']).toBeUndefined();
});
