// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { conversation } from '../../testing/conversation.ts';
import { arrives, openChat, signedIn } from '../../testing/open-chat.tsx';

test('an open trash follows what other tabs delete, restore and delete permanently', async () => {
  const deletedAt = new Date().toISOString();
  let inTrash: Conversation[] = [
    conversation(5, { title: 'Old notes', deletedAt }),
    conversation(6, { title: 'Tea', deletedAt }),
  ];
  const { inputs } = openChat({ ...signedIn, 'chat.trash': () => ({ conversations: inTrash, nextCursor: null }) });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Archived' }), { button: 0 });
  fireEvent.click(await screen.findByRole('button', { name: 'Trash' }));
  const trash = within(await screen.findByRole('dialog', { name: 'Trash' }));
  expect(await trash.findByText('Tea')).toBeTruthy();

  inTrash = [conversation(8, { title: 'Letters', deletedAt }), conversation(6, { title: 'Tea', deletedAt })];
  const reads = inputs('chat.trash').length;
  await arrives({ type: 'gone', conversationId: 5 }, { type: 'gone', conversationId: 8 });
  expect(await trash.findByText('Letters')).toBeTruthy();
  expect(trash.queryByText('Old notes')).toBeNull();
  expect(inputs('chat.trash')).toHaveLength(reads + 1);

  await arrives({ type: 'conversation', conversation: conversation(6, { title: 'Tea' }) });
  await waitFor(() => expect(trash.queryByText('Tea')).toBeNull());
  expect(trash.getByText('Letters')).toBeTruthy();
});

test.each(['Chats', 'Archived'])('the trash opens from %s', async (tab) => {
  openChat({ ...signedIn, 'chat.trash': () => ({ conversations: [], nextCursor: null }) });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: tab }), { button: 0 });
  fireEvent.click(await screen.findByRole('button', { name: 'Trash' }));
  expect(await screen.findByRole('dialog', { name: 'Trash' })).toBeTruthy();
});
