// @vitest-environment happy-dom
import type { ArchiveJob } from '@noek/contract/archive/schemas';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { Files } from '../files/files.tsx';
import { ExportPanel } from './export-panel.tsx';

const job = (given: Partial<ArchiveJob>): ArchiveJob => ({
  id: 'job-1',
  kind: 'export',
  status: 'done',
  progress: 100,
  bytes: 12_345_678,
  result: null,
  error: null,
  createdAt: '2026-11-22T09:00:00.000Z',
  expiresAt: '2026-11-23T09:00:00.000Z',
  ...given,
});
const space = { bytesUsed: 50 * 1024 * 1024, bytesLimit: 200 * 1024 * 1024 };
const nothing = {
  conversationsAdded: 0,
  conversationsKnown: 0,
  memoriesAdded: 0,
  memoriesKnown: 0,
  memoriesBeyondLimit: 0,
  filesAdded: 0,
  filesMissing: 0,
};

function open(
  jobs: { export?: ArchiveJob | null; import?: ArchiveJob | null },
  more: Parameters<typeof stubApi>[0] = {},
) {
  const calls = stubApi({
    'archive.jobs': () => ({ export: null, import: null, ...jobs }),
    'archive.space': () => space,
    ...more,
  });
  renderPage(<ExportPanel />);
  return calls;
}
const button = (name: string) => screen.findByRole('button', { name });

test('an export is started, shows its progress, and then offers its archive until that expires', async () => {
  const jobs: { export: ArchiveJob | null } = { export: null };
  const calls = open(jobs, {
    'archive.jobs': () => ({ import: null, ...jobs }),
    'archive.startExport': () => {
      jobs.export = job({ status: 'running', progress: 34, bytes: null });
      return { id: 'job-1' };
    },
  });
  fireEvent.click(await button('Export everything'));
  expect(await screen.findByText('Making your archive: 34%')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress of the export' }).getAttribute('aria-valuenow')).toBe('34');
  expect(screen.queryByRole('button', { name: 'Export everything' })).toBeNull();
  jobs.export = job({});
  const link = await screen.findByRole('link', { name: 'Download (12 MB)' }, { timeout: 10_000 });
  expect(link.getAttribute('href')).toBe('/api/account/export/job-1');
  expect(screen.getByText(/^Your archive is ready\. You can download it until Nov 23, 2026/)).toBeTruthy();
  expect(await button('Make a new one')).toBeTruthy();
  expect(calls['archive.startExport']).toHaveLength(1);
});

test('a failed export says why and can be tried again', async () => {
  open({ export: job({ status: 'failed', error: 'The export failed. Please try again.', bytes: null }) });
  expect(await screen.findByText('The export failed. Please try again.')).toBeTruthy();
  expect(await button('Try again')).toBeTruthy();
});

test('an export that cannot be started says why', async () => {
  open(
    {},
    {
      'archive.startExport': () => {
        throw new Refusal('RATE_LIMITED', 429, 'Too many attempts. Please try again in 2 minutes.');
      },
    },
  );
  fireEvent.click(await button('Export everything'));
  expect(await screen.findByText('Too many attempts. Please try again in 2 minutes.')).toBeTruthy();
});

test('without a connection it says so, and can be asked again', async () => {
  let online = false;
  open(
    {},
    {
      'archive.jobs': () => {
        if (!online) throw new Refusal('UNAVAILABLE', 400, 'The server is restarting.');
        return { export: null, import: null };
      },
    },
  );
  expect(await screen.findByText('The server is restarting.')).toBeTruthy();
  online = true;
  fireEvent.click(await button('Try again'));
  expect(await button('Export everything')).toBeTruthy();
});

test.each([
  [
    { conversationsAdded: 12, memoriesAdded: 4, conversationsKnown: 2, memoriesKnown: 1 },
    '12 conversations and 4 memories added, 3 were already there.',
  ],
  [{ conversationsAdded: 1, memoriesAdded: 1 }, '1 conversation and 1 memory added.'],
  [{ conversationsKnown: 1 }, '0 conversations and 0 memories added, 1 was already there.'],
  [
    { memoriesAdded: 2, memoriesBeyondLimit: 3 },
    '0 conversations and 2 memories added. Your plan has no room for 3 more memories.',
  ],
  [
    { conversationsAdded: 2, filesAdded: 3, filesMissing: 1 },
    '2 conversations and 0 memories added. 3 files were added. Of 1 file, only the name was added.',
  ],
])('the sentence about the result of an import: %j', async (result, words) => {
  open({ import: job({ kind: 'import', bytes: null, result: { ...nothing, ...result } }) });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('an archive is uploaded, and the reason of a refusal is shown', async () => {
  open({});
  await button('Choose archive');
  const answers = [
    Response.json({ message: 'This is not an archive of a Noek account.', code: 'BAD_REQUEST' }, { status: 400 }),
  ];
  const sent = vi.fn(async () => answers.shift() ?? Response.json({ id: 'job-2' }, { status: 202 }));
  vi.stubGlobal('fetch', sent);
  const file = new File(['zip'], 'noek-export.zip', { type: 'application/zip' });
  fireEvent.change(screen.getByLabelText('Archive to import'), { target: { files: [file] } });
  expect(await screen.findByText('This is not an archive of a Noek account.')).toBeTruthy();
  await waitFor(() =>
    expect(sent).toHaveBeenCalledWith('/api/account/import', expect.objectContaining({ method: 'POST', body: file })),
  );
});

test('an import that ends at once shows its files in the list of files', async () => {
  const jobs: { import: ArchiveJob | null } = { import: null };
  const calls = stubApi({
    'archive.jobs': () => ({ export: null, ...jobs }),
    'archive.space': () => space,
    'files.list': () => ({ files: [], nextCursor: null, bytesUsed: 0, bytesLimit: 1024 ** 3 }),
  });
  const others = fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    if (request[0] !== '/api/account/import') return others(...request);
    jobs.import = job({ kind: 'import', id: 'job-2', bytes: null, result: { ...nothing, filesAdded: 2 } });
    return Response.json({ id: 'job-2' }, { status: 202 });
  });
  renderPage(
    <>
      <Files />
      <ExportPanel />
    </>,
  );
  await button('Choose archive');
  await waitFor(() => expect(calls['files.list']).toHaveLength(1));
  const file = new File(['zip'], 'noek-export.zip', { type: 'application/zip' });
  fireEvent.change(screen.getByLabelText('Archive to import'), { target: { files: [file] } });
  expect(await screen.findByText(/2 files were added\./)).toBeTruthy();
  await waitFor(() => expect(calls['files.list']).toHaveLength(2));
});

test('says how much text the account stores, and what an archive may unpack to, before one is chosen', async () => {
  open({});
  expect(
    await screen.findByText(
      'Your messages and memories take 50 MB of the 200 MB that your plan has for text, so an archive may unpack to 150 MB.',
    ),
  ).toBeTruthy();
});

test('says that the space for text is used up, and what to do', async () => {
  open({}, { 'archive.space': () => ({ ...space, bytesUsed: 201 * 1024 * 1024 }) });
  expect(
    await screen.findByText(
      'Your messages and memories take 201 MB, which is all of the 200 MB that your plan has for text. To send messages or import an archive, delete chats for ever first.',
    ),
  ).toBeTruthy();
});

test('a file that is too large is refused before it is sent', async () => {
  open({});
  await button('Choose archive');
  const file = new File(['zip'], 'huge.zip');
  Object.defineProperty(file, 'size', { value: 2 * 1024 ** 3 + 1 });
  fireEvent.change(screen.getByLabelText('Archive to import'), { target: { files: [file] } });
  expect(await screen.findByText('This file is too large: an archive can have up to 2 GB.')).toBeTruthy();
});
