// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { memory, memoryServer } from '../../memory/testing/remembered.tsx';
import { chooseInList } from '../testing/choose-in-list.ts';
import { conversation, createdAt } from '../testing/conversation.ts';
import { listed } from '../testing/listed.ts';
import { answer } from '../testing/message.ts';
import { arrives, headerItem, openChat, refuse, setWide, signedIn } from '../testing/open-chat.tsx';

const rowOf = (name: RegExp) => screen.getByRole('link', { name }).closest('li') as HTMLElement;

test('[2.46] [2.50] [2.73] [2.74] signed-in users see their conversations, with the open one marked', async () => {
  const { place } = openChat(listed, 7);
  const current = await screen.findByRole('link', { name: /Chat 7/ });
  expect(current.getAttribute('aria-current')).toBe('page');
  expect(current.textContent).toContain('Jun 28');
  expect(screen.getByText('mira@example.com')).toBeTruthy();
  expect(await headerItem('Sign out')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /Untitled Conversation/ }));
  await waitFor(() => expect(place.current).toBe(8));
});

test('a title has the direction of its own letters, wherever it is', async () => {
  const title = 'שלום עולם';
  openChat(
    {
      ...signedIn,
      'chat.conversation': () => conversation(7, { title }),
      'chat.conversations': () => ({ conversations: [conversation(7, { title })], nextCursor: null }),
    },
    7,
  );
  await screen.findByRole('link', { name: new RegExp(title) });
  const shown = screen.getAllByText(title);
  expect(shown).toHaveLength(2);
  expect(shown.map((element) => element.dir || element.tagName)).toEqual(expect.arrayContaining(['auto', 'BDI']));
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

test('the focus stays on the button that collapses and expands the sidebar', async () => {
  openChat(listed, 7);
  for (const [name, next] of [
    ['Collapse sidebar', 'Expand sidebar'],
    ['Expand sidebar', 'Collapse sidebar'],
  ] as const) {
    const button = await screen.findByRole('button', { name });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: next })));
  }
});

test('[5.23] [5.24] the question before a deletion says below it when it takes effect, and what is lost at once', async () => {
  openChat({
    ...listed,
    'chat.conversations': ({ archived }: { archived: boolean }) => ({
      conversations: archived
        ? [conversation(7, { archived: true }), conversation(8, { archived: true, shared: true })]
        : [],
      nextCursor: null,
    }),
    ...memoryServer([]),
  });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Archived' }), { button: 0 });
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.click(within(rowOf(/Chat 7/)).getByRole('button', { name: /^Delete/ }));
  const lines = async () => {
    const { firstChild, lastElementChild } = await vi.waitFor(
      () => screen.getByRole('alertdialog').querySelector('p') as HTMLElement,
    );
    return [firstChild?.textContent, lastElementChild?.textContent];
  };
  expect(await lines()).toEqual([
    'Are you sure you want to delete this conversation? This action cannot be undone.',
    'It takes effect after 30 days in the trash. Until then, you can restore the conversation.',
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(within(rowOf(/Chat 8/)).getByRole('button', { name: /^Delete/ }));
  expect((await lines())[1]).toMatch(/Its shared link stops working now, and restoring does not bring it back\.$/);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await chooseInList('Select');
  fireEvent.click(screen.getByRole('checkbox', { name: /^Select all/ }));
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await lines()).toEqual([
    'Are you sure you want to delete 2 archived conversations? This action cannot be undone.',
    'It takes effect after 30 days in the trash. Until then, you can restore the conversations. Shared links stop working now, and restoring does not bring them back.',
  ]);
});

test('the drawer follows the finger: a short pull lets it go back, a long one closes it, and neither opens a chat', async () => {
  setWide(false);
  const { place } = openChat(listed);
  fireEvent.click(await screen.findByRole('button', { name: 'Open sidebar' }));
  const drawer = await screen.findByRole('dialog');
  Object.defineProperty(drawer, 'offsetWidth', { value: 320 });
  const row = await within(drawer).findByRole('link', { name: /Chat 7/ });
  const touch = (type: 'pointerDown' | 'pointerMove' | 'pointerUp', clientX: number, clientY = 300, at = 1) => {
    const event = createEvent[type](row, { pointerType: 'touch', isPrimary: true, pointerId: 1, clientX, clientY });
    Object.defineProperty(event, 'timeStamp', { value: at });
    fireEvent(row, event);
  };
  // Scrolling the list is no swipe.
  touch('pointerDown', 200);
  touch('pointerMove', 195, 260);
  touch('pointerMove', 120, 200);
  expect(drawer.style.transform).toBe('');
  touch('pointerUp', 120, 200, 1_000);

  touch('pointerDown', 200);
  touch('pointerMove', 150);
  expect(drawer.style.transform).toBe('translateX(-50px)');
  touch('pointerMove', 260);
  expect(drawer.style.transform).toBe('translateX(0px)');
  touch('pointerMove', 150);
  touch('pointerUp', 150, 300, 1_000);
  fireEvent.click(row);
  expect(drawer.style.transform).toBe('');
  expect(place.current).toBeNull();

  touch('pointerDown', 200);
  touch('pointerMove', 60);
  touch('pointerUp', 60, 300, 1_000);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('[2.83] while the list loads, there are three placeholder rows', async () => {
  openChat({ ...signedIn, 'chat.conversations': () => new Promise(() => {}) });
  await waitFor(() => expect(screen.getAllByTestId('placeholder-row')).toHaveLength(3));
});

test('[2.75] [8.23] archiving removes the row and says so', async () => {
  const { inputs } = openChat({ ...listed, 'chat.archive': () => conversation(7, { archived: true }) }, 8);
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.click(within(rowOf(/Chat 7/)).getByRole('button', { name: 'Archive “Chat 7”' }));
  await waitFor(() => expect(inputs('chat.archive')).toEqual([{ conversationId: 7 }]));
  expect(await screen.findByText('Conversation archived successfully')).toBeTruthy();
});

test('[8.27] when archiving is refused, the row comes back', async () => {
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

test('[4.04] a new chat clears the selection and creates a conversation; an unused one is reused', async () => {
  const unused = conversation(9, { title: 'New Chat', updatedAt: createdAt });
  const { place, inputs } = openChat({ ...listed, 'chat.createConversation': () => unused }, 7);
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.keyDown(document, { code: 'KeyO', key: 'O', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(place.current).toBe(9));
  // It gets its row with its first message.
  expect(screen.queryByRole('link', { name: /New Chat/ })).toBeNull();
  fireEvent.click(screen.getByRole('link', { name: /Chat 7/ }));
  await waitFor(() => expect(place.current).toBe(7));
  fireEvent.keyDown(document, { code: 'KeyO', key: 'O', ctrlKey: true, shiftKey: true });
  await waitFor(() => expect(place.current).toBe(9));
  expect(inputs('chat.createConversation')).toHaveLength(1);
});

test('[4.04] a conversation begun as a guest does not count as an unused chat', async () => {
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

test('[2.51] on a narrow screen, the sidebar is a drawer that closes when a conversation is chosen', async () => {
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

test('[8.25] [8.24] a deletion is undone from its toast: the conversation is back in its place and open again', async () => {
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

test('a deletion offers to forget what came from the conversation, and its Undo brings that back', async () => {
  const { inputs } = openChat(
    {
      ...listed,
      ...memoryServer([memory(1, { conversationId: 7 }), memory(2, { conversationId: 7 }), memory(3)]),
      'chat.delete': () => ({ message: 'x' }),
      'chat.restore': () => conversation(7),
    },
    7,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  await choose('Chat 7', 'Delete');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Also forget 2 memories that came from it' }));
  await confirmDelete();
  await waitFor(() => expect(inputs('memory.delete')).toEqual([{ id: 'm1' }, { id: 'm2' }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(inputs('memory.restore')).toMatchObject([{ title: 'Memory 1' }, { title: 'Memory 2' }]));
});

test('memories stay when the box is not ticked; without memories there is no box', async () => {
  const { inputs } = openChat(
    { ...listed, ...memoryServer([memory(1, { conversationId: 7 })]), 'chat.delete': () => ({ message: 'x' }) },
    7,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  await choose('Chat 7', 'Delete');
  await screen.findByRole('checkbox', { name: 'Also forget 1 memory that came from it' });
  await confirmDelete();
  expect(await screen.findByText('Conversation deleted successfully')).toBeTruthy();
  expect(inputs('memory.delete')).toEqual([]);
  await choose('Untitled Conversation', 'Delete');
  await screen.findByRole('alertdialog');
  expect(screen.queryByRole('checkbox', { name: /Also forget/ })).toBeNull();
});

test('[2.73] renaming changes only the row and the page title', async () => {
  const { inputs } = openChat(
    { ...listed, 'chat.update': ({ title }: { title: string }) => conversation(7, { title }) },
    7,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  await choose('Chat 7', 'Rename');
  const field = await screen.findByRole('textbox', { name: 'Title' });
  fireEvent.change(field, { target: { value: 'Green tea' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect((await screen.findByRole('link', { name: /Green tea/ })).getAttribute('aria-current')).toBe('page');
  expect(inputs('chat.update')).toEqual([{ conversationId: 7, title: 'Green tea' }]);
  await waitFor(() => expect(document.title).toBe('Green tea · Noek'));
});

test('the trash lists deleted conversations and restores them; if that is refused, the row comes back', async () => {
  let refused = true;
  let restored: Conversation[] = [];
  openChat({
    ...listed,
    'chat.conversations': ({ archived }: { archived: boolean }) => ({
      conversations: archived ? [] : [conversation(7), ...restored],
      nextCursor: null,
    }),
    'chat.trash': () => ({
      conversations: [conversation(5, { title: 'Old notes', deletedAt: new Date().toISOString() })],
      nextCursor: null,
    }),
    'chat.restore': () => {
      if (refused) refuse(500, 'INTERNAL', 'No.');
      restored = [conversation(5, { title: 'Old notes' })];
      return restored[0];
    },
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

test('a long list renders few rows, and says how long it is', async () => {
  const many = Array.from({ length: 900 }, (_, n) => conversation(1_000 - n));
  openChat({ ...listed, 'chat.conversations': () => ({ conversations: many, nextCursor: 'more' }) });
  expect(await screen.findByText('900+ conversations')).toBeTruthy();
  const first = (await screen.findByText('Chat 1000')).closest('li');
  expect(first?.parentElement?.childElementCount).toBeLessThan(60);
  expect([first?.getAttribute('aria-posinset'), first?.getAttribute('aria-setsize')]).toEqual(['1', '-1']);
});

test('a conversation that was deleted while it was open is not requested again', async () => {
  let isDeleted = false;
  const refused: string[] = [];
  const own = (name: string, answer: () => unknown) => () => {
    if (isDeleted) refused.push(name);
    return isDeleted ? refuse(404, 'NOT_FOUND', 'Not found.') : answer();
  };
  const { place } = openChat(
    {
      ...listed,
      'chat.conversation': own('conversation', () => conversation(7, { title: 'Chat 7' })),
      'chat.messages': own('messages', () => []),
      'chat.shared': own('shared', () => refuse(404, 'NOT_FOUND', 'Not found.')),
      'chat.delete': async () => {
        isDeleted = true;
        // The live event may arrive before the response.
        await arrives({ type: 'gone', conversationId: 7 });
        return { message: 'Deleted.' };
      },
      ...memoryServer([]),
    },
    7,
  );
  const link = await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.keyDown(link, { key: 'Delete' });
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(place.current).toBeNull());
  await screen.findByText('How can I help you today?');
  expect(refused).toEqual([]);
});

test('the list marks other chats in which an answer runs, or has finished and was not seen', async () => {
  const { place } = openChat(listed, 8);
  const link = await screen.findByRole('link', { name: /Chat 7/ });
  expect(link.textContent).not.toContain('Noek is answering');
  const running = answer('a7', { conversationId: 7 });
  await arrives({ type: 'messages', conversationId: 7, messages: [running] });
  await waitFor(() => expect(link.textContent).toContain('Noek is answering'));
  await arrives({ type: 'done', message: { ...running, status: 'complete', content: 'Tea.' } });
  await waitFor(() => expect(link.textContent).toContain('New answer'));
  fireEvent.click(link);
  await waitFor(() => expect(place.current).toBe(7));
  fireEvent.click(screen.getByRole('link', { name: /Untitled Conversation/ }));
  await waitFor(() => expect(place.current).toBe(8));
  expect(link.textContent).not.toContain('New answer');
});
