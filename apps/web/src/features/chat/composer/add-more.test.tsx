// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { guest, openChat, sent, setWide, signedIn } from '../testing/open-chat.tsx';

beforeAll(() => import('./box-parts.tsx'));
beforeEach(() => setWide(false));
afterEach(() => setWide(true));

const more = () => screen.findByRole('button', { name: 'Add files' }, { timeout: 5_000 });
async function openSheet() {
  fireEvent.click(await more());
  return within(await screen.findByRole('dialog', { name: 'Add' }));
}
const namesIn = (sheet: Awaited<ReturnType<typeof openSheet>>) =>
  within(sheet.getByRole('list'))
    .getAllByRole('listitem')
    .map((item) => item.querySelector('button')?.textContent);
const answered = {
  'chat.conversation': () => conversation(7, { headMessageId: 'a' }),
  'chat.messages': () => [message('q', { content: 'Why?' }), answer('a', { status: 'complete', content: 'So.' })],
};

test('[2.60] on a phone, + opens what has no room in the box; guests have no modes, prompts and temporary chats', async () => {
  openChat({ ...guest, ...answered }, 7);
  await screen.findByText('So.');
  expect(namesIn(await openSheet())).toEqual(['Photo', 'File', 'Web search']);
});

test('[2.60] on a phone, modes are switched in the sheet, which stays open, and a chip says what is on', async () => {
  const { inputs } = openChat(
    {
      ...signedIn,
      ...answered,
      'chat.send': () => new Promise(() => {}),
      'chat.changeAnswerSettings': () => conversation(7, { webSearch: true, headMessageId: 'a' }),
    },
    7,
  );
  await screen.findByText('So.');
  const sheet = await openSheet();
  expect(namesIn(sheet)).toEqual(['Photo', 'File', 'Web search', 'Fun Mode', 'Prompts', 'Temporary chat']);
  const fun = sheet.getByRole('button', { name: 'Fun Mode' });
  expect(fun.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(sheet.getByRole('switch', { name: 'Web search' }));
  fireEvent.click(fun);
  await waitFor(() => expect(fun.getAttribute('aria-pressed')).toBe('true'));
  expect(inputs('chat.send')).toMatchObject([{ content: ':fun.mode=on' }]);
  expect(sheet.getByRole('button', { name: 'Harmful Mode' })).toBeTruthy();
  fireEvent.click(sheet.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(await more());
  fireEvent.click(screen.getByRole('button', { name: 'Switched on: Fun Mode, Web search' }));
  expect(await screen.findByRole('dialog', { name: 'Add' })).toBeTruthy();
});

test('on a phone, "Photo" asks the device for pictures and "File" for any file', async () => {
  openChat({ ...guest, ...answered }, 7);
  await screen.findByText('So.');
  const input = document.querySelector<HTMLInputElement>('form input[type="file"]');
  const asked: string[] = [];
  if (input) input.click = () => void asked.push(input.accept);
  fireEvent.click((await openSheet()).getByRole('button', { name: 'Photo' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  fireEvent.click((await openSheet()).getByRole('button', { name: 'File' }));
  expect(asked).toEqual(['image/*', '']);
});

test('on a phone, "Prompts" writes "/" into the empty box, which gets the focus', async () => {
  const { box } = openChat({ ...signedIn, ...answered, 'prompts.list': () => [] }, 7);
  await screen.findByText('So.');
  fireEvent.change(box(), { target: { value: 'Half a thought' } });
  let prompts = (await openSheet()).getByRole<HTMLButtonElement>('button', { name: 'Prompts' });
  expect(prompts.disabled).toBe(true);
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  fireEvent.change(box(), { target: { value: '' } });
  prompts = (await openSheet()).getByRole<HTMLButtonElement>('button', { name: 'Prompts' });
  fireEvent.click(prompts);
  expect(box().value).toBe('/');
  expect(document.activeElement).toBe(box());
});

test('on a phone, "Temporary chat" makes the next chat a temporary one', async () => {
  const { send, inputs } = openChat(
    {
      ...signedIn,
      'chat.send': (input: Parameters<typeof sent>[0]) => sent(input),
    },
    null,
  );
  const sheet = await openSheet();
  fireEvent.click(sheet.getByRole('switch', { name: 'Temporary chat' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  send('Between us');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'Between us', temporary: true }]));
});
