// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { conversation, createdAt, openChat, refuse, setWide, signedIn } from '../testing/open-chat.tsx';

const listed = {
  ...signedIn,
  'chat.conversations': ({ archived }: { archived: boolean }) => ({
    conversations: archived ? [] : [conversation(7), conversation(8, { title: '' })],
    nextCursor: null,
  }),
};
const rowOf = (name: RegExp) => screen.getByRole('link', { name }).closest('li') as HTMLElement;

test('[2.46] [2.50] [2.73] [2.74] signed-in people see their conversations, the open one marked', async () => {
  const { place } = openChat(listed, 7);
  const current = await screen.findByRole('link', { name: /Chat 7/ });
  expect(current.getAttribute('aria-current')).toBe('page');
  expect(current.textContent).toContain('Jun 28');
  expect(screen.getByText('mira@example.com')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sign out' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /Untitled Conversation/ }));
  await waitFor(() => expect(place.current).toBe(8));
});

test('[2.77] [2.81] empty lists say what to do', async () => {
  openChat(signedIn);
  expect(await screen.findByText('No conversations yet')).toBeTruthy();
  expect(screen.getByText('Start a new chat to begin!')).toBeTruthy();
  const tab = screen.getByRole('tab', { name: 'Archived' });
  fireEvent.mouseDown(tab, { button: 0 });
  expect(await screen.findByText('No archived conversations')).toBeTruthy();
  expect(screen.getByText('Archived chats will appear here')).toBeTruthy();
});

test('[2.83] while the list loads there are three placeholder rows', async () => {
  openChat({ ...signedIn, 'chat.conversations': () => new Promise(() => {}) });
  await waitFor(() => expect(screen.getAllByTestId('placeholder-row')).toHaveLength(3));
});

test('[2.75] [8.23] archiving takes the row away and says so', async () => {
  const { inputs } = openChat({ ...listed, 'chat.archive': () => conversation(7, { archived: true }) }, 8);
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.click(within(rowOf(/Chat 7/)).getByRole('button', { name: 'Archive “Chat 7”' }));
  await waitFor(() => expect(inputs('chat.archive')).toEqual([{ conversationId: 7 }]));
  expect(await screen.findByText('Conversation archived successfully')).toBeTruthy();
});

test('[8.27] a refused archiving puts the row back', async () => {
  let deny: () => void = () => {};
  openChat(
    {
      ...listed,
      'chat.archive': () => new Promise((_, reject) => (deny = () => reject(new Refusal('INTERNAL', 500, 'x')))),
    },
    8,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.click(within(rowOf(/Chat 7/)).getByRole('button', { name: 'Archive “Chat 7”' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Chat 7/ })).toBeNull());
  await act(async () => deny());
  expect(await screen.findByText('Failed to archive conversation')).toBeTruthy();
  expect(screen.getByRole('link', { name: /Chat 7/ })).toBeTruthy();
});

test('[2.76] [2.84] [8.26] several rows are archived together, and another tab ends the selection', async () => {
  const { inputs } = openChat(
    {
      ...listed,
      'chat.archive': (input: { conversationId: number }) => conversation(input.conversationId, { archived: true }),
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: /Chat 7/ }));
  expect(screen.getByText('1 selected')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Archived' }), { button: 0 });
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Chats' }), { button: 0 });
  expect(screen.queryByText('1 selected')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Select' }));
  for (const name of [/Chat 7/, /Untitled/]) fireEvent.click(await screen.findByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('2 conversations archived successfully')).toBeTruthy();
  expect(inputs('chat.archive')).toHaveLength(2);
});

test('[4.04] a new chat clears the selection and creates a conversation; an unused one is taken again', async () => {
  const unused = conversation(9, { title: 'New Chat', updatedAt: createdAt });
  const { place, inputs } = openChat({ ...listed, 'chat.createConversation': () => unused }, 7);
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.keyDown(document, { code: 'KeyO', key: 'O', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(place.current).toBe(9));
  expect(screen.getByRole('link', { name: /New Chat/ })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /Chat 7/ }));
  await waitFor(() => expect(place.current).toBe(7));
  fireEvent.keyDown(document, { code: 'KeyO', key: 'O', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(place.current).toBe(9));
  expect(inputs('chat.createConversation')).toHaveLength(1);
});

test('[4.04] what somebody began as a guest is not taken for an unused chat', async () => {
  const began = conversation(7, { title: 'First words', updatedAt: createdAt });
  const { place } = openChat({
    ...listed,
    'chat.conversations': () => ({ conversations: [began], nextCursor: null }),
    'chat.createConversation': () => conversation(9, { title: 'New Chat', updatedAt: createdAt }),
  });
  await screen.findByRole('link', { name: /First words/ });
  fireEvent.keyDown(document, { code: 'KeyO', key: 'O', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(place.current).toBe(9));
});

test('[2.51] on a narrow screen the sidebar is a drawer that closes after a pick', async () => {
  setWide(false);
  const { place } = openChat(listed, 7);
  await screen.findAllByText('Chat 7');
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.click(await screen.findByRole('button', { name: 'Open sidebar' }));
  const drawer = within(await screen.findByRole('dialog'));
  fireEvent.click(await drawer.findByRole('link', { name: /Untitled/ }));
  await waitFor(() => expect(place.current).toBe(8));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const choose = async (title: string, item: string) => {
  fireEvent.keyDown(screen.getByRole('button', { name: `Actions for “${title}”` }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
};
const confirmDelete = async () =>
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));

test('[8.25] [8.24] a deletion is taken back from its toast: the conversation is where it was, and open again', async () => {
  const { place, inputs } = openChat(
    { ...listed, 'chat.delete': () => ({ message: 'x' }), 'chat.restore': () => conversation(7) },
    7,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  await choose('Chat 7', 'Delete');
  await confirmDelete();
  expect(await screen.findByText('Conversation deleted successfully')).toBeTruthy();
  await waitFor(() => expect(place.current).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Conversation restored successfully')).toBeTruthy();
  expect(inputs('chat.restore')).toEqual([{ conversationId: 7 }]);
  expect(await screen.findByRole('link', { name: /Chat 7/ })).toBeTruthy();
  await waitFor(() => expect(place.current).toBe(7));
});

test('[4.58] after an action the start of the list is read again, once', async () => {
  const { inputs } = openChat(
    {
      ...listed,
      'chat.archive': (input: { conversationId: number }) => conversation(input.conversationId, { archived: true }),
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Select' }));
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  const before = inputs('chat.conversations').length;
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() => expect(inputs('chat.conversations').slice(before)).toEqual([{ archived: false, limit: 50 }]));
});

test('[2.73] renaming changes the row, the title of the page and nothing else', async () => {
  const { inputs } = openChat(
    { ...listed, 'chat.rename': ({ title }: { title: string }) => conversation(7, { title }) },
    7,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  await choose('Chat 7', 'Rename');
  const field = await screen.findByRole('textbox', { name: 'Title' });
  fireEvent.change(field, { target: { value: 'Green tea' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect((await screen.findByRole('link', { name: /Green tea/ })).getAttribute('aria-current')).toBe('page');
  expect(inputs('chat.rename')).toEqual([{ conversationId: 7, title: 'Green tea' }]);
  await waitFor(() => expect(document.title).toBe('Green tea · Noek'));
});

test('the trash holds what was deleted and gives it back; a refusal puts the row back', async () => {
  let refused = true;
  openChat({
    ...listed,
    'chat.trash': () => ({
      conversations: [conversation(5, { title: 'Old notes', deletedAt: new Date().toISOString() })],
      nextCursor: null,
    }),
    'chat.restore': () => (refused ? refuse(500, 'INTERNAL', 'No.') : conversation(5, { title: 'Old notes' })),
  });
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Archived' }), { button: 0 });
  fireEvent.click(await screen.findByRole('button', { name: 'Trash' }));
  const trash = within(await screen.findByRole('dialog', { name: 'Trash' }));
  expect(await trash.findByText(/· 30 days left$/)).toBeTruthy();
  const restore = () => trash.findByRole('button', { name: 'Restore “Old notes”' });
  fireEvent.click(await restore());
  expect(await screen.findByText('Failed to restore conversation')).toBeTruthy();
  refused = false;
  fireEvent.click(await restore());
  expect(await screen.findByText('Conversation restored successfully')).toBeTruthy();
  expect(trash.getByText('The trash is empty')).toBeTruthy();
  fireEvent.click(trash.getByRole('button', { name: 'Close' }));
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Chats' }), { button: 0 });
  expect(await screen.findByRole('link', { name: /Old notes/ })).toBeTruthy();
});

test('a long list has few rows in the page, and says how long it is', async () => {
  const many = Array.from({ length: 900 }, (_, n) => conversation(1_000 - n));
  openChat({ ...listed, 'chat.conversations': () => ({ conversations: many, nextCursor: 'more' }) });
  expect(await screen.findByText('900+ conversations')).toBeTruthy();
  const first = (await screen.findByText('Chat 1000')).closest('li');
  expect(first?.parentElement?.childElementCount).toBeLessThan(60);
  expect([first?.getAttribute('aria-posinset'), first?.getAttribute('aria-setsize')]).toEqual(['1', '-1']);
});
