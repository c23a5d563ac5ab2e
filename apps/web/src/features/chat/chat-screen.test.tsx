// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FakeEventSource } from '../../testing/fake-event-source.ts';
import { mira } from '../session/testing/mira.ts';
import { conversation } from './testing/conversation.ts';
import { answer, message } from './testing/message.ts';
import { arrives, guest, headerItem, openChat, refuse, sent, setWide, signedIn } from './testing/open-chat.tsx';

test('[2.43] [2.45] [2.62] [2.69] a guest sees the welcome, the messages left and Sign In, but no sidebar', async () => {
  openChat(guest);
  expect((await screen.findByText('How can I help you today?')).tagName).toBe('H1');
  expect((await screen.findByText(/messages/)).parentElement?.textContent).toBe('10 messages left');
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toMatch(
    /^http:\/\/auth\.test\/login\?return_to=/,
  );
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(screen.queryByRole('button', { name: /^More|Account menu/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Upgrade' })).toBeNull();
});

test('a guest whose browser is online reads that Noek cannot be reached, until it can', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let reached = false;
  openChat({
    ...guest,
    'auth.user': () => {
      if (!reached) throw new Error('connection lost');
      return null;
    },
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(navigator.onLine).toBe(true);
  expect(screen.getByText("Can't reach Noek right now.")).toBeTruthy();
  reached = true;
  await vi.advanceTimersByTimeAsync(15_000);
  await waitFor(() => expect(screen.queryByText("Can't reach Noek right now.")).toBeNull());
  vi.useRealTimers();
});

test('[2.64] [4.06] a guest sends without a conversation, adopts its id and sees the answer stream in', async () => {
  const { send, inputs, place, box } = openChat({ ...guest, 'chat.send': sent });
  await screen.findByText(/messages/);
  send('Hello');
  expect(screen.getByText('Hello')).toBeTruthy();
  expect(screen.getByTestId('typing-indicator')).toBeTruthy();
  expect(box().value).toBe('');
  const bubble = screen.getByText('Hello');
  await waitFor(() => expect(place.current).toBe(7));
  expect(screen.getByText('Hello')).toBe(bubble);
  expect(inputs('chat.send')).toMatchObject([{ conversationId: null, content: 'Hello' }]);
  expect(inputs('chat.createConversation')).toEqual([]);
  await arrives({ type: 'delta', messageId: 'a', sequence: 1, text: 'Hi **you' });
  await waitFor(() => expect(screen.getByText('you').tagName).toBe('STRONG'));
  expect(screen.queryByTestId('typing-indicator')).toBeNull();
  const final = answer('a', { content: 'Hi **you**!', status: 'complete', answeredBy: 'Demo · builtin' });
  await arrives({ type: 'done', message: final });
  expect(await screen.findByRole('button', { name: 'Copy answer' })).toBeTruthy();
  expect(screen.getByText('Demo')).toBeTruthy();
  await waitFor(() => expect(screen.getByText(/^Noek: Hi you !$/)).toBeTruthy());
  expect(screen.getByText(/messages/).parentElement?.textContent).toBe('9 messages left');
});

test('[4.05] a signed-in user without a conversation gets one first, then the message is sent to it', async () => {
  const { send, inputs, place } = openChat({
    ...signedIn,
    'chat.createConversation': () => conversation(7, { title: 'New Chat' }),
    'chat.send': sent,
  });
  await screen.findByText('mira@example.com');
  send('Hello');
  await waitFor(() => expect(place.current).toBe(7));
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ conversationId: 7, content: 'Hello' }]));
  expect(inputs('chat.createConversation')).toHaveLength(1);
});

test('[2.94] [2.95] [2.96] [2.97] [4.11] [8.36] a guest at the limit gets the dialog and keeps the text', async () => {
  const { send, box } = openChat({
    ...guest,
    'chat.send': () => refuse(429, 'MESSAGE_LIMIT_REACHED', "You've used all 10 guest messages!"),
  });
  await screen.findByText(/messages/);
  send('one more');
  const dialog = within(await screen.findByRole('dialog', { name: 'Chat Limit Reached' }));
  for (const text of [
    "You've used all 10 guest messages!",
    'Create a free account to continue chatting',
    '3,000 messages per day',
    'Advanced AI capabilities with all modes',
    'Memory Bank system',
    'No credit card required • Free forever plan available',
  ])
    expect(dialog.getByText(text)).toBeTruthy();
  expect(dialog.getByRole('link', { name: 'Create Free Account' }).getAttribute('href')).toMatch(
    /^http:\/\/auth\.test\/signup/,
  );
  fireEvent.click(dialog.getByRole('button', { name: 'Maybe Later' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(box().value).toBe('one more');
});

test('[8.37] [8.39] a failed send clears the typing state, puts the text back and keeps its id for the retry', async () => {
  let attempts = 0;
  const { send, box, inputs } = openChat({
    ...guest,
    'chat.send': (input: never) => (++attempts === 1 ? refuse(503, 'UNAVAILABLE', 'Busy.') : sent(input)),
  });
  await screen.findByText(/messages/);
  send('Hello');
  expect((await screen.findByText(/Busy\./)).textContent).toContain('back in the message box');
  expect(screen.queryByTestId('typing-indicator')).toBeNull();
  expect(box().value).toBe('Hello');
  expect(console.error).toHaveBeenCalledWith('Guest chat failed: 503');
  fireEvent.keyDown(box(), { key: 'Enter' });
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(2));
  const [first, second] = inputs('chat.send') as { clientMessageId: string }[];
  expect(second?.clientMessageId).toBe(first?.clientMessageId);
  await waitFor(() => expect(box().value).toBe(''));
});

test('[8.38] a conversation that cannot be created is logged, and the text is kept', async () => {
  const { send, box } = openChat({ ...signedIn, 'chat.createConversation': () => refuse(500, 'INTERNAL', 'Oh no.') });
  await screen.findByText('mira@example.com');
  send('Hello');
  await screen.findByText(/Oh no\./);
  expect(console.error).toHaveBeenCalledWith('Failed to create conversation: 500');
  expect(box().value).toBe('Hello');
});

test('a session that ended keeps the message, and says that it goes out after signing in', async () => {
  let user: User | null = mira;
  const { send, box } = openChat({
    ...signedIn,
    'auth.user': () => user,
    'chat.createConversation': () => refuse(401, 'UNAUTHORIZED', 'Please sign in first.'),
  });
  await screen.findByText('mira@example.com');
  user = null;
  send('Hello');
  const notice = await screen.findByText(/You have an unsent message. It will be sent when you/);
  expect(within(notice).getByRole('link', { name: 'sign in' })).toBeTruthy();
  expect(box().value).toBe('');
  expect(localStorage.getItem('noek_outbox')).toContain('"content":"Hello"');
});

test('a conversation that is deleted elsewhere shows that it no longer exists', async () => {
  let there = true;
  openChat(
    {
      ...signedIn,
      'chat.conversation': () => (there ? conversation(7) : refuse(404, 'NOT_FOUND', 'Not found.')),
      'chat.messages': () => (there ? [message('q', { content: 'There' })] : refuse(404, 'NOT_FOUND', 'Not found.')),
      'chat.shared': () => refuse(404, 'NOT_FOUND', 'Not found.'),
    },
    7,
  );
  await screen.findByText('There');
  there = false;
  await arrives({ type: 'gone', conversationId: 7 });
  await screen.findByText('Conversation not found');
});

test('changes made elsewhere show immediately: the title, a mode, the messages left', async () => {
  const { inputs } = openChat(signedIn, 7);
  await screen.findAllByText('Chat 7');
  expect(inputs('chat.allowance')).toHaveLength(1);
  await arrives(
    { type: 'conversation', conversation: conversation(7, { title: 'A better name', funMode: true }) },
    { type: 'messages', conversationId: 7, messages: [message('x', { content: 'From the phone' })] },
  );
  await screen.findByText('From the phone');
  await screen.findAllByText('A better name');
  await waitFor(() => expect(inputs('chat.allowance')).toHaveLength(2));
});

test('a guest without an open conversation opens no live stream', async () => {
  openChat(guest);
  await screen.findByText(/messages/);
  expect(FakeEventSource.made).toEqual([]);
});

test('a conversation that does not exist offers a way to continue', async () => {
  const { place } = openChat({ ...guest, 'chat.messages': () => refuse(404, 'NOT_FOUND', 'Not found.') }, 7);
  await screen.findByText('Conversation not found');
  fireEvent.click(within(screen.getByRole('main')).getByRole('button', { name: 'New chat' }));
  await screen.findByText('How can I help you today?');
  expect(place.current).toBeNull();
});

test('[8.35] loading messages can be retried after a failure', async () => {
  let fail = true;
  openChat(
    {
      ...guest,
      'chat.messages': () => (fail ? refuse(400, 'BAD_REQUEST', 'Broken.') : [message('q', { content: 'There' })]),
    },
    7,
  );
  await screen.findByText('Failed to fetch messages');
  fail = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('There');
});

test('[2.63] a quick-start card sends its prompt', async () => {
  const { inputs } = openChat({ ...guest, 'chat.send': sent });
  fireEvent.click(await screen.findByRole('button', { name: /Debug my code/ }));
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
  expect((inputs('chat.send')[0] as { content: string } | undefined)?.content).toContain('Debug my code');
});

test('a message sent before the server has confirmed the session waits for it', async () => {
  let say: (user: User | null) => void = () => {};
  const { send, inputs } = openChat({
    ...signedIn,
    'auth.user': () => new Promise((resolve) => (say = resolve)),
    'chat.createConversation': () => conversation(7),
    'chat.send': sent,
  });
  send('Hello');
  expect(screen.getByText('Hello')).toBeTruthy();
  await waitFor(() => expect(inputs('auth.user')).toHaveLength(1));
  expect(inputs('chat.send')).toHaveLength(0);
  await act(async () => say(mira));
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ conversationId: 7 }]));
  expect(inputs('chat.createConversation')).toHaveLength(1);
});

test('with a mouse the message box has the focus when the page opens; on a touch screen it does not', async () => {
  const { box } = openChat(guest);
  await screen.findByText(/messages/);
  expect(document.activeElement).toBe(box());
  cleanup();
  setWide(false);
  openChat(guest);
  await screen.findByText(/messages/);
  expect(document.activeElement).toBe(document.body);
});

test('text typed or pasted anywhere goes to the message box, except in a field and with a command key', async () => {
  const { box } = openChat(guest);
  await screen.findByText(/messages/);
  const link = screen.getByRole('link', { name: 'Sign In' });
  const focusAfter = (key: object, at: HTMLElement = link) => {
    at.focus();
    fireEvent.keyDown(at, key);
    return document.activeElement;
  };
  expect(focusAfter({ key: 'h' })).toBe(box());
  expect(focusAfter({ key: 'v', code: 'KeyV', ctrlKey: true })).toBe(box());
  for (const key of [{ key: ' ' }, { key: 'Enter' }, { key: 'Tab' }, { key: 'c', code: 'KeyC', ctrlKey: true }])
    expect(focusAfter(key)).toBe(link);
  const field = document.body.appendChild(document.createElement('input'));
  expect(focusAfter({ key: 'h' }, field)).toBe(field);
  field.remove();
});

test('"/" focuses the message box', async () => {
  const { box } = openChat(guest);
  await screen.findByText('How can I help you today?');
  fireEvent.keyDown(document.body, { key: '/' });
  expect(document.activeElement).toBe(box());
});

test('[4.03] clearing asks first, deletes and goes to the empty chat', async () => {
  const { place, inputs } = openChat({ ...signedIn, 'chat.delete': () => ({ message: 'ok' }) }, 7);
  await screen.findAllByText('Chat 7');
  fireEvent.click(await headerItem('Clear conversation'));
  expect(await screen.findByText(/Are you sure you want to clear this conversation\?/)).toBeTruthy();
  expect(inputs('chat.delete')).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(place.current).toBeNull());
  expect(inputs('chat.delete')).toEqual([{ conversationId: 7 }]);
});

test('clearing is offered once the conversation has been read', async () => {
  const read = Promise.withResolvers<void>();
  const { box } = openChat({ ...signedIn, 'chat.conversation': () => read.promise.then(() => conversation(7)) }, 7);
  await waitFor(box);
  expect(await headerItem('Sign out')).toBeTruthy();
  expect(screen.queryByRole('menuitem', { name: 'Clear conversation' })).toBeNull();
  read.resolve();
  expect(await screen.findByRole('menuitem', { name: 'Clear conversation' })).toBeTruthy();
});

test.each([
  [2_983, null],
  [100, null],
  [99, '99 messages left today'],
])('with %s messages left, the header shows %j and the account chip says it in its tooltip', async (left, shown) => {
  openChat({
    ...signedIn,
    'chat.allowance': () => ({ messageLimit: 3_000, remainingMessages: left, resetAt: null, windows: [] }),
  });
  const chip = await screen.findByRole('link', { name: /^Account/ });
  await waitFor(() =>
    expect(chip.getAttribute('data-tooltip')).toBe(`${left.toLocaleString('en-US')} of 3,000 messages left`),
  );
  expect(screen.queryByText(/left today$/)?.textContent ?? null).toBe(shown);
});

test("a guest's welcome leads to the last chat until it is cleared; a signed-in person's does not", async () => {
  let gone = false;
  const { place } = openChat(
    {
      ...guest,
      'chat.conversation': () => (gone ? refuse(404, 'NOT_FOUND', 'Not found.') : conversation(7)),
      'chat.messages': () => [message('q')],
      'chat.shared': () => refuse(404, 'NOT_FOUND', 'Not found.'),
    },
    7,
  );
  await screen.findByText('q');
  fireEvent.click(screen.getByRole('link', { name: 'Noek' }));
  fireEvent.click(await screen.findByRole('link', { name: 'Your last chat Chat 7' }));
  expect(place.current).toBe(7);
  await screen.findByText('q');
  gone = true;
  await arrives({ type: 'gone', conversationId: 7 });
  fireEvent.click(screen.getByRole('link', { name: 'Noek' }));
  await screen.findByText('How can I help you today?');
  expect(screen.queryByRole('link', { name: /Your last chat/ })).toBeNull();
});

test('signed in, the chat that was open as a guest is forgotten', async () => {
  localStorage.setItem('noek_guest_chat', JSON.stringify({ id: 7, title: 'Tea' }));
  openChat(signedIn);
  await screen.findByRole('link', { name: /^Account/ });
  expect(screen.queryByRole('link', { name: /Your last chat/ })).toBeNull();
  await waitFor(() => expect(localStorage.getItem('noek_guest_chat')).toBeNull());
});

test("a guest's last chat that no longer exists is forgotten when it is opened", async () => {
  localStorage.setItem('noek_guest_chat', JSON.stringify({ id: 7, title: 'Tea' }));
  openChat({
    ...guest,
    'chat.conversation': () => refuse(404, 'NOT_FOUND', 'Not found.'),
    'chat.messages': () => refuse(404, 'NOT_FOUND', 'Not found.'),
    'chat.shared': () => refuse(404, 'NOT_FOUND', 'Not found.'),
  });
  fireEvent.click(await screen.findByRole('link', { name: 'Your last chat Tea' }));
  await screen.findByText('Conversation not found');
  fireEvent.click(screen.getByRole('button', { name: 'New chat' }));
  await screen.findByText('How can I help you today?');
  expect(screen.queryByRole('link', { name: /Your last chat/ })).toBeNull();
});
