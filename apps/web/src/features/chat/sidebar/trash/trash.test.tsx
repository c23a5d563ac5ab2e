// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { project } from '../../projects/testing/project.ts';
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

test('projects in the trash are above the conversations, and can be restored or deleted permanently', async () => {
  const deletedAt = new Date().toISOString();
  let inTrash = [project('g', { name: 'Garden', deletedAt }), project('b', { name: 'Boat', deletedAt })];
  const leave = ({ projectId }: { projectId: string }) => {
    const left = inTrash.find(({ id }) => id === projectId);
    inTrash = inTrash.filter((one) => one !== left);
    return { ...left, deletedAt: null };
  };
  const { inputs } = openChat({
    ...signedIn,
    'memory.list': () => ({ memories: [], count: 0, limit: 50 }),
    'chat.trash': () => ({ conversations: [conversation(5, { title: 'Old notes', deletedAt })], nextCursor: null }),
    'projects.trash': () => inTrash,
    'projects.restore': leave,
    'projects.deleteForever': leave,
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Trash' }));
  const trash = within(await screen.findByRole('dialog', { name: 'Trash' }));
  await trash.findByText('Garden');
  expect(trash.getAllByRole('heading', { level: 3 }).map((heading) => heading.getAttribute('aria-label'))).toEqual([
    'Projects',
    'Conversations',
  ]);
  fireEvent.click(trash.getByRole('button', { name: 'Restore “Garden”' }));
  await waitFor(() => expect(trash.queryByText('Garden')).toBeNull());
  expect(inputs('projects.restore')).toEqual([{ projectId: 'g' }]);
  fireEvent.click(trash.getByRole('button', { name: 'Delete “Boat” permanently' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/the conversations that went to the trash with it/)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Delete permanently' }));
  await waitFor(() => expect(trash.queryByText('Boat')).toBeNull());
  expect(inputs('projects.deleteForever')).toEqual([{ projectId: 'b' }]);
});
