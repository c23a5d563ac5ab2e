// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { chooseInList } from '../../testing/choose-in-list.ts';
import { conversation } from '../../testing/conversation.ts';
import { listed } from '../../testing/listed.ts';
import { openChat, refuse, signedIn } from '../../testing/open-chat.tsx';

type Several = { action: string; conversationIds: number[] };

test('[2.76] [2.84] [8.26] several rows are archived together, and another tab ends the selection', async () => {
  const { inputs } = openChat(
    {
      ...listed,
      'chat.changeConversations': ({ conversationIds }: Several) => ({ conversationIds }),
    },
    7,
  );
  await chooseInList('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: /Chat 7/ }));
  expect(screen.getByText('1 selected')).toBeTruthy();
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Archived' }), { button: 0 });
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'Chats' }), { button: 0 });
  expect(screen.queryByText('1 selected')).toBeNull();
  await chooseInList('Select');
  for (const name of [/Chat 7/, /Untitled/]) fireEvent.click(await screen.findByRole('checkbox', { name }));
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('2 conversations archived successfully')).toBeTruthy();
  expect(inputs('chat.changeConversations')).toEqual([{ action: 'archive', conversationIds: [7, 8] }]);
});

test('[4.58] after an action, the start of the list is read again, once', async () => {
  const { inputs } = openChat(
    {
      ...listed,
      'chat.changeConversations': ({ conversationIds }: Several) => ({ conversationIds }),
    },
    7,
  );
  await chooseInList('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  expect(screen.getByText('2 selected')).toBeTruthy();
  const before = inputs('chat.conversations').length;
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  await waitFor(() =>
    expect(inputs('chat.conversations').slice(before)).toEqual([{ archived: false, limit: 50, project: 'none' }]),
  );
});

/** Opens a list of 1,130 conversations, of which 50 are loaded. `change` answers requests that change several of them. */
const long = (change: (input: Several, call: number) => { conversationIds: number[] }) => {
  let calls = 0;
  const all = Array.from({ length: 1_130 }, (_, n) => 2_000 - n);
  return {
    ...signedIn,
    'chat.conversations': ({ archived, cursor }: { archived: boolean; cursor?: string }) =>
      archived
        ? { conversations: [], nextCursor: null }
        : cursor
          ? new Promise(() => {})
          : { conversations: all.slice(0, 50).map((id) => conversation(id)), nextCursor: 'more' },
    'chat.conversationIds': ({ cursor }: { cursor?: string }) =>
      cursor
        ? { conversationIds: all.slice(1_000), nextCursor: null }
        : { conversationIds: all.slice(0, 1_000), nextCursor: 'ids' },
    'chat.changeConversations': (input: Several) => change(input, calls++),
  };
};
const selectAll = async () => {
  await chooseInList('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all' }));
};

test('[2.76] [8.26] the whole of a long list is selected, including what is not loaded; single rows can be deselected', async () => {
  const { inputs } = openChat(long(({ conversationIds }) => ({ conversationIds })));
  await screen.findByRole('link', { name: /Chat 2000/ });
  await selectAll();
  expect(await screen.findByText('1,130 selected')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select all' }).getAttribute('data-state')).toBe('checked');
  fireEvent.click(screen.getByRole('checkbox', { name: /Chat 1999/ }));
  expect(screen.getByText('1,129 selected')).toBeTruthy();
  expect(screen.getByRole('checkbox', { name: 'Select all' }).getAttribute('data-state')).toBe('indeterminate');
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('1,129 conversations archived successfully')).toBeTruthy();
  const sent = inputs('chat.changeConversations') as Several[];
  expect(sent.map(({ conversationIds }) => conversationIds.length)).toEqual([200, 200, 200, 200, 200, 129]);
  const ids = new Set(sent.flatMap(({ conversationIds }) => conversationIds));
  expect([ids.size, ids.has(1_999), ids.has(871)]).toEqual([1_129, false, true]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('1,129 conversations unarchived successfully')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('[8.28] a refused step ends the action: the toast says how far it got, the other rows come back, and the finished part can be undone', async () => {
  const { inputs } = openChat(
    long(({ action, conversationIds }, call) =>
      action === 'archive' && call === 1 ? refuse(503, 'UNAVAILABLE', 'Too busy.') : { conversationIds },
    ),
  );
  await screen.findByRole('link', { name: /Chat 2000/ });
  await selectAll();
  await screen.findByText('1,130 selected');
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Failed to archive some conversations')).toBeTruthy();
  expect(screen.getByText('200 of 1,130 conversations were archived. Too busy.')).toBeTruthy();
  expect(inputs('chat.changeConversations')).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('200 conversations unarchived successfully')).toBeTruthy();
});

test('[8.28] a toast says when rows no longer exist on the server', async () => {
  openChat({ ...listed, 'chat.changeConversations': () => ({ conversationIds: [8] }) }, 7);
  await chooseInList('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('Failed to archive some conversations')).toBeTruthy();
  expect(screen.getByText('1 of 2 conversations were archived. The others no longer exist.')).toBeTruthy();
});

test('a list that cannot be read to its end is not selected, and a toast says so', async () => {
  openChat({ ...long(() => ({ conversationIds: [] })), 'chat.conversationIds': () => refuse(500, 'INTERNAL', 'No.') });
  await screen.findByRole('link', { name: /Chat 2000/ });
  await selectAll();
  expect(await screen.findByText('Failed to select all conversations')).toBeTruthy();
  expect(screen.getByText('0 selected')).toBeTruthy();
});

test('select mode stays off if it ended while the list was being read', async () => {
  let read: (page: { conversationIds: number[]; nextCursor: null }) => void = () => {};
  openChat({
    ...long(() => ({ conversationIds: [] })),
    'chat.conversationIds': () => new Promise((done) => (read = done)),
  });
  await screen.findByRole('link', { name: /Chat 2000/ });
  await selectAll();
  expect(await screen.findByText('Selecting all…')).toBeTruthy();
  expect((screen.getByRole('button', { name: 'Archive' }) as HTMLButtonElement).disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await act(async () => read({ conversationIds: [2_000], nextCursor: null }));
  expect(screen.queryByText(/selected|Selecting/)).toBeNull();
});
