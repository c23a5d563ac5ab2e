// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import type { KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { KnowledgeScreen } from './knowledge-screen.tsx';

const admin: User = {
  ...{ id: 'u1', name: 'Ida Admin', email: 'ida@noek.example', accessLevel: 'admin', specialFeatures: [] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true, instructions: '' },
};
// The page shows times relative to now. The clock is stopped, so that a busy machine cannot change them.
const now = new Date();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now }));
afterEach(() => void vi.useRealTimers());
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000).toISOString();
const revision = (number: number) => ({
  ...{ name: `${number}-3fa9c04d`, createdAt: ago(60 * number), size: 1_200 * number, passages: number },
  hash: `3fa9c04d${'0'.repeat(56)}`,
});
const notSetUp: KnowledgeStatus = {
  ...{ configured: false, hasServiceAccount: false, hasDocumentId: false, serviceAccountEmail: null },
  ...{ source: null, folder: null, problem: null, checkedAt: null, syncedAt: null, lagMs: null },
  ...{ revision: null, revisions: [], emptied: null, failure: null, notes: [] },
};
const folder: KnowledgeStatus = {
  ...notSetUp,
  ...{ configured: true, source: 'folder', folder: '/srv/handbook', checkedAt: ago(4), syncedAt: ago(4), lagMs: 4_000 },
  ...{ revision: revision(2), revisions: [revision(2), revision(1)] },
};
const google: KnowledgeStatus = {
  ...folder,
  ...{ source: 'google', folder: null, hasServiceAccount: true, hasDocumentId: true },
  serviceAccountEmail: 'reader@noek.iam.gserviceaccount.example',
};
const failing: KnowledgeStatus = {
  ...google,
  ...{ lagMs: 600_000, syncedAt: ago(600) },
  failure: {
    ...{ problem: 'not-shared', message: 'Google does not find the document (404). Share it.' },
    ...{ since: ago(540), nextTryAt: ago(-30) },
  },
};

function open(status: KnowledgeStatus | (() => KnowledgeStatus), more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({
    'auth.user': () => admin,
    'knowledge.status': () => (typeof status === 'function' ? status() : status),
    ...more,
  });
  renderPage(<KnowledgeScreen onSignOut={vi.fn()} />);
  return calls;
}
const button = (name: string) => screen.findByRole('button', { name });
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

test('[2.114] nothing is set up: it says so and how, and both buttons are there', async () => {
  open(notSetUp, {
    'knowledge.test': () => ({ success: false, message: 'No knowledge base is set up.' }),
    'knowledge.preview': () => ({ hasContent: false, lastUpdated: null, content: '', truncated: false }),
  });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toContain('Knowledge Base');
  expect(await screen.findByText('Not configured')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'A folder of Markdown files' }).textContent).toContain('KNOWLEDGE_DIR');
  expect(screen.getByRole('region', { name: 'A Google document' }).textContent).toContain('GOOGLE_DOC_ID');
  fireEvent.click(await button('Test Connection'));
  expect(await screen.findByText('No knowledge base is set up.')).toBeTruthy();
  fireEvent.click(await button('Preview Knowledge Base'));
  expect(await screen.findByText('There is no text yet.')).toBeTruthy();
});

test('a folder: the state, the size, the lag and the history; nothing about Google', async () => {
  open(folder);
  expect(await screen.findByText('Connected')).toBeTruthy();
  expect(fact('Source')).toBe('Folder /srv/handbook');
  expect(fact('Delay')).toBe('up to 4 s');
  expect(fact('Size')).toBe('2,400 characters in 2 passages');
  const rows = within(screen.getByRole('table', { name: 'Changes of the knowledge base' })).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'RevisionChangedCharactersPassagesHash',
    '2Current2 minutes ago2,40023fa9c04d',
    '11 minute ago1,20013fa9c04d',
  ]);
  expect(screen.queryByText('Service account')).toBeNull();
});

test('an empty folder is not shown as a success: the page says that there is no text', async () => {
  const [revision] = folder.revisions;
  open({ ...folder, revision: revision ? { ...revision, size: 0, passages: 0 } : null });
  const notice = (await screen.findByText('There is no text')).closest('[role=status]');
  expect(notice?.textContent).toContain('it is empty, so answers use nothing of it');
  expect(notice?.className).not.toContain('success');
});

test('a Google document that cannot be read: the reason, the address to share it with, and the last text in use', async () => {
  open(failing);
  expect(await screen.findByText('Out of date')).toBeTruthy();
  expect(screen.getByText('Answers use the last text that could be read.')).toBeTruthy();
  expect(screen.getByText('Google does not find the document (404). Share it.')).toBeTruthy();
  expect(screen.getByText(/^First failed/).textContent).toBe('First failed 9 minutes ago. It is tried again in 30 s.');
  expect(fact('Delay')).toBe('up to 10 min');
  const address = screen.getByRole('textbox', { name: 'Share the Google document with this address' });
  expect((address as HTMLInputElement).value).toBe('reader@noek.iam.gserviceaccount.example');
  expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy();
});

test('[2.114] a document that became empty: the page asks before the last text goes, and offers both choices', async () => {
  let status: KnowledgeStatus = { ...google, emptied: { since: ago(120), kept: false } };
  const calls = open(() => status, {
    'knowledge.decideEmptied': ({ use }) => {
      status = use === 'last' ? { ...google, emptied: { since: ago(120), kept: true } } : { ...google, revision: none };
      return status;
    },
  });
  const none = { ...revision(3), size: 0, passages: 0 };
  expect(await screen.findByText('The document is empty')).toBeTruthy();
  expect(screen.queryByText('Connected')).toBeNull();
  expect(screen.getByText(/^Found empty/).textContent).toBe('Found empty 2 minutes ago.');
  fireEvent.click(await button('Keep the last text'));
  expect(await screen.findByText(/^An administrator has decided to keep the last text/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Keep the last text' })).toBeNull();
  expect(document.activeElement?.textContent).toContain('The document is empty');
  fireEvent.click(await button('Use the empty document'));
  expect(await screen.findByText('There is no text')).toBeTruthy();
  expect(screen.queryByText('The document is empty')).toBeNull();
  expect(calls['knowledge.decideEmptied']).toEqual([{ use: 'last' }, { use: 'empty' }]);
});

test('a folder that became empty and then could not be read: the page says both, and a refusal changes nothing', async () => {
  const emptied = { since: ago(120), kept: false };
  const calls = open(
    { ...folder, emptied, failure: failing.failure },
    {
      'knowledge.decideEmptied': () => {
        throw new Refusal('CONFLICT', 409, 'The source is no longer empty.');
      },
    },
  );
  expect(await screen.findByText('The folder is empty')).toBeTruthy();
  expect(screen.getByText('Out of date')).toBeTruthy();
  fireEvent.click(await button('Use the empty folder'));
  expect(await screen.findByText('Nothing was changed. The source is no longer empty.')).toBeTruthy();
  await waitFor(() => expect(calls['knowledge.status']?.length).toBeGreaterThan(1));
  expect(screen.getByRole('button', { name: 'Keep the last text' })).toBeTruthy();
});

test('a test of an empty source is not called a success', async () => {
  open(folder, { 'knowledge.test': () => ({ success: true, message: 'Connected, but empty.', empty: true }) });
  fireEvent.click(await button('Test Connection'));
  const said = await screen.findByText('Connected, but empty.');
  expect(said.parentElement?.className).toContain('warning');
});

test.each([
  [{ ...failing, revision: null, revisions: [] }, 'Cannot be read'],
  [{ ...google, revision: null, revisions: [], syncedAt: null, lagMs: null }, 'Reading for the first time'],
])('before the first text, the page says what is happening', async (status, title) => {
  open(status);
  expect(await screen.findByText(title)).toBeTruthy();
  expect(screen.getByText('Changes are listed here.')).toBeTruthy();
});

test('incomplete settings and skipped files are named', async () => {
  open({
    ...notSetUp,
    ...{ hasServiceAccount: true, serviceAccountEmail: 'reader@noek.iam.gserviceaccount.example' },
    ...{ problem: 'GOOGLE_DOC_ID is missing.', notes: ['big.md is larger than 1 MB, so it was left out.'] },
  });
  expect(await screen.findByText('GOOGLE_DOC_ID is missing.')).toBeTruthy();
  expect(screen.getByText('big.md is larger than 1 MB, so it was left out.')).toBeTruthy();
  expect([fact('Service account'), fact('Document id')]).toEqual(['Set', 'Missing']);
  expect(screen.getByRole('region', { name: 'A Google document' })).toBeTruthy();
});

test('[7.50] [7.51] Test Connection and Preview show their results, and the state is read again', async () => {
  const calls = open(folder, {
    'knowledge.test': () => ({ success: true, message: 'Connected: the folder has 2 files.' }),
    'knowledge.preview': () => ({
      hasContent: true,
      lastUpdated: ago(120),
      content: '# Handbook\n\nBiscuit',
      truncated: true,
    }),
  });
  fireEvent.click(await button('Test Connection'));
  expect(await screen.findByText('Connected: the folder has 2 files.')).toBeTruthy();
  await waitFor(() => expect(calls['knowledge.status']?.length).toBeGreaterThan(1));
  fireEvent.click(await button('Preview Knowledge Base'));
  const preview = await screen.findByRole('region', { name: 'Text of the knowledge base' });
  expect(preview.textContent).toBe('# Handbook\n\nBiscuitOnly the beginning is shown.');
  fireEvent.click(await button('Hide preview'));
  expect(screen.queryByRole('region', { name: 'Text of the knowledge base' })).toBeNull();
  // Each press asks again.
  fireEvent.click(await button('Preview Knowledge Base'));
  await waitFor(() => expect(calls['knowledge.preview']).toHaveLength(2));
});

test('[7.49] [9.16] the state is read every five seconds', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    let status = folder;
    const calls = open(() => status);
    await screen.findByText('Connected');
    status = failing;
    await vi.advanceTimersByTimeAsync(5_100);
    expect(await screen.findByText('Out of date')).toBeTruthy();
    expect(calls['knowledge.status']?.length).toBeGreaterThan(1);
  } finally {
    vi.useRealTimers();
  }
});

test('without a connection it says so and tries again on request; what was read stays', async () => {
  let broken = true;
  open(() => {
    if (broken) throw new TypeError('Failed to fetch');
    return folder;
  });
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 10_000 });
  expect(screen.getByRole('button', { name: 'Test Connection' })).toBeTruthy();
  broken = false;
  fireEvent.click(again);
  expect(await screen.findByText('Connected')).toBeTruthy();
});

test('a person without the level sees the administrators-only state, and nothing is requested', async () => {
  const calls = open(folder, { 'auth.user': () => ({ ...admin, accessLevel: 'supernoek' }) });
  expect(await screen.findByText('Failed to fetch users: 403')).toBeTruthy();
  expect(screen.queryByText('Connected')).toBeNull();
  expect(calls['knowledge.status']).toBeUndefined();
});

test('a person who loses the level while the page is open sees it at the next read', async () => {
  let isAdmin = true;
  open(
    () => {
      if (!isAdmin) throw new Refusal('FORBIDDEN', 403, 'Only administrators may do this.');
      return folder;
    },
    { 'knowledge.test': () => ({ success: true, message: 'Fine.' }) },
  );
  await screen.findByText('Connected');
  isAdmin = false;
  fireEvent.click(await button('Test Connection'));
  expect(await screen.findByText('Failed to fetch users: 403')).toBeTruthy();
  expect(screen.queryByText('Connected')).toBeNull();
});
