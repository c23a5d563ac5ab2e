// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { conversation } from '../../testing/conversation.ts';
import { arrives, headerItem, openChat, refuse, signedIn } from '../../testing/open-chat.tsx';

/** Conversation 9 is newer than conversation 1. */
const row = (id: number, fields: Partial<Conversation> = {}) =>
  conversation(id, { updatedAt: new Date(Date.UTC(2025, 5, 20 + id)).toISOString(), ...fields });

/** The first page has 8 and 7; 2 is further down. */
const api = (pinned: readonly Conversation[], update: (input: { pinned: boolean }) => unknown = () => null) => ({
  ...signedIn,
  'chat.conversations': ({ archived }: { archived: boolean }) => ({
    conversations: archived ? [] : [row(8), row(7)],
    nextCursor: archived ? null : 'more',
  }),
  'chat.pinned': () => pinned,
  'chat.conversation': () => row(7),
  'chat.update': update,
});

const titles = () =>
  screen.getAllByRole('link', { name: /^Chat \d/ }).map((link) => /^Chat \d/.exec(link.textContent ?? '')?.[0]);
const headings = () =>
  screen.queryAllByRole('heading', { level: 3 }).map((heading) => heading.getAttribute('aria-label'));

async function choose(title: string, item: string): Promise<void> {
  const button = await screen.findByRole('button', { name: `Actions for “${title}”` });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}

test('pinned conversations are a group above the others, also those further down the list', async () => {
  openChat(api([row(2, { pinned: true })]));
  await screen.findByRole('link', { name: /Chat 8/ });
  await waitFor(() => expect(titles()).toEqual(['Chat 2', 'Chat 8', 'Chat 7']));
  expect(headings()[0]).toBe('Pinned');
  expect(headings()).toHaveLength(2);
});

test('without pinned conversations there is no group for them', async () => {
  openChat(api([]));
  await screen.findByRole('link', { name: /Chat 8/ });
  expect(headings()).not.toContain('Pinned');
});

test('a row moves before the server has answered, and Undo moves it back', async () => {
  const answered = Promise.withResolvers<void>();
  const { inputs } = openChat(
    api([], async ({ pinned }) => {
      await answered.promise;
      return row(7, { pinned });
    }),
  );
  await choose('Chat 7', 'Pin');
  await waitFor(() => expect(titles()).toEqual(['Chat 7', 'Chat 8']));
  expect(screen.queryByText('Conversation pinned successfully')).toBeNull();
  answered.resolve();
  await screen.findByText('Conversation pinned successfully');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(titles()).toEqual(['Chat 8', 'Chat 7']));
  await screen.findByText('Conversation unpinned successfully');
  expect(inputs('chat.update')).toEqual([
    { conversationId: 7, pinned: true },
    { conversationId: 7, pinned: false },
  ]);
});

test('a pin that the server refuses is taken back, with the reason; the title that came meanwhile stays', async () => {
  const answered = Promise.withResolvers<void>();
  openChat(
    api([], async () => {
      await answered.promise;
      return refuse(404, 'NOT_FOUND', 'Conversation not found.');
    }),
    7,
  );
  await choose('Chat 7', 'Pin');
  await waitFor(() => expect(titles()).toEqual(['Chat 7', 'Chat 8']));
  await arrives({ type: 'conversation', conversation: row(7, { title: 'Chat 7 renamed', pinned: true }) });
  answered.resolve();
  await screen.findByText('Failed to pin conversation');
  await waitFor(() => expect(titles()).toEqual(['Chat 8', 'Chat 7']));
  expect(screen.getByRole('link', { name: /Chat 7 renamed/ })).toBeTruthy();
});

test('a pin in another tab comes here, and so does its end', async () => {
  openChat(api([]));
  await screen.findByRole('link', { name: /Chat 8/ });
  await arrives({ type: 'conversation', conversation: row(2, { pinned: true }) });
  await waitFor(() => expect(titles()).toEqual(['Chat 2', 'Chat 8', 'Chat 7']));
  await arrives({ type: 'conversation', conversation: row(2) });
  await waitFor(() => expect(titles()).toEqual(['Chat 8', 'Chat 7']));
  await arrives({ type: 'conversation', conversation: row(8, { pinned: true, archived: true }) });
  await waitFor(() => expect(titles()).toEqual(['Chat 7']));
});

test("the header's menu pins the open conversation", async () => {
  const { inputs } = openChat(
    api([], ({ pinned }) => row(7, { pinned })),
    7,
  );
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.click(await headerItem('Pin'));
  await screen.findByText('Conversation pinned successfully');
  expect(inputs('chat.update')).toEqual([{ conversationId: 7, pinned: true }]);
  expect(await headerItem('Unpin')).toBeTruthy();
});

test('archived conversations have no group for pinned ones, and cannot be pinned', async () => {
  openChat({
    ...api([]),
    'chat.conversations': ({ archived }: { archived: boolean }) => ({
      conversations: archived ? [row(8, { archived: true }), row(3, { archived: true, pinned: true })] : [],
      nextCursor: null,
    }),
  });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Archived' }), { button: 0 });
  await screen.findByRole('link', { name: /Chat 3/ });
  expect(titles()).toEqual(['Chat 8', 'Chat 3']);
  expect(headings()).not.toContain('Pinned');
  const item = within(screen.getByRole('link', { name: /Chat 3/ }).closest('li') as HTMLElement);
  const button = item.getByRole('button', { name: 'Actions for “Chat 3”' });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  await screen.findByRole('menuitem', { name: 'Rename' });
  expect(screen.queryByRole('menuitem', { name: /pin/i })).toBeNull();
});
