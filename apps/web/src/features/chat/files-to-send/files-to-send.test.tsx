// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { guest, openChat, refuse, sent, signedIn } from '../testing/open-chat.tsx';
import { fakeUploads, upload, uploadAddresses, uploadsBegun } from '../testing/uploads.ts';

fakeUploads();

const stored = (id: string, name: string) => ({ id, name, type: 'text/plain', size: 2_048, state: 'ready' });
const file = (name: string, text = 'Hello') => new File([text], name, { type: 'text/plain' });
const box = () => screen.getByRole('textbox', { name: 'Message Noek' }) as HTMLTextAreaElement;
const sendButton = () => screen.getByRole('button', { name: 'Send message' }) as HTMLButtonElement;

function choose(...files: File[]) {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files } });
}
const items = () => within(screen.getByRole('list', { name: 'Files to send' })).getAllByRole('listitem');

test('files are sent with the text, or without any text', async () => {
  const inputs: unknown[] = [];
  openChat({
    ...guest,
    'chat.send': (input) => {
      inputs.push(input);
      return sent({ content: '', clientMessageId: (input as { clientMessageId: string }).clientMessageId });
    },
  });
  await screen.findByRole('button', { name: 'Add files' });
  expect(sendButton().disabled).toBe(true);
  choose(file('a.txt'), file('b.txt'));
  await uploadsBegun(2);
  expect(upload(0).address).toBe('/api/files?name=a.txt');
  upload(0).upload.onprogress?.({ loaded: 3, total: 6 });
  expect(await screen.findByText('Adding… 50%')).toBeTruthy();
  // They arrive in another order. Enter waits for all of them.
  upload(1).answer(201, stored('f-2', 'b.txt'));
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(await screen.findByText('Your files are still being added.')).toBeTruthy();
  upload(0).answer(201, stored('f-1', 'a.txt'));
  await waitFor(() => expect(sendButton().disabled).toBe(false));
  expect(items().map(({ textContent }) => textContent)).toEqual(['a.txt2 kB', 'b.txt2 kB']);
  fireEvent.click(sendButton());
  await waitFor(() => expect(inputs).toHaveLength(1));
  expect(inputs[0]).toMatchObject({ content: '', fileIds: ['f-1', 'f-2'] });
  expect(screen.queryByRole('button', { name: 'Remove a.txt' })).toBeNull();
});

test('a file that was not taken says why, can be tried again if that may help, and be removed; the text stays', async () => {
  openChat({ ...guest, 'files.remove': () => ({ fileId: 'f-1' }) });
  await screen.findByRole('button', { name: 'Add files' });
  fireEvent.change(box(), { target: { value: 'Look at this' } });
  choose(file('odd.txt'), file('program.bin'), file('empty.txt', ''));
  await uploadsBegun(2);
  upload(0).answer(429, { message: 'You are sending 5 files already.', code: 'RATE_LIMITED' });
  upload(1).answer(415, { message: 'This kind of file cannot be used.', code: 'UNSUPPORTED_FILE' });
  expect(await screen.findByText('You are sending 5 files already.')).toBeTruthy();
  expect(screen.getByText('This kind of file cannot be used.')).toBeTruthy();
  expect(screen.getByText('This file is empty.')).toBeTruthy();
  expect(box().value).toBe('Look at this');
  // The others would be refused again.
  const laterRefusals = [
    [408, { message: 'This took too long to arrive.', code: 'REQUEST_TIMEOUT' }],
    [503, { message: 'Noek is restarting.', code: 'UNAVAILABLE' }],
  ] as const;
  for (const [at, [status, refusal]] of laterRefusals.entries()) {
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await uploadsBegun(3 + at);
    upload(2 + at).answer(status, refusal);
    expect(await screen.findByText(refusal.message)).toBeTruthy();
    expect(box().value).toBe('Look at this');
  }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await uploadsBegun(5);
  upload(4).answer(201, stored('f-1', 'odd.txt'));
  await screen.findByText('2 kB');
  fireEvent.click(screen.getByRole('button', { name: 'Remove odd.txt' }));
  for (const name of ['program.bin', 'empty.txt'])
    fireEvent.click(screen.getByRole('button', { name: `Remove ${name}` }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull());
});

test('removing a file that is being added cancels its request; the eleventh file is not taken', async () => {
  openChat(guest);
  await screen.findByRole('button', { name: 'Add files' });
  choose(...Array.from({ length: 11 }, (_, at) => file(`${at}.txt`)));
  await uploadsBegun(3);
  expect(screen.getByText(/up to 10 files/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Remove 0.txt' }));
  expect(upload(0).aborted).toBe(true);
  // The next one begins.
  await uploadsBegun(4);
  expect(items()).toHaveLength(9);
});

test('a draft with more files than a message can have is not sent until some are removed', async () => {
  keepDraft(...Array.from({ length: 11 }, (_, at) => stored(`f-${at}`, `${at}.txt`)));
  openChat({ ...guest, 'files.file': () => stored('f', 'file') });
  expect(await screen.findByText('A message can have up to 10 files. Remove some of them.')).toBeTruthy();
  expect(sendButton().disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Remove 3.txt' }));
  await waitFor(() => expect(sendButton().disabled).toBe(false));
});

test('where the browser keeps no files, one that is added offline says so and stays', async () => {
  openChat(guest);
  await screen.findByRole('button', { name: 'Add files' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  choose(file('a.txt'));
  expect(await screen.findByText(/^This browser cannot keep the file\./)).toBeTruthy();
  expect(uploadAddresses()).toEqual([]);
  vi.restoreAllMocks();
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await uploadsBegun(1);
});

test('a pasted picture is added; a long text is offered as a file, and stays text otherwise', async () => {
  openChat(guest);
  await screen.findByRole('button', { name: 'Add files' });
  const clipboard = (text: string, files: File[]) => ({
    clipboardData: { files, types: ['Files'], getData: () => text },
  });
  fireEvent.paste(box(), clipboard('', [new File(['x'], 'image.png', { type: 'image/png' })]));
  await uploadsBegun(1);
  upload(0).answer(201, { ...stored('p', 'image.png'), width: 3, height: 2 });
  const long = 'A long text. '.repeat(1_000);
  fireEvent.paste(box(), clipboard(long, []));
  fireEvent.change(box(), { target: { value: `See: ${long}` } });
  fireEvent.click(await screen.findByRole('button', { name: 'Add it as a file' }));
  await uploadsBegun(2);
  expect(upload(1).address).toBe('/api/files?name=Pasted%20text.txt');
  expect(box().value).toBe('See: ');
});

const dropped = (...files: File[]) => ({ dataTransfer: { files, types: ['Files'] } });

test('a drop as the very first input is taken, and a second one before the code for files has loaded, too', async () => {
  openChat(guest);
  await screen.findByRole('button', { name: 'Add files' });
  // The browser opens a file that is dropped where nothing takes it.
  expect(fireEvent.dragOver(document.body, dropped(file('a.txt')))).toBe(false);
  expect(fireEvent.drop(document.body, dropped(file('a.txt')))).toBe(false);
  expect(fireEvent.drop(document.body, dropped(file('b.txt')))).toBe(false);
  await uploadsBegun(2);
  expect(items().map(({ textContent }) => textContent)).toEqual(['a.txtAdding… 0%', 'b.txtAdding… 0%']);
});

test('what was dropped or pasted before the script of the page had run is in its box; what belongs to another page is not', async () => {
  const path = window.location.pathname;
  window.noekBrought = [
    [path, [file('early.txt')], ''],
    [path, [], 'Read this'],
  ];
  openChat(guest);
  await uploadsBegun(1);
  expect([upload(0).address, box().value]).toEqual(['/api/files?name=early.txt', 'Read this']);
  cleanup();
  localStorage.clear();
  window.noekBrought = [['/account', [], 'A note']];
  openChat(guest);
  await screen.findByRole('button', { name: 'Add files' });
  await waitFor(() => expect(window.noekBrought).toBeUndefined());
  expect(box().value).toBe('');
});

const keepDraft = (...files: object[]) =>
  localStorage.setItem('noek_draft_new', JSON.stringify({ text: 'Later', files }));

test('the files of a draft are there after a reload', async () => {
  keepDraft(stored('f-9', 'kept.txt'));
  openChat({ ...guest, 'files.file': () => stored('f-9', 'kept.txt') });
  expect(await screen.findByRole('button', { name: 'Remove kept.txt' })).toBeTruthy();
  expect(box().value).toBe('Later');
});

test('a file that was deleted elsewhere is taken out of the draft, which says so', async () => {
  keepDraft(stored('f-8', 'gone.txt'), stored('f-9', 'kept.txt'));
  openChat({
    ...guest,
    'files.file': (input) =>
      (input as { fileId: string }).fileId === 'f-9'
        ? stored('f-9', 'kept.txt')
        : refuse(404, 'NOT_FOUND', 'File not found.'),
  });
  expect(await screen.findByText('Deleted, and taken out of your message: gone.txt')).toBeTruthy();
  expect(items()).toHaveLength(1);
  expect(box().value).toBe('Later');
});

test('a guest gets an identity before files are sent', async () => {
  let isHeld = false;
  const identity = Promise.withResolvers<void>();
  const status = guest['chat.guestStatus'];
  openChat({
    ...guest,
    async 'chat.guestStatus'(input, ...rest) {
      if (isHeld) await identity.promise;
      return status?.(input, ...rest);
    },
  });
  await screen.findByRole('button', { name: 'Add files' });
  isHeld = true;
  choose(file('a.txt'), file('b.txt'));
  expect(await screen.findAllByText('Adding… 0%')).toHaveLength(2);
  expect(uploadAddresses()).toEqual([]);
  identity.resolve();
  await uploadsBegun(2);
});

test('when the session has ended, no file is sent as that of a guest, and the page says what happened', async () => {
  let user: unknown;
  openChat({ ...signedIn, 'auth.user': (input) => (user === undefined ? signedIn['auth.user']?.(input) : user) });
  await screen.findByRole('button', { name: 'Add files' });
  fireEvent.change(box(), { target: { value: 'Look at this' } });
  user = null;
  choose(file('a.txt'));
  expect(await screen.findByText('Your session has ended')).toBeTruthy();
  expect(uploadAddresses()).toEqual([]);
  expect(screen.queryByRole('list', { name: 'Files to send' })).toBeNull();
});

test('a chosen model that takes no pictures is said before sending, with those that do', async () => {
  const model = (name: string, sees: 'yes' | 'no') => ({
    ...{ name, provider: 'Example', premium: false, resting: false, sees, tools: 'unknown' as const },
    ...{ endsAt: null, description: null, contextWindow: 32_000, efforts: [] },
  });
  const models = [model('small', 'no'), model('seeing', 'yes')];
  const picture = { ...stored('p', 'beach.jpg'), type: 'image/jpeg', width: 9, height: 9 };
  localStorage.setItem('noek_draft_7', JSON.stringify({ text: 'What is this?', files: [picture] }));
  openChat(
    {
      ...signedIn,
      'chat.conversation': () => conversation(7, { model: 'small' }),
      'chat.messages': () => [message('q'), answer('a', { status: 'complete' })],
      'chat.changeAnswerSettings': () => conversation(7, { model: 'seeing' }),
      'files.file': () => picture,
      config: () => ({ models }),
    },
    7,
    { models, assistant: { kind: 'providers', label: 'Example' } },
  );
  expect(await screen.findByText(/small cannot see pictures\. These can:/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'seeing' }));
  await waitFor(() => expect(screen.queryByText(/cannot see pictures/)).toBeNull());
});
