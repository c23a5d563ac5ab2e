// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { mira } from '../../session/testing/mira.ts';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { guest, openChat, place, sent, setWide, signedIn } from '../testing/open-chat.tsx';

const open = (fields: Partial<Conversation> = {}, who: Record<string, (input: never) => unknown> = {}) => {
  const current = conversation(7, { title: 'Tides', ...fields });
  return openChat(
    {
      ...signedIn,
      'chat.conversation': () => current,
      'chat.conversations': () => ({ conversations: [current], nextCursor: null }),
      'chat.messages': () => [message('q'), answer('a', { status: 'complete', content: 'Twice.' })],
      'chat.update': (change: Partial<Conversation>) => ({ ...current, ...change }),
      'chat.send': (input: { content: string; clientMessageId: string }) => sent(input),
      ...who,
    },
    7,
  );
};

beforeAll(() =>
  Promise.all([
    import('../search/search.tsx'),
    import('../search/dialog/search-dialog.tsx'),
    import('../opened-dialog.tsx'),
    import('../find/find-bar.tsx'),
  ]),
);
beforeEach(() => {
  setWide(false);
  localStorage.clear();
});

const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search your conversations' });
const commands = () =>
  screen.queryAllByRole('option').flatMap(({ localName, textContent }) => (localName === 'a' ? [] : textContent));
async function openPalette() {
  await screen.findByText('Twice.');
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  return box();
}
/** Types into the palette and presses Enter. */
async function run(text: string) {
  const input = await openPalette();
  fireEvent.change(input, { target: { value: text } });
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search your conversations' })).toBeNull());
}

test('it lists recent chats, then what can be done now', async () => {
  open();
  const input = await openPalette();
  await waitFor(() => expect(screen.getAllByRole('option')[0]?.getAttribute('href')).toBe('/chat/7'));
  expect(screen.getByRole('group', { name: 'Commands' })).toBeTruthy();
  await screen.findByRole('option', { name: 'Sign out' });
  expect(commands()).toEqual(
    expect.arrayContaining([
      'New chatCtrlShiftO',
      'Pin chat',
      'Rename chat',
      'Archive chat',
      'Delete chat',
      'Sign out',
    ]),
  );
  for (const name of ['Unpin chat', 'Unarchive chat', 'Admin: People', 'Turn on Harmful Mode'])
    expect(commands()).not.toContain(name);
  // The focus stays in the dialog.
  const close = screen.getByRole('button', { name: 'Close search' });
  close.focus();
  fireEvent.keyDown(close, { key: 'Tab' });
  expect(document.activeElement).toBe(input);
  fireEvent.change(input, { target: { value: '>' } });
  expect(screen.getByRole('listbox', { name: 'Commands' }).querySelector('a')).toBeNull();
  fireEvent.change(input, { target: { value: '>zebra' } });
  expect(screen.getByText('No command for “zebra”')).toBeTruthy();
});

test('commands change the chat on screen as its menus do', async () => {
  const { inputs } = open();
  await run('pin');
  await waitFor(() => expect(inputs('chat.update')).toEqual([{ conversationId: 7, pinned: true }]));
  await run('>rename');
  const dialog = within(await screen.findByRole('dialog', { name: 'Rename conversation' }));
  fireEvent.change(dialog.getByRole('textbox'), { target: { value: 'The tide' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Rename' }));
  await waitFor(() => expect(inputs('chat.update')).toHaveLength(2));
  await run('fun');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: ':fun.mode=on' }]));
});

test('find opens the search in the chat', async () => {
  open();
  await run('find');
  await waitFor(() => expect(document.querySelector('[data-find-bar] input')).toBeTruthy());
});

test('deleting asks first, and is not offered before the results of a search', async () => {
  open({}, { 'chat.search': () => [] });
  const input = await openPalette();
  fireEvent.change(input, { target: { value: 'del' } });
  expect(await screen.findByText('Nothing found for “del”')).toBeTruthy();
  expect(commands()).toEqual(['Delete chat']);
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(await screen.findByRole('alertdialog', { name: 'Clear conversation' })).toBeTruthy();
});

test('the trash opens', async () => {
  open({}, { 'chat.trash': () => ({ conversations: [], nextCursor: null }), 'projects.trash': () => [] });
  await run('trash');
  expect(
    await within(await screen.findByRole('dialog', { name: 'Trash' })).findByText('The trash is empty'),
  ).toBeTruthy();
});

test('the link of a shared chat is managed', async () => {
  open({ sharedAt: '2026-01-02T12:00:00.000Z' });
  await run('manage');
  expect(await screen.findByRole('dialog', { name: 'Shared link' })).toBeTruthy();
});

test('a chat that is not shared has no link to manage', async () => {
  open();
  await openPalette();
  await waitFor(() => expect(commands()).toContain('Share chat'));
  expect(commands()).not.toContain('Manage shared link');
});

test('the link of the chat is copied, and a new chat begins', async () => {
  const written: string[] = [];
  const clipboard = { writeText: async (text: string) => void written.push(text) } as unknown as Clipboard;
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard);
  open();
  await run('copy');
  await waitFor(() => expect(currentToast.get()?.title).toBe('Link copied!'));
  expect(written).toEqual([new URL('/chat/7', window.location.origin).href]);
  await run('new ch');
  await waitFor(() => expect(place.current).toBeNull());
});

test('administrators reach their pages', async () => {
  open({ pinned: true, archived: false }, { 'auth.user': () => ({ ...mira, accessLevel: 'admin' }) });
  const input = await openPalette();
  fireEvent.change(input, { target: { value: '> admin' } });
  expect(commands()).toHaveLength(6);
  fireEvent.change(input, { target: { value: '>' } });
  expect(commands()).toContain('Unpin chat');
});

test.each([
  ['a signed-in person', signedIn, true],
  ['a guest', guest, false],
])('%s sees the shortcuts they have, with ? outside of text fields and with Ctrl + /', async (_, who, hasSearch) => {
  const { box: input } = openChat(who);
  await screen.findByText(hasSearch ? /^Good / : /left$/);
  fireEvent.keyDown(input(), { key: '?' });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(document.body, { key: '?' });
  const dialog = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  expect(dialog.queryByText('Search chats and run commands') !== null).toBe(hasSearch);
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.keyDown(input(), { key: '/', ctrlKey: true });
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
});

test('a usual chat can be moved to a project', async () => {
  open();
  await openPalette();
  for (const name of ['Move to project', 'Temporary chat', 'New project', 'Prompts'])
    await waitFor(() => expect(commands()).toContain(name));
});

test('a temporary chat is neither moved nor shared nor kept in any other way', async () => {
  open({ temporary: true });
  await openPalette();
  await waitFor(() => expect(commands()).toContain('Delete chat'));
  const others = ['Move to project', 'Share chat', 'Export chat', 'Pin chat', 'Rename chat', 'Temporary chat'];
  expect(commands().filter((name) => name !== null && others.includes(name))).toEqual([]);
});
