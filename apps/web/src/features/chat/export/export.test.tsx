// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { listed } from '../testing/listed.ts';
import { message } from '../testing/message.ts';
import { guest, headerItem, openChat } from '../testing/open-chat.tsx';

beforeAll(() => import('./export-dialog.tsx'));

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Export conversation' }));
const address = (name: string) => screen.getByRole('link', { name }).getAttribute('href');

async function openMenu(title: string): Promise<void> {
  const button = await screen.findByRole('button', { name: `Actions for “${title}”` });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
}

test('a row of the sidebar offers its conversation as two files and as a page', async () => {
  openChat(listed);
  await openMenu('Chat 7');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export' }));
  expect((await dialog()).getByText('Chat 7')).toBeTruthy();
  expect(address('Markdown')).toBe('/api/conversations/7/export?format=markdown');
  expect(address('JSON')).toBe('/api/conversations/7/export?format=json');
  expect(address('Printable page')).toBe('/chat/7/print');
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('archived conversations are exported, too', async () => {
  openChat({
    ...listed,
    'chat.conversations': ({ archived }: { archived: boolean }) => ({
      conversations: archived ? [conversation(5, { archived: true })] : [],
      nextCursor: null,
    }),
  });
  fireEvent.mouseDown(await screen.findByRole('tab', { name: 'Archived' }), { button: 0 });
  await openMenu('Chat 5');
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Export' }));
  await dialog();
  expect(address('Markdown')).toBe('/api/conversations/5/export?format=markdown');
});

test("guests export from the header's menu", async () => {
  openChat({ ...guest, 'chat.messages': () => [message('Hello')] }, 7);
  await screen.findByText('Hello');
  fireEvent.click(await headerItem('Export'));
  await dialog();
  expect(address('JSON')).toBe('/api/conversations/7/export?format=json');
});
