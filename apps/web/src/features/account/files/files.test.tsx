// @vitest-environment happy-dom
import type { FilePage, ListedFile } from '@noek/contract/files/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { accountServer } from '../testing/account-server.ts';
import { openAccount, withAccountPage } from '../testing/open-account.tsx';

withAccountPage();

const MB = 1024 * 1024;
const file = (n: number, fields: Partial<ListedFile> = {}): ListedFile => ({
  id: `f${n}`,
  name: `notes-${n}.txt`,
  type: 'text/plain',
  size: 2 * MB,
  state: 'ready',
  createdAt: '2026-01-02T12:00:00.000Z',
  conversations: [],
  projects: [],
  ...fields,
});
const page = (files: ListedFile[], nextCursor: string | null = null): FilePage => ({
  files,
  nextCursor,
  bytesUsed: 6 * MB,
  bytesLimit: 1024 * MB,
});
const section = () => within(screen.getByRole('region', { name: 'Files' }));
const open = (calls: object) => openAccount('data', { ...accountServer(), ...calls } as never);

async function deleteFirst() {
  fireEvent.click(section().getByRole('button', { name: 'Delete notes-1.txt' }));
  const dialog = within(await screen.findByRole('alertdialog'));
  expect(dialog.getByText(/Messages that it was sent with keep its name/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Delete file' }));
}

test('without a file, the section says so, and shows the space', async () => {
  await openAccount('data', accountServer());
  expect(section().getByText('You have no files.')).toBeTruthy();
  expect(section().getByText('0 MB of 1 GB used')).toBeTruthy();
});

test('files that cannot be read do not affect the other sections', async () => {
  await open({
    'files.list': () => {
      throw new Refusal('BAD_REQUEST', 400, 'The list begins elsewhere.');
    },
  });
  expect(section().getByText('The list begins elsewhere.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Delete Account' })).toBeTruthy();
});

test('each file has its size, its conversations and projects, its preview, and a download; more can be shown', async () => {
  const pages: Record<string, FilePage> = {
    first: page(
      [
        file(1, { conversations: [{ id: 7, title: 'Tides' }] }),
        file(2, { name: 'sea.png', type: 'image/png', state: 'ready' }),
        file(4, { projects: [{ id: 'p 1', name: 'حديقة' }] }),
      ],
      'second',
    ),
    second: page([file(3, { state: 'failed', problem: 'Not read: it has a password.' })]),
  };
  await open({ 'files.list': ({ cursor }: { cursor?: string }) => pages[cursor ?? 'first'] });
  expect(section().getByText('6 MB of 1 GB used')).toBeTruthy();
  expect(section().getByRole('link', { name: 'Tides' }).getAttribute('href')).toBe('/chat/7');
  expect(section().getByRole('link', { name: 'حديقة' }).getAttribute('href')).toBe('/project/p%201');
  expect(section().getAllByText('Not sent yet')).toHaveLength(1);
  expect(document.querySelector('img[src="/api/files/f2/preview"]')).toBeTruthy();
  const download = section().getByRole('link', { name: 'Download notes-1.txt' });
  expect([download.getAttribute('href'), download.getAttribute('download')]).toEqual([
    '/api/files/f1/content',
    'notes-1.txt',
  ]);
  fireEvent.click(section().getByRole('button', { name: 'Show more' }));
  expect(await section().findByText('Not read: it has a password.')).toBeTruthy();
  await waitFor(() => expect(section().queryByRole('button', { name: 'Show more' })).toBeNull());
});

test('a file is deleted after a question, and its space is free', async () => {
  const { calls } = await open({
    'files.list': () => page([file(1), file(2)]),
    'files.remove': ({ fileId }: { fileId: string }) => ({ fileId }),
  });
  await deleteFirst();
  expect(await screen.findByText('File deleted')).toBeTruthy();
  await waitFor(() => expect(section().queryByText('notes-1.txt')).toBeNull());
  expect(section().getByText('notes-2.txt')).toBeTruthy();
  expect(section().getByText('4 MB of 1 GB used')).toBeTruthy();
  expect(JSON.stringify(calls)).toContain('"fileId":"f1"');
});

test('a file that cannot be deleted stays; one that was deleted elsewhere goes', async () => {
  let code: 'CONFLICT' | 'NOT_FOUND' = 'CONFLICT';
  await open({
    'files.list': () => page([file(1)]),
    'files.remove': () => {
      throw new Refusal(code, code === 'CONFLICT' ? 409 : 404, 'That did not work.');
    },
  });
  await deleteFirst();
  expect(await screen.findByText('That did not work.')).toBeTruthy();
  expect(section().getByText('notes-1.txt')).toBeTruthy();
  code = 'NOT_FOUND';
  await deleteFirst();
  await waitFor(() => expect(section().queryByText('notes-1.txt')).toBeNull());
});
