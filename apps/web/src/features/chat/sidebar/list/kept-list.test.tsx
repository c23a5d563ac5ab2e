// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mira } from '../../../session/testing/mira.ts';
import { LocalCache } from '../../local-cache/local-cache.ts';
import { chooseInList } from '../../testing/choose-in-list.ts';
import { conversation } from '../../testing/conversation.ts';
import { memoryStorage } from '../../testing/memory-storage.ts';
import { openChat, signedIn } from '../../testing/open-chat.tsx';

const storage = vi.hoisted(() => ({ current: null as unknown as ReturnType<typeof memoryStorage> }));
vi.mock('../../local-cache/indexed-db.ts', () => ({ indexedDbStorage: () => storage.current }));

beforeEach(() => {
  storage.current = memoryStorage();
});

test('[2.76] rows that "Select all" selected stay selected when the server\'s first page is shorter than the kept list', async () => {
  await new LocalCache(storage.current, mira.id).save([conversation(7), conversation(8)]);
  const list = Promise.withResolvers<unknown>();
  openChat({
    ...signedIn,
    'chat.conversations': () => list.promise,
    'chat.conversationIds': () => ({ conversationIds: [9, 8, 7], nextCursor: null }),
  });
  await screen.findByText('Chat 7');
  await chooseInList('Select');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(await screen.findByText('3 selected')).toBeTruthy();
  list.resolve({ conversations: [conversation(9)], nextCursor: '9' });
  await waitFor(() => expect(screen.queryByText('Chat 7')).toBeNull());
  expect(screen.getByText('3 selected')).toBeTruthy();
});

test('[2.76] "Select all" also selects rows that the device does not have, before the server has sent the list', async () => {
  await new LocalCache(storage.current, mira.id).save([conversation(7), conversation(8)]);
  const { inputs } = openChat({
    ...signedIn,
    'chat.conversations': () => new Promise(() => {}),
    'chat.conversationIds': () => ({ conversationIds: [9, 8, 7], nextCursor: null }),
    'chat.changeConversations': ({ conversationIds }: { conversationIds: number[] }) => ({ conversationIds }),
  });
  await chooseInList('Select');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all' }));
  expect(await screen.findByText('3 selected')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Archive' }));
  expect(await screen.findByText('3 conversations archived successfully')).toBeTruthy();
  expect(inputs('chat.changeConversations')).toEqual([{ action: 'archive', conversationIds: [8, 7, 9] }]);
});
