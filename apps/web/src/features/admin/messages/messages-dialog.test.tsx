// @vitest-environment happy-dom
import type { AdminUser } from '@noek/contract/admin/schemas';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { MessagesDialog } from './messages-dialog.tsx';

const mira: AdminUser = {
  ...{ id: 'u2', name: 'Mira Novak', email: 'mira@example.com', accessLevel: 'basic', specialFeatures: [] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true },
  ...{ createdAt: '2026-01-01T12:00:00.000Z', suspendedAt: null },
};
const createdAt = '2026-02-03T09:05:00.000Z';

/** Opens the dialog on a server that answers as `read` says, and gives a reason. */
function openWithReason(read: () => unknown) {
  const calls = stubApi({ 'admin.readUserMessages': read });
  renderPage(<MessagesDialog user={mira} onClose={vi.fn()} />);
  const dialog = screen.getByRole('dialog', { name: 'Messages for Mira Novak (mira@example.com)' });
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: ' A report ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Open messages' }));
  return { calls, dialog };
}

test('[2.110] [2.111] [2.112] [2.113] it says that it loads, then shows who wrote what and when', async () => {
  const answer = Promise.withResolvers<object>();
  const { calls, dialog } = openWithReason(() => answer.promise);
  expect(await within(dialog).findByText('Loading messages...')).toBeTruthy();
  answer.resolve({
    messages: [
      { id: 'm1', role: 'user', content: 'What is 6 * 7?', createdAt },
      { id: 'm2', role: 'assistant', content: '42', createdAt },
    ],
    nextCursor: null,
  });
  const [question, reply] = await within(dialog).findAllByRole('listitem');
  expect(question?.textContent).toMatch(/^User.*2026.*What is 6 \* 7\?$/);
  expect(reply?.textContent).toMatch(/^AI Assistant.*2026.*42$/);
  expect(within(dialog).queryByText('Loading messages...')).toBeNull();
  expect(calls['admin.readUserMessages']).toEqual([{ id: 'u2', reason: 'A report' }]);
});

test('the files of a message open under the same reading', async () => {
  const files = [{ id: 'f/1', name: 'report.pdf', type: 'application/pdf', size: 9, state: 'ready' }];
  const { dialog } = openWithReason(() => ({
    messages: [{ id: 'm1', role: 'user', content: '', createdAt, files }],
    nextCursor: null,
  }));
  const listed = await within(dialog).findByRole('list', { name: 'Files of this message' });
  const link = within(listed).getByRole('link', { name: 'report.pdf' });
  expect(link.getAttribute('href')).toBe('/api/admin/users/u2/files/f%2F1/content');
});

test('[2.113] a person without messages', async () => {
  const { dialog } = openWithReason(() => ({ messages: [], nextCursor: null }));
  expect(await within(dialog).findByText('No messages found for this user')).toBeTruthy();
});

test('[8.41] messages that cannot be read: the status, and the reason stays for another try', async () => {
  const { dialog } = openWithReason(() => {
    throw new Refusal('NOT_FOUND', 404, 'No such user.');
  });
  expect(await within(dialog).findByText('Failed to fetch user messages: 404')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Reason').value).toBe(' A report ');
});
