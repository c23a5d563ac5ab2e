// @vitest-environment happy-dom
import type { Import } from '@noek/contract/archive/imports';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { fakeLayout } from '../../../testing/fake-layout.ts';
import { storeUser } from '../../session/start/stored-user.ts';
import type { ListedConversation, Listing, ReadingReply, ReadingRequest } from './reading/messages.ts';
import { endRun } from './run/import-run.ts';
import { button, imported, MB, openImportPanel } from './testing/open-import-panel.tsx';

/** The worker of a page. It says what the test says. */
class FakeWorker {
  static made: FakeWorker[] = [];
  onmessage: ((event: { data: ReadingReply }) => void) | null = null;
  onerror: (() => void) | null = null;
  asked: ReadingRequest[] = [];
  ended = false;
  constructor() {
    FakeWorker.made.push(this);
  }
  postMessage(request: ReadingRequest) {
    this.asked.push(request);
  }
  terminate() {
    this.ended = true;
  }
}

/** The uploads of a page. The test answers them. */
class FakeRequest {
  static made: FakeRequest[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  status = 0;
  statusText = '';
  responseText = '';
  address = '';
  form: FormData | null = null;
  aborted = false;
  open(method: string, address: string) {
    this.address = `${method} ${address}`;
  }
  getResponseHeader = () => 'application/json';
  send(form: FormData) {
    this.form = form;
    FakeRequest.made.push(this);
  }
  abort() {
    this.aborted = true;
  }
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    act(() => this.onload());
  }
}

beforeAll(async () => {
  await import('../../../components/base/toasts/toast-region.tsx');
});
beforeEach(() => {
  FakeWorker.made = [];
  FakeRequest.made = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  fakeLayout();
  storeUser({ id: 'u1', name: 'Mira', email: 'mira@example.com' } as never);
});
afterEach(() => {
  endRun();
  vi.restoreAllMocks();
});

const conversation = (title: string, fields: Partial<ListedConversation> = {}): ListedConversation => ({
  title,
  createdAt: '2025-05-03T12:00:00.000Z',
  updatedAt: '2025-06-01T12:00:00.000Z',
  messages: 4,
  bytes: 1_000,
  group: null,
  ...fields,
});
const listing = (fields: Partial<Listing> = {}): Listing => ({
  sources: ['chatgpt'],
  conversations: [conversation('Green tea'), conversation('Black tea'), conversation('Coffee')],
  problems: [],
  problemCount: 0,
  skipped: 0,
  failed: 0,
  texts: [],
  memories: 0,
  ...fields,
});
const chooseFile = () => {
  const file = new File(['PK'], 'chatgpt.zip');
  fireEvent.change(screen.getByLabelText('Files to import'), { target: { files: [file] } });
  return file;
};
const worker = () => FakeWorker.made.at(-1) as FakeWorker;
const says = (reply: ReadingReply) => act(() => worker().onmessage?.({ data: reply }));
const request = () => FakeRequest.made.at(-1) as FakeRequest;
const checkbox = (name: string) => screen.getByRole('checkbox', { name });
const stateOf = (name: string) => checkbox(name).getAttribute('aria-checked');
const dialog = () => screen.findByRole('dialog', { name: 'Choose conversations' });

async function choosing(given: Partial<Listing> = {}, server = {}) {
  const calls = await openImportPanel(server);
  chooseFile();
  says({ type: 'listed', listing: listing(given) });
  await dialog();
  return calls;
}

test('says how much room there is, and where the exports are', async () => {
  await openImportPanel();
  expect(await screen.findByText(/take 50 MB of the 200 MB .* there is room for 150 MB more/)).toBeTruthy();
  const where = screen.getByText('Where to get your export').closest('details') as HTMLElement;
  for (const name of ['ChatGPT', 'Claude', 'DeepSeek', 'Open WebUI', 'LibreChat', 'Noek'])
    expect(within(where).getByText(name)).toBeTruthy();
});

test('an export is read, some conversations are chosen, written, sent, and then imported', async () => {
  let imports: Import[] = [];
  const calls = await openImportPanel({ 'archive.imports': () => ({ imports }) });
  const file = chooseFile();
  expect(worker().asked).toEqual([{ type: 'read', files: [file] }]);
  expect(screen.getByText('Opening your files…')).toBeTruthy();
  says({ type: 'reading', percent: 34 });
  expect(screen.getByText('Looking for conversations: 34%')).toBeTruthy();
  says({ type: 'listed', listing: listing() });
  expect(within(await dialog()).getByText('ChatGPT: 3 conversations with 12 messages')).toBeTruthy();
  expect(screen.getAllByText('May 3, 2025 – Jun 1, 2025 · 4 messages')).toHaveLength(3);
  expect(['Select all', 'Green tea', 'Black tea', 'Coffee'].map(stateOf)).toEqual(['true', 'true', 'true', 'true']);
  fireEvent.click(checkbox('Black tea'));
  expect([stateOf('Select all'), screen.getByText('2 of 3 selected')]).toEqual(['mixed', expect.anything()]);
  fireEvent.click(button('Import 2 conversations'));

  expect(worker().asked.at(-1)).toEqual({ type: 'write', chosen: { conversations: [0, 2], pieces: [] } });
  says({ type: 'writing', percent: 50 });
  expect(screen.getByText('Preparing what you have chosen: 50%')).toBeTruthy();
  says({ type: 'written', uploads: [{ name: 'chatgpt.zip', file: new Blob(['archive']) }] });
  expect(request().address).toBe('POST /api/account/import');
  expect(request().form?.getAll('file')).toHaveLength(1);
  act(() => request().upload.onprogress?.({ loaded: 3, total: 4 }));
  expect(screen.getByText('Sending: 75%')).toBeTruthy();
  imports = [
    imported({
      state: 'running',
      progress: 40,
      found: 123,
      conversations: { added: 30, updated: 1, unchanged: 3, skipped: 0, failed: 0 },
    }),
  ];
  request().answer(202, { id: 'i1' });
  expect(await screen.findByText('Importing: 34 of 123 conversations')).toBeTruthy();
  expect(worker().ended).toBe(true);
  expect(button('Choose files')).toBeTruthy();

  const before = calls['archive.space']?.length ?? 0;
  imports = [
    imported({
      conversations: { added: 120, updated: 3, unchanged: 2, skipped: 1, failed: 1 },
      files: { added: 14, missing: 1 },
    }),
  ];
  expect(
    await screen.findByText(
      '120 conversations added, 3 updated, 2 were already here, 1 had nothing to import, 1 could not be read. 14 files were added. Of 1 file, only the name was added.',
      {},
      { timeout: 5_000 },
    ),
  ).toBeTruthy();
  // What an import changes is read again.
  await waitFor(() => expect(calls['archive.space']?.length).toBe(before + 1));
});

test('the search narrows the list, and Select all applies to what was found', async () => {
  await choosing();
  fireEvent.change(screen.getByRole('searchbox', { name: 'Search titles' }), { target: { value: 'TEA' } });
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: 'Coffee' })).toBeNull());
  fireEvent.click(checkbox('Select all that were found'));
  expect([stateOf('Green tea'), stateOf('Black tea')]).toEqual(['false', 'false']);
  expect(button('Import 1 conversation').disabled).toBe(false);
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'cocoa' } });
  expect(await screen.findByText('No conversation has this in its title.')).toBeTruthy();
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: '' } });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Coffee' }));
  expect(button('Import 0 conversations').disabled).toBe(true);
});

test('folders and projects have checkboxes for all that is in them', async () => {
  await choosing({
    conversations: [
      conversation('Loose'),
      conversation('Roses', { group: 'Garden' }),
      conversation('Soup', { group: 'Kitchen' }),
      conversation('Tulips', { group: 'Garden' }),
    ],
  });
  const names = screen
    .getAllByRole('checkbox')
    .map((one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent);
  // The first one is "Select all".
  expect(names.slice(1)).toEqual([
    'Garden',
    'Roses',
    'Tulips',
    'Kitchen',
    'Soup',
    'Without a folder or project',
    'Loose',
  ]);
  fireEvent.click(checkbox('Garden'));
  expect([stateOf('Roses'), stateOf('Tulips'), stateOf('Soup')]).toEqual(['false', 'false', 'true']);
  fireEvent.click(checkbox('Roses'));
  expect(stateOf('Garden')).toBe('mixed');
});

test('texts about the person are not ticked at first, and those that are become memories', async () => {
  await choosing({
    texts: [
      {
        label: 'Memory of Claude',
        pieces: [
          { title: 'Tea', content: 'Likes tea.' },
          { title: 'Place', content: 'Lives in Lisbon.' },
        ],
      },
      { label: 'Custom instructions', pieces: [{ title: 'Custom instructions', content: 'Be brief.' }] },
    ],
  });
  expect(['Memory of Claude', 'Tea', 'Place', 'Custom instructions'].map(stateOf)).toEqual([
    'false',
    'false',
    'false',
    'false',
  ]);
  fireEvent.click(checkbox('Place'));
  fireEvent.click(checkbox('Custom instructions'));
  expect(stateOf('Memory of Claude')).toBe('mixed');
  fireEvent.click(checkbox('Select all'));
  fireEvent.click(button('Import 2 memories'));
  expect(worker().asked.at(-1)).toEqual({
    type: 'write',
    chosen: {
      conversations: [],
      pieces: [
        [0, 1],
        [1, 0],
      ],
    },
  });
});

test('what does not fit into the space is said before it is sent', async () => {
  await choosing({ conversations: [conversation('Small'), conversation('Large', { bytes: 160 * MB })] });
  const warning = 'What you have selected takes about 160 MB, but there is room for only 150 MB.';
  expect(await screen.findByText(warning)).toBeTruthy();
  fireEvent.click(checkbox('Large'));
  expect(screen.queryByText(warning)).toBeNull();
});

test('a closed choice is not lost, and can be discarded', async () => {
  await choosing({ problemCount: 2, problems: [{ title: 'Part 3', reason: 'It is missing.' }], failed: 1 });
  fireEvent.click(checkbox('Coffee'));
  fireEvent.keyDown(await dialog(), { key: 'Escape' });
  expect(await screen.findByText('3 conversations of ChatGPT can be imported.')).toBeTruthy();
  expect(screen.getByText('1 conversation could not be read.')).toBeTruthy();
  expect(screen.getByText(/It is missing\./)).toBeTruthy();
  expect(screen.getByText('1 more will be in the report of the import.')).toBeTruthy();
  fireEvent.click(button('Choose conversations'));
  await screen.findByRole('checkbox', { name: 'Coffee' });
  expect(stateOf('Coffee')).toBe('false');
  fireEvent.click(within(await dialog()).getByRole('button', { name: 'Cancel' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect([worker().ended, button('Choose files')]).toEqual([true, expect.anything()]);
});

test('files of no known kind are refused with what is taken and where it is', async () => {
  await openImportPanel();
  chooseFile();
  says({ type: 'not-recognized' });
  const notice = (await screen.findByText('These files have no conversations that Noek can read.')).closest(
    'div',
  ) as HTMLElement;
  expect(within(notice).getByText(/ChatGPT, Claude, DeepSeek, Open WebUI and LibreChat/)).toBeTruthy();
  for (const name of ['ChatGPT', 'Claude', 'DeepSeek', 'Open WebUI', 'LibreChat', 'Noek'])
    expect(within(notice).getByText(name)).toBeTruthy();
  expect(button('Choose files')).toBeTruthy();
});

test('an export without conversations says so, and offers nothing to choose', async () => {
  await openImportPanel();
  chooseFile();
  says({ type: 'listed', listing: listing({ conversations: [], skipped: 2 }) });
  expect(await screen.findByText('This export of ChatGPT has no conversations that Noek can read.')).toBeTruthy();
  expect(screen.getByText('2 conversations had nothing to import.')).toBeTruthy();
  expect(screen.getByText(/ChatGPT, Claude, DeepSeek, Open WebUI and LibreChat/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Choose conversations' })).toBeNull();
});

test('files that cannot be read say why, also when the worker is lost', async () => {
  await openImportPanel();
  chooseFile();
  says({ type: 'failed', text: '“chatgpt.zip” is damaged or incomplete. Please download it again.' });
  expect(await screen.findByText(/is damaged or incomplete/)).toBeTruthy();
  chooseFile();
  act(() => worker().onerror?.());
  expect(await screen.findByText('These files could not be read. Please try again.')).toBeTruthy();
});

test('reading can be cancelled, and the page asks before it is left meanwhile', async () => {
  await openImportPanel();
  const asks = () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    return leaving.defaultPrevented;
  };
  expect(asks()).toBe(false);
  chooseFile();
  expect(asks()).toBe(true);
  fireEvent.click(button('Cancel'));
  expect([worker().ended, asks()]).toEqual([true, false]);
  // A late answer changes nothing.
  says({ type: 'listed', listing: listing() });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a refused upload says why, and the choice stays', async () => {
  await choosing();
  fireEvent.click(checkbox('Coffee'));
  fireEvent.click(button('Import 2 conversations'));
  says({ type: 'written', uploads: [{ name: 'chatgpt.zip', file: new Blob(['archive']) }] });
  request().answer(409, { message: 'There is no room for this.', code: 'CONFLICT' });
  expect(await screen.findByText('There is no room for this.')).toBeTruthy();
  fireEvent.click(button('Choose conversations'));
  await screen.findByRole('checkbox', { name: 'Coffee' });
  expect([stateOf('Green tea'), stateOf('Coffee')]).toEqual(['true', 'false']);
});

test('sending can be cancelled, and nothing that was read is lost', async () => {
  await choosing();
  fireEvent.click(button('Import 3 conversations'));
  says({ type: 'written', uploads: [{ name: 'chatgpt.zip', file: new Blob(['archive']) }] });
  fireEvent.click(button('Cancel'));
  expect(request().aborted).toBe(true);
  expect(await screen.findByText('3 conversations of ChatGPT can be imported.')).toBeTruthy();
});

test('nothing is sent for a person who has signed out meanwhile', async () => {
  await choosing();
  fireEvent.click(button('Import 3 conversations'));
  storeUser(null);
  says({ type: 'written', uploads: [{ name: 'chatgpt.zip', file: new Blob(['archive']) }] });
  expect(FakeRequest.made).toEqual([]);
});

test('files can be dropped on the section', async () => {
  await openImportPanel();
  const place = button('Choose files').closest('div') as HTMLElement;
  const file = new File(['{}'], 'conversations.json');
  fireEvent.drop(place, { dataTransfer: { types: ['Files'], files: [file] } });
  expect(worker().asked).toEqual([{ type: 'read', files: [file] }]);
});
