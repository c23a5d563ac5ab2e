// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import type { SharedConversation, SharedMessage } from '@noek/contract/chat/sharing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { openDialog } from '../open/open-dialog.ts';
import { conversation } from '../testing/conversation.ts';
import { message } from '../testing/message.ts';
import { arrives, guest, openChat, refuse, signedIn } from '../testing/open-chat.tsx';

const link = () => new URL('/chat/7', window.location.origin).href;
const sharedAt = '2026-11-21T12:00:00.000Z';
const share = ({ expiresAt }: { expiresAt?: string | null }) => ({
  url: 'http://chat.test/chat/7',
  conversationId: 7,
  sharedAt,
  expiresAt: expiresAt ?? null,
});
const sharedMessage = (id: string, fields: Partial<SharedMessage> = {}): SharedMessage => ({
  id,
  role: 'user',
  content: id,
  createdAt: sharedAt,
  status: 'complete',
  answeredBy: null,
  sources: [],
  files: [],
  ...fields,
});
const two = [
  sharedMessage('Why are there tides?'),
  sharedMessage('a', { role: 'assistant', content: 'Because of the **Moon**.', answeredBy: 'Demo · builtin' }),
];
const preview = (count: number) => ({
  count,
  messages: two.slice(0, count),
  olderLeftOut: false,
  hasFiles: false,
  documents: 0,
});
const owned = (fields: Partial<Conversation> = {}) => ({
  ...signedIn,
  'chat.conversation': () => conversation(7, { title: 'About tides', ...fields }),
  'chat.messages': () => [message('q')],
  'chat.share': share,
  'chat.sharePreview': () => preview(2),
  'chat.unshare': () => ({ message: 'The link no longer works.' }),
  'documents.list': () => [],
});
const alreadyShared = { shared: true, sharedAt };
const notThere = () => refuse(404, 'NOT_FOUND', 'Conversation not found.');

let written: string[];
function clipboard(works: boolean) {
  written = [];
  const writeText = async (text: string) => {
    if (!works) throw new DOMException('refused', 'NotAllowedError');
    written.push(text);
  };
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  document.execCommand = () => false;
}

beforeAll(async () => {
  await Promise.all([
    import('./manage-link-dialog.tsx'),
    import('./share-dialog.tsx'),
    import('./others-conversation.tsx'),
    import('./share/share-button.tsx'),
    import('./shared-page.tsx'),
  ]);
});
beforeEach(() => clipboard(true));

const button = (name: string) => screen.findByRole('button', { name }, { timeout: 5_000 });

const ask = async () => {
  fireEvent.click(await button('Share'));
  return within(await screen.findByRole('dialog', { name: 'Share conversation' }, { timeout: 5_000 }));
};
/** Waits until the dialog knows what it shares, and shares it. */
async function create() {
  const dialog = await ask();
  await dialog.findByText(/^Anyone with the link can read/);
  fireEvent.click(dialog.getByRole('button', { name: 'Create link and copy' }));
}

test('Share shows what readers will get before anything is shared', async () => {
  const { inputs } = openChat(owned(), 7);
  const dialog = await ask();
  expect(
    await dialog.findByText('Anyone with the link can read these 2 messages. Later ones are not added.'),
  ).toBeTruthy();
  const preview = within(dialog.getByRole('region', { name: 'What readers see' }));
  expect(preview.getByText('Why are there tides?')).toBeTruthy();
  expect((await preview.findByText('Moon')).tagName).toBe('STRONG');
  expect(dialog.getByLabelText<HTMLSelectElement>('Expires').selectedOptions[0]?.textContent).toBe('In 30 days');
  expect(dialog.queryByLabelText('Include files')).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(inputs('chat.share')).toEqual([]);
  expect(written).toEqual([]);
});

test('[2.85] [8.29] after it was asked, Share copies the address of the conversation and says so', async () => {
  const { inputs } = openChat(owned(), 7);
  const before = Date.now();
  await create();
  await waitFor(() =>
    expect(currentToast.get()).toMatchObject({
      title: 'Link copied!',
      description: 'Conversation link copied to clipboard',
    }),
  );
  expect(written).toEqual([link()]);
  const [sent] = inputs('chat.share');
  expect(sent).toEqual({ conversationId: 7, expiresAt: expect.any(String) });
  expect((new Date(String(sent?.expiresAt)).getTime() - before) / (24 * 60 * 60_000)).toBeCloseTo(30, 2);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await button('Manage shared link')).toBeTruthy();
});

test('the expiry and the files of a new link are chosen before it is created', async () => {
  const { inputs } = openChat({ ...owned(), 'chat.sharePreview': () => ({ ...preview(1), hasFiles: true }) }, 7);
  const dialog = await ask();
  expect(await dialog.findByText('Anyone with the link can read this message. Later ones are not added.')).toBeTruthy();
  fireEvent.click(dialog.getByLabelText('Include files'));
  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: 'day' } });
  const go = dialog.getByRole('button', { name: 'Create link and copy' });
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2001-01-01' } });
  fireEvent.click(go);
  expect(dialog.getByText('Choose today or a later day.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: 'never' } });
  fireEvent.click(go);
  await waitFor(() =>
    expect(inputs('chat.share')).toEqual([{ conversationId: 7, expiresAt: null, includeFiles: true }]),
  );
});

test('a long conversation says how many messages follow those that are shown', async () => {
  openChat({ ...owned(), 'chat.sharePreview': () => ({ ...preview(1_000), olderLeftOut: true }) }, 7);
  const dialog = await ask();
  expect(await dialog.findByText(/can read these 1,000\s+messages/)).toBeTruthy();
  expect(dialog.getByText(/^and 998 more/)).toBeTruthy();
  expect(dialog.getByText(/too long to share in full/)).toBeTruthy();
});

test('nothing can be shared before the person could see what', async () => {
  let reached = false;
  openChat(
    { ...owned(), 'chat.sharePreview': () => (reached ? preview(2) : refuse(400, 'BAD_REQUEST', 'Not just now.')) },
    7,
  );
  const dialog = await ask();
  expect(await dialog.findByText('Not just now.')).toBeTruthy();
  const go = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create link and copy' });
  expect(go.disabled).toBe(true);
  reached = true;
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(go.disabled).toBe(false));
});

test('what is shown follows a conversation that changes while the dialog is open', async () => {
  let count = 1;
  openChat({ ...owned(), 'chat.sharePreview': () => preview(count) }, 7);
  const dialog = await ask();
  expect(await dialog.findByText(/can read this message/)).toBeTruthy();
  count = 2;
  await arrives({
    type: 'conversation',
    conversation: conversation(7, { title: 'About tides', updatedAt: '2026-11-22T12:00:00.000Z' }),
  });
  expect(await dialog.findByText(/can read these 2\s+messages/)).toBeTruthy();
});

test.each([true, false])(
  'the toast says who can read a shared conversation, and leads to its link (copied: %s)',
  async (works) => {
    clipboard(works);
    openChat(owned(), 7);
    await create();
    const toasts = within(await screen.findByRole('region', { name: /Notifications/ }));
    expect(await toasts.findByText('Anyone with the link can read it.')).toBeTruthy();
    if (works) fireEvent.click(toasts.getByRole('button', { name: 'Manage' }));
    expect(await screen.findByRole('dialog', { name: 'Shared link' })).toBeTruthy();
  },
);

test('[2.85] [8.29] when copying fails, the toast shows the link, and a dialog lets the person copy it', async () => {
  clipboard(false);
  openChat(owned(), 7);
  await create();
  await waitFor(() => expect(currentToast.get()).toMatchObject({ description: link() }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared link' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toBe(link());
});

test('when the server refuses to share, its reason is shown and the dialog stays', async () => {
  openChat({ ...owned(), 'chat.share': () => refuse(404, 'NOT_FOUND', 'Conversation not found.') }, 7);
  await create();
  await waitFor(() =>
    expect(currentToast.get()).toMatchObject({
      title: 'Failed to share conversation',
      description: 'Conversation not found.',
      variant: 'destructive',
    }),
  );
  expect(screen.getByRole('dialog', { name: 'Share conversation' })).toBeTruthy();
});

test('guests cannot share', async () => {
  openChat({ ...guest, 'chat.messages': () => [message('q')] }, 7);
  await screen.findByText('q');
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
});

/** Opens the dialog for a link that works. */
async function manage(handlers: Parameters<typeof openChat>[0] = owned(alreadyShared)) {
  const chat = openChat(handlers, 7);
  fireEvent.click(await button('Manage shared link'));
  return { ...chat, dialog: within(await screen.findByRole('dialog', { name: 'Shared link' })) };
}

test('managing a link: it is shown, can be copied and can be updated', async () => {
  const { dialog, inputs } = await manage();
  expect(dialog.getByLabelText<HTMLInputElement>('Link').value).toBe(link());
  fireEvent.click(dialog.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(written).toEqual([link()]));
  fireEvent.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await dialog.findByText('The link now shows the conversation as it is.')).toBeTruthy();
  expect(inputs('chat.share')).toEqual([{ conversationId: 7 }]);
});

test('an expiry is set and removed without taking a new snapshot', async () => {
  const { dialog, inputs } = await manage();
  const choose = (value: string) => fireEvent.change(dialog.getByLabelText('Expires'), { target: { value } });
  const before = Date.now();
  choose('7');
  expect(await dialog.findByText('Saved.')).toBeTruthy();
  const [sent] = inputs('chat.share');
  expect(sent).toMatchObject({ conversationId: 7, refresh: false });
  const days = (new Date(String(sent?.expiresAt)).getTime() - before) / (24 * 60 * 60_000);
  expect(days).toBeCloseTo(7, 2);
  expect(dialog.getByLabelText<HTMLSelectElement>('Expires').value).toBe('kept');
  choose('never');
  await waitFor(() =>
    expect(inputs('chat.share').at(-1)).toEqual({ conversationId: 7, expiresAt: null, refresh: false }),
  );
});

test('a chosen day must be in the future', async () => {
  const { dialog, inputs } = await manage();
  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: 'day' } });
  const day = dialog.getByLabelText('Last day');
  fireEvent.change(day, { target: { value: '2001-01-01' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Set' }));
  expect(dialog.getByText('Choose today or a later day.')).toBeTruthy();
  expect(inputs('chat.share')).toEqual([]);
  fireEvent.change(day, { target: { value: '2999-12-31' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Set' }));
  await waitFor(() => expect(inputs('chat.share')).toHaveLength(1));
  expect(new Date(String(inputs('chat.share')[0]?.expiresAt)).getFullYear()).toBe(2999);
});

test('an expired link says so, and can be made to work again', async () => {
  openChat(owned({ shared: false, sharedAt, shareExpiresAt: '2026-01-01T00:00:00.000Z' }), 7);
  await button('Share');
  act(() => openDialog({ kind: 'link', conversationId: 7 }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared link' }));
  expect(dialog.getByText(/expired on/)).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: 'never' } });
  await waitFor(() => expect(dialog.queryByText(/expired on/)).toBeNull());
  expect(await screen.findByRole('button', { name: 'Manage shared link', hidden: true })).toBeTruthy();
});

test('sharing stops after a confirmation, and the mark disappears', async () => {
  const { dialog, inputs } = await manage();
  fireEvent.click(dialog.getByRole('button', { name: 'Stop sharing' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop sharing' }));
  expect(question.getByText(/“About tides”/)).toBeTruthy();
  expect(inputs('chat.unshare')).toEqual([]);
  fireEvent.click(question.getByRole('button', { name: 'Stop sharing' }));
  expect(await dialog.findByText('The link no longer works.')).toBeTruthy();
  expect(dialog.getByRole('button', { name: 'Share' })).toBeTruthy();
  expect(inputs('chat.unshare')).toEqual([{ conversationId: 7 }]);
});

test('a change that fails says why and leaves the link as it was', async () => {
  const { dialog } = await manage({
    ...owned(alreadyShared),
    'chat.share': () => {
      throw new Error('connection lost');
    },
  });
  fireEvent.click(dialog.getByRole('button', { name: 'Update' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    "Can't reach Noek right now. Please try again in a moment.",
  );
  expect(dialog.getByLabelText('Link')).toBeTruthy();
});

const shared = (messages: SharedMessage[], olderLeftOut = false): SharedConversation => ({
  conversation: { id: 7, title: 'About tides', sharedAt, olderLeftOut },
  messages,
});
const stranger = (handlers: Parameters<typeof openChat>[0] = guest) => ({
  ...handlers,
  'chat.conversation': ({ conversationId }: { conversationId: number }) =>
    conversationId === 8 ? conversation(8, { title: 'About tides' }) : notThere(),
  'chat.messages': ({ conversationId }: { conversationId: number }) =>
    conversationId === 8 ? [message('q', { conversationId: 8, content: 'Why are there tides?' })] : notThere(),
  'chat.shared': () => shared(two),
  'chat.continueShared': () => conversation(8, { title: 'About tides' }),
});

test('a visitor reads what was shared: no message box, no action but copying and reporting, and no guest is created', async () => {
  const { inputs } = openChat(stranger(), 7);
  expect((await screen.findByText('About tides')).tagName).toBe('H1');
  expect(screen.getByText(/^Shared conversation · as of/)).toBeTruthy();
  expect((await screen.findByText('Moon')).tagName).toBe('STRONG');
  expect(screen.getByText('Demo')).toBeTruthy();
  expect(screen.queryByLabelText('Message Noek')).toBeNull();
  const names = within(screen.getByRole('main'))
    .getAllByRole('button')
    .map((element) => element.getAttribute('aria-label') ?? element.textContent);
  expect(names).toEqual(['Report', 'Copy message', 'Copy link', 'Copy answer', 'Copy link', 'Continue this chat']);
  expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(document.title).toBe('About tides · Noek');
  expect(inputs('chat.guestStatus')).toEqual([]);
});

test('citations lead to their pages, and a copied answer carries its links', async () => {
  const writeText = vi.fn().mockResolvedValue(undefined);
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }));
  const source = { number: 1, url: 'https://a.example/moon', title: 'The Moon', site: 'a.example', quote: 'It pulls.' };
  const cited = sharedMessage('a', { role: 'assistant', content: 'The Moon [1].', sources: [source] });
  openChat({ ...stranger(), 'chat.shared': () => shared([sharedMessage('Why?'), cited]) }, 7);
  expect((await screen.findByRole('link', { name: '1 a.example: The Moon' })).getAttribute('href')).toBe(source.url);
  fireEvent.click(await button('Copy answer'));
  await waitFor(() => expect(writeText).toHaveBeenCalledWith('The Moon [a.example](<https://a.example/moon>).'));
  fireEvent.click(await button('Sources'));
  expect((await screen.findByRole('dialog', { name: 'Sources' })).querySelector('blockquote')?.textContent).toBe(
    'It pulls.',
  );
  vi.unstubAllGlobals();
});

test('a long conversation says what was left out', async () => {
  openChat({ ...stranger(), 'chat.shared': () => shared(two, true) }, 7);
  expect(await screen.findByText(/Its newest 2\s+messages are shown/)).toBeTruthy();
});

test("continuing opens the reader's own copy", async () => {
  const { inputs, place } = openChat(stranger(signedIn), 7);
  fireEvent.click(await button('Continue this chat'));
  await waitFor(() => expect(place.current).toBe(8));
  expect(inputs('chat.continueShared')).toEqual([{ conversationId: 7 }]);
  expect(await screen.findByLabelText('Message Noek')).toBeTruthy();
});

test('a link that stops working while it is read is replaced by the not-found page', async () => {
  let ended = false;
  openChat(
    {
      ...stranger(),
      'chat.shared': () => (ended ? notThere() : shared(two)),
      'chat.continueShared': () => notThere(),
    },
    7,
  );
  const go = await button('Continue this chat');
  ended = true;
  fireEvent.click(go);
  expect(await screen.findByText('Conversation not found')).toBeTruthy();
  expect(currentToast.get()).toMatchObject({ title: "Couldn't continue this chat" });
});

test('a reader who returns to the page no longer sees a conversation that is no longer shared, but keeps it without a connection', async () => {
  let answer = (): unknown => shared(two);
  const { inputs } = openChat({ ...stranger(), 'chat.shared': () => answer() }, 7);
  await button('Continue this chat');
  const returns = async (next: () => unknown) => {
    const before = inputs('chat.shared').length;
    answer = next;
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(inputs('chat.shared').length).toBeGreaterThan(before));
  };
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await returns(() => {
    throw new Error('connection lost');
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(inputs('chat.shared')).toHaveLength(4);
  expect(screen.getByRole('heading', { name: 'About tides' })).toBeTruthy();
  vi.useRealTimers();
  await returns(notThere);
  expect(await screen.findByText('Conversation not found')).toBeTruthy();
  expect(screen.queryByText('About tides')).toBeNull();
});

test('a conversation that is not shared is not found', async () => {
  openChat({ ...stranger(), 'chat.shared': notThere }, 7);
  expect(await screen.findByText('Conversation not found')).toBeTruthy();
});

test('a conversation that cannot be loaded can be retried', async () => {
  let reached = false;
  openChat(
    {
      ...stranger(),
      'chat.shared': () => (reached ? shared(two) : refuse(400, 'BAD_REQUEST', 'Not just now.')),
    },
    7,
  );
  const again = await button('Try again');
  expect(screen.getByText('Not just now.')).toBeTruthy();
  reached = true;
  fireEvent.click(again);
  expect(await screen.findByText('About tides')).toBeTruthy();
});

test('the owner of a link that was taken down sees that in the header, and why it cannot be shared', async () => {
  const { inputs } = openChat(
    {
      ...owned({ shareTakenDownAt: sharedAt }),
      'reports.ownTakeDown': () => ({ takenDownAt: sharedAt, reason: 'It names a private address.' }),
    },
    7,
  );
  fireEvent.click(await button('Shared link taken down'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared link' }));
  expect(await dialog.findByText(/An administrator took the link to this conversation down/)).toBeTruthy();
  expect(await dialog.findByText('Reason: It names a private address.')).toBeTruthy();
  expect(dialog.getByText(/^Taken down on November 21, 2026/)).toBeTruthy();
  expect(inputs('reports.ownTakeDown')).toEqual([{ conversationId: 7 }]);
  expect(dialog.queryByRole('button', { name: 'Share' })).toBeNull();
  expect(inputs('chat.share')).toEqual([]);
  act(() => openDialog(null));
});

test('the list marks a conversation whose link was taken down', async () => {
  const down = conversation(7, { title: 'About tides', shareTakenDownAt: sharedAt });
  openChat({ ...owned(), 'chat.conversations': () => ({ conversations: [down], nextCursor: null }) });
  expect(await screen.findByText('Shared link taken down by an administrator', {}, { timeout: 5_000 })).toBeTruthy();
});
