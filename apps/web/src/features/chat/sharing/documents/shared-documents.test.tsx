// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import type { SharedMessage } from '@noek/contract/chat/sharing';
import type { Document } from '@noek/contract/documents/schemas';
import type { DocumentLink, ReadableDocument } from '@noek/contract/documents/sharing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../../../components/base/toasts/toast.ts';
import { renderPage, stubApi } from '../../../../testing/render-page.tsx';
import { openDialog } from '../../open/open-dialog.ts';
import { conversation } from '../../testing/conversation.ts';
import { message } from '../../testing/message.ts';
import { guest, openChat, refuse, signedIn } from '../../testing/open-chat.tsx';
import { SharedDocumentPage } from './shared-document-page.tsx';

const at = '2026-11-21T12:00:00.000Z';
const token = 't'.repeat(43);
const notThere = () => refuse(404, 'NOT_FOUND', 'Document not found.');
const read: ReadableDocument = { title: 'Plan', kind: 'markdown', content: '# Garden', updatedAt: at };
const plan: Document = {
  ...{ id: 'd1', conversationId: 7, title: 'Plan', kind: 'markdown', version: 2, versions: 2 },
  ...{ madeBy: 'answer', messageId: 'a', updatedAt: at },
};
const share = {
  url: `http://chat.test/d/${token}`,
  token,
  documentId: 'd1',
  version: 2,
  sharedAt: at,
  expiresAt: null,
};

let copied: string[];
beforeEach(() => {
  copied = [];
  const writeText = async (text: string) => void copied.push(text);
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  act(() => openDialog(null));
});

const owned = (
  fields: Partial<Conversation> = {},
  link: DocumentLink = { share: null, newest: 2, takenDown: null },
) => {
  const state = { link };
  return {
    ...signedIn,
    'chat.conversation': () => conversation(7, { title: 'About gardens', ...fields }),
    'chat.messages': () => [message('q')],
    'chat.sharePreview': () => ({ count: 1, messages: [], olderLeftOut: false, hasFiles: false, documents: 2 }),
    'chat.share': (given: object) => ({
      ...{ url: 'http://chat.test/chat/7', conversationId: 7, sharedAt: at, expiresAt: null, includesFiles: false },
      includesDocuments: 'includeDocuments' in given && given.includeDocuments === true,
    }),
    'documents.list': () => [plan],
    'documents.document': () => ({ ...plan, content: '# Garden' }),
    'documents.link': () => state.link,
    'documents.share': ({ expiresAt = null }: { expiresAt?: string | null }) => {
      state.link = { share: { ...share, expiresAt, version: 3 }, newest: 3, takenDown: null };
      return { ...share, expiresAt };
    },
    'documents.unshare': () => {
      state.link = { share: null, newest: 3, takenDown: null };
      return { message: 'The link no longer works.' };
    },
  };
};

test('the dialog of a chat offers to include its documents, and says how many there are', async () => {
  const { inputs } = openChat(owned(), 7);
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share conversation' }));
  const choice = await dialog.findByRole('checkbox', { name: 'Include documents' });
  expect(dialog.getByText(/^2 documents\./)).toBeTruthy();
  fireEvent.click(choice);
  fireEvent.click(dialog.getByRole('button', { name: 'Create link and copy' }));
  await waitFor(() => expect(inputs('chat.share')).toMatchObject([{ conversationId: 7, includeDocuments: true }]));
});

test('the link of a chat keeps what it includes when it is updated, until that is changed', async () => {
  const { inputs } = openChat(owned({ shared: true, sharedAt: at, shareIncludesFiles: true }), 7);
  await screen.findByRole('button', { name: 'Manage shared link' });
  act(() => openDialog({ kind: 'link', conversationId: 7 }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared link' }));
  fireEvent.click(await dialog.findByRole('checkbox', { name: 'Include documents' }));
  expect(await dialog.findByText(/^Readers can open the documents now/)).toBeTruthy();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Include documents' }));
  expect(await dialog.findByText('Readers see only the titles of documents now.')).toBeTruthy();
  expect(inputs('chat.share')).toEqual([
    { conversationId: 7, includeFiles: true, includeDocuments: true },
    { conversationId: 7, includeDocuments: false, refresh: false },
  ]);
});

const shared = (documents: SharedMessage['documents']) => ({
  conversation: { id: 7, title: 'About gardens', sharedAt: at, olderLeftOut: false },
  messages: [
    {
      ...{ id: 'a', role: 'assistant' as const, content: 'Here.', createdAt: at, status: 'complete' as const },
      ...{ answeredBy: null, sources: [], files: [], documents },
    },
  ],
});

test('readers of a chat open the documents that it includes; of the others they see the titles', async () => {
  const { inputs } = openChat(
    {
      ...guest,
      'chat.conversation': notThere,
      'chat.messages': notThere,
      'chat.shared': () =>
        shared([
          { id: 'd1', title: 'Plan', kind: 'markdown', version: 2 },
          { title: 'Budget', kind: 'csv' },
        ]),
      'chat.sharedDocument': () => read,
    },
    7,
  );
  const list = within(await screen.findByRole('list', { name: 'Documents' }));
  expect(list.getByText('Budget').parentElement?.textContent).toBe('BudgetNot shared');
  expect(list.getAllByRole('button')).toHaveLength(1);
  fireEvent.click(list.getByRole('button', { name: /^Plan/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Plan' }));
  expect(inputs('chat.sharedDocument')).toEqual([{ conversationId: 7, documentId: 'd1' }]);
  fireEvent.mouseDown(await dialog.findByRole('tab', { name: 'Source' }), { button: 0 });
  expect((await dialog.findByRole('region', { name: 'Source of “Plan”' })).textContent).toBe('# Garden');
  fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

const openShare = async (handlers: ReturnType<typeof owned>) => {
  const { inputs } = openChat(handlers, 7);
  await screen.findByRole('button', { name: 'Share' });
  act(() => openDialog({ kind: 'share-document', document: { id: 'd1', title: 'Plan' } }));
  return inputs;
};

test('a document is shared after its person has seen what readers get, and the link is copied', async () => {
  const inputs = await openShare(owned());
  const dialog = within(await screen.findByRole('dialog', { name: 'Share document' }));
  expect((await dialog.findByRole('region', { name: 'What readers see' })).textContent).toContain('# Garden');
  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: 'never' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Create link and copy' }));
  await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Link copied!' }));
  expect(copied).toEqual([share.url]);
  expect(inputs('documents.share')).toEqual([{ documentId: 'd1', expiresAt: null }]);
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('if the browser does not allow copying, the link of the document is shown', async () => {
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
    writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')),
  } as unknown as Clipboard);
  document.execCommand = () => false;
  await openShare(owned());
  const ask = within(await screen.findByRole('dialog', { name: 'Share document' }));
  await ask.findByRole('region', { name: 'What readers see' });
  fireEvent.click(ask.getByRole('button', { name: 'Create link and copy' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared document' }));
  expect((await dialog.findByLabelText<HTMLInputElement>('Link')).value).toBe(share.url);
  expect(currentToast.get()).toMatchObject({ title: 'Document link', description: share.url });
});

test('the link of a document is updated, ended and shown again', async () => {
  const inputs = await openShare(owned({}, { share, newest: 3, takenDown: null }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared document' }));
  expect((await dialog.findByLabelText<HTMLInputElement>('Link')).value).toBe(share.url);
  expect(dialog.getByText('Shows version 2 of 3, shared on')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Update' }));
  expect(await dialog.findByText('The link now shows the newest version.')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Expires'), { target: { value: '7' } });
  await waitFor(() => expect(inputs('documents.share')).toHaveLength(2));
  expect(inputs('documents.share').at(-1)).toMatchObject({ documentId: 'd1', refresh: false });
  await dialog.findByText('Saved.');
  fireEvent.click(dialog.getByRole('button', { name: 'Stop sharing' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Stop sharing' }));
  fireEvent.click(question.getByRole('button', { name: 'Stop sharing' }));
  expect(await dialog.findByText('The link no longer works.')).toBeTruthy();
  expect(dialog.queryByLabelText('Link')).toBeNull();
});

test('the owner of a link that was taken down reads why', async () => {
  await openShare(owned({}, { share: null, newest: 2, takenDown: { at, reason: 'It names an address.' } }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Shared document' }));
  expect(await dialog.findByText(/An administrator took the link to this document down/)).toBeTruthy();
  expect(dialog.getByText('Reason: It names an address.')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Share document' })).toBeNull();
});

function openPage(handlers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi({ 'auth.user': () => null, ...handlers });
  const onContinued = vi.fn();
  renderPage(<SharedDocumentPage token={token} chatHref="/" onContinued={onContinued} />);
  return { calls, onContinued };
}

test('the page of a document shows it, and continues in a copy', async () => {
  const copy = { conversationId: 8, documentId: 'd2' };
  const { calls, onContinued } = openPage({
    'documents.shared': () => read,
    'documents.continueShared': () => copy,
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Plan' })).toBeTruthy();
  expect(document.title).toBe('Plan · Noek');
  expect(screen.getByText(/as of/).textContent).toContain('November 21, 2026');
  expect(screen.getByRole('button', { name: 'Report' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(onContinued).toHaveBeenCalledWith(copy));
  expect(calls['documents.continueShared']).toEqual([{ token }]);
});

test('a document is reported with a reason', async () => {
  const { calls } = openPage({
    'documents.shared': () => read,
    'reports.document': () => ({ message: 'Thank you.', isNew: true }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Report this shared document' }));
  fireEvent.click(dialog.getByLabelText('Privacy'));
  fireEvent.click(dialog.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('Thank you.')).toBeTruthy();
  expect(calls['reports.document']).toEqual([{ token, reason: 'privacy', text: '' }]);
});

test('an ended link says so, and what could not be loaded can be tried again', async () => {
  let answer: () => unknown = () => refuse(400, 'BAD_REQUEST', 'Not just now.');
  openPage({ 'documents.shared': () => answer(), 'documents.continueShared': notThere });
  expect(await screen.findByText('Not just now.')).toBeTruthy();
  answer = () => read;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  const go = await screen.findByRole('button', { name: 'Continue' });
  answer = notThere;
  fireEvent.click(go);
  expect(await screen.findByRole('heading', { name: 'Document not found' })).toBeTruthy();
  expect(screen.queryByText('Plan')).toBeNull();
});
