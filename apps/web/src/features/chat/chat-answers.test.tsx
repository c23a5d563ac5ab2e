// @vitest-environment happy-dom
import { maxAnswerLength } from '@noek/contract/chat/limits';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FakeChannel } from '../live/testing/fake-tabs.ts';
import { answer, message } from './testing/message.ts';
import { arrives, guest, headerItem, liveStream, openChat, sent, signedIn } from './testing/open-chat.tsx';

/** An answer that is complete before the response of its send arrives. */
const quick = answer('a', { content: 'Quick!', status: 'complete', sequence: 1 });

/** A send whose response waits for `arrives`. */
function heldResponse() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const send = async (input: never) => {
    await promise;
    return sent(input);
  };
  return { send, arrives: () => act(async () => resolve()) };
}

test('an answer joined while it runs continues after the text already loaded', async () => {
  openChat({ ...guest, 'chat.messages': () => [message('q'), answer('a', { content: 'So far', sequence: 4 })] }, 7);
  await screen.findByText('So far');
  await arrives(
    { type: 'delta', messageId: 'a', sequence: 4, text: ' far' },
    { type: 'delta', messageId: 'a', sequence: 5, text: ' so good' },
  );
  await screen.findByText('So far so good');
  expect(new URL((await liveStream()).address, 'http://chat.test').pathname).toBe('/api/trpc/chat.live');
});

test('an answer that begins and ends before the send request returns is shown in full', async () => {
  const response = heldResponse();
  const { send } = openChat(
    {
      ...guest,
      'chat.send': response.send,
    },
    7,
  );
  await screen.findByText('Chat 7');
  send('Hello');
  await arrives(
    { type: 'messages', conversationId: 7, messages: [message('q', { content: 'Hello' }), answer('a')] },
    { type: 'delta', messageId: 'a', sequence: 1, text: 'Quick!' },
    { type: 'done', message: quick },
  );
  await screen.findByText('Quick!');
  await response.arrives();
  await screen.findByRole('button', { name: 'Copy answer' });
  expect(screen.getAllByText('Quick!')).toHaveLength(1);
  // The code that delivers messages takes in the response.
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
});

/** The answer ended before the live stream began, so no event reports its end, and the response of the send is older than its end. */
test.each([null, 7])(
  'an answer that ended before the live stream began is read when the send request returns (open: %s)',
  async (startAt) => {
    const response = heldResponse();
    let isOver = false;
    let isKnown = false;
    const { send, inputs } = openChat(
      {
        ...guest,
        'chat.guestStatus': async (input: never) => {
          isKnown = true;
          return guest['chat.guestStatus']?.(input);
        },
        'chat.send': response.send,
        'chat.messages': () => (isOver ? [message('q'), quick] : []),
      },
      startAt,
    );
    // Until a guest has an identity, the stream waits for the send.
    await waitFor(() => expect(isKnown).toBe(true));
    await screen.findByText(/messages/);
    send('Hello');
    await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
    await liveStream();
    await arrives({ type: 'hello' });
    isOver = true;
    await response.arrives();
    await screen.findByRole('button', { name: 'Copy answer' });
    expect(screen.getAllByText('Quick!')).toHaveLength(1);
  },
);

test('an answer that ended before this tab heard from the leading tab is read when the send request returns', async () => {
  FakeChannel.open = new Set();
  vi.stubGlobal('BroadcastChannel', FakeChannel);
  // Another tab holds the lock of the live stream.
  const request = (name: string, _: unknown, run: () => unknown) =>
    name === 'noek-live:guest' ? new Promise(() => {}) : run();
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    Reflect.deleteProperty(navigator, 'locks');
  });
  const leader = new FakeChannel('noek-live:guest');
  const response = heldResponse();
  let isOver = false;
  const { send } = openChat({
    ...guest,
    'chat.send': response.send,
    'chat.messages': () => (isOver ? [message('q'), quick] : []),
  });
  await screen.findByText(/messages/);
  send('Hello');
  await waitFor(() => expect(FakeChannel.open.size).toBe(2));
  await act(async () => leader.postMessage({ type: 'reconnecting', reconnecting: false }));
  isOver = true;
  await response.arrives();
  await screen.findByRole('button', { name: 'Copy answer' });
});

test('Continue reads the messages again if the live stream began while it was running', async () => {
  const cut = answer('a', { content: 'Half', status: 'complete', error: 'The model stopped here.', sequence: 1 });
  let answerContinue = () => {};
  let isOver = false;
  const { inputs } = openChat(
    {
      ...guest,
      'chat.messages': () => [
        message('q'),
        isOver ? { ...cut, content: 'Half and half', error: null, sequence: 2 } : cut,
      ],
      'chat.continue': async () => {
        await new Promise<void>((resolve) => (answerContinue = resolve));
        return {
          ...cut,
          status: 'streaming',
          error: null,
          allowance: { messageLimit: 10, remainingMessages: 8, resetAt: null },
        };
      },
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await arrives({ type: 'hello' });
  await waitFor(() => expect(inputs('chat.messagePage')).toHaveLength(2));
  isOver = true;
  await act(async () => answerContinue());
  await screen.findByText('Half and half');
  await screen.findByRole('button', { name: 'Copy answer' });
});

test('Stop sends how much was on screen and keeps that part', async () => {
  const { inputs } = openChat(
    {
      ...guest,
      'chat.messages': () => [message('q'), answer('a', { content: 'So far', sequence: 4 })],
      'chat.stop': () => answer('a', { content: 'So far', status: 'stopped' }),
    },
    7,
  );
  await screen.findByText('So far');
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
  await screen.findByText('You stopped this answer.');
  expect(inputs('chat.stop')).toEqual([{ messageId: 'a', shownLength: 6 }]);
});

test('a failed answer says why and can be retried', async () => {
  const { inputs } = openChat(
    {
      ...guest,
      'chat.messages': () => [
        message('q', { content: 'Why?' }),
        answer('a', { status: 'failed', error: 'No model answered.', errorHint: 'OpenAI cannot be reached.' }),
      ],
      'chat.regenerate': () => ({
        ...sent({ content: 'Why?', clientMessageId: 'x' }),
        userMessage: message('q', { content: 'Why?' }),
        assistantMessage: answer('b', { createdAt: '2025-06-28T11:00:00.000Z' }),
        branched: true,
      }),
    },
    7,
  );
  await screen.findByText('No model answered.');
  const hint = screen.getByText('OpenAI cannot be reached.');
  // Open at the machine that runs Noek, where something can be done about it.
  expect(hint.closest('details')).toHaveProperty('open', true);
  expect(screen.getByText('Why?', { selector: 'summary' }).parentElement).toBe(hint.closest('details'));
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByTestId('typing-indicator')).toBeTruthy();
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ messageId: 'a' }]));
  await arrives(
    { type: 'delta', messageId: 'b', sequence: 1, text: 'Because.' },
    { type: 'done', message: answer('b', { content: 'Because.', status: 'complete', sequence: 1 }) },
  );
  await screen.findByText('Because.');
  expect(screen.queryByText('No model answered.')).toBeNull();
  expect(screen.queryByRole('group', { name: /Version/ })).toBeNull();
});

test('an answer of the maximum length cannot be continued', async () => {
  const full = answer('a', {
    content: 'x'.repeat(maxAnswerLength),
    status: 'complete',
    error: 'It was ended.',
    sequence: 1,
  });
  openChat({ ...guest, 'chat.messages': () => [message('q'), full] }, 7);
  await screen.findByText('It was ended.');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
  expect(screen.queryByText('Why?')).toBeNull();
});

test('a queued answer says so in place of the dots until it begins', async () => {
  const { send } = openChat({
    ...guest,
    'chat.send': sent,
    'chat.messages': () => [message('q'), answer('a')],
  });
  await screen.findByText(/messages/);
  send('Hello');
  await arrives({ type: 'waiting', messageId: 'a', waiting: true });
  expect((await screen.findByText('Waiting for a free slot…')).getAttribute('role')).toBe('status');
  expect(screen.queryByTestId('typing-indicator')).toBeNull();
  await arrives({ type: 'waiting', messageId: 'a', waiting: false });
  expect(await screen.findByTestId('typing-indicator')).toBeTruthy();
  expect(screen.queryByText('Waiting for a free slot…')).toBeNull();
  // The stream restarts, and reports waiting answers after running ones.
  await arrives({ type: 'waiting', messageId: 'a', waiting: true });
  await arrives({ type: 'hello' }, { type: 'answer', message: answer('a') });
  await waitFor(() => expect(screen.queryByText('Waiting for a free slot…')).toBeNull());
  await arrives({ type: 'waiting', messageId: 'a', waiting: true });
  await arrives({ type: 'delta', messageId: 'a', sequence: 1, text: 'Hi **you**' });
  expect(await screen.findByText('you')).toBeTruthy();
  expect(screen.queryByText('Waiting for a free slot…')).toBeNull();
});

test('Continue shows the messages left afterwards; after Continue elsewhere, this page reads them again', async () => {
  const cut = answer('a', { content: 'Half', status: 'complete', error: 'The model stopped here.', sequence: 1 });
  const growing = { ...cut, status: 'streaming', error: null } as const;
  let left = 42;
  const { inputs } = openChat(
    {
      ...signedIn,
      'chat.allowance': () => ({ messageLimit: 3_000, remainingMessages: left, resetAt: null }),
      'chat.messages': () => [message('q'), cut],
      'chat.continue': () => ({
        ...growing,
        allowance: { messageLimit: 3_000, remainingMessages: 41, resetAt: null },
      }),
    },
    7,
  );
  await screen.findByText('42 messages left today');
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('41 messages left today')).toBeTruthy();
  expect(inputs('chat.continue')).toEqual([{ messageId: 'a', clientMessageId: expect.any(String) }]);
  await arrives({ type: 'done', message: { ...cut, content: 'Half of', sequence: 2 } });
  left = 1;
  await arrives({
    type: 'messages',
    conversationId: 7,
    messages: [{ ...growing, content: 'Half of', sequence: 2 }],
  });
  expect(await screen.findByText('1 message left today')).toBeTruthy();
});

test('an answer that was stopped can be continued after the shown text', async () => {
  const stopped = answer('a', { content: 'One two', status: 'stopped', sequence: 3 });
  const { inputs } = openChat(
    {
      ...signedIn,
      'chat.messages': () => [message('q'), answer('a', { content: 'One two', sequence: 3 })],
      'chat.stop': () => stopped,
      'chat.continue': () => ({
        ...stopped,
        status: 'streaming',
        allowance: sent({ content: '', clientMessageId: '' }).allowance,
      }),
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Stop' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  await waitFor(() => expect(inputs('chat.continue')).toMatchObject([{ messageId: 'a' }]));
  await screen.findByRole('button', { name: 'Stop' });
  await arrives({ type: 'delta', messageId: 'a', sequence: 4, text: ' and three' });
  await screen.findByText('One two and three');
  await arrives({
    type: 'done',
    message: { ...stopped, content: 'One two and three.', status: 'complete', sequence: 5 },
  });
  await screen.findByText('One two and three.');
});

test('an answer that was stopped before its first word offers no Continue', async () => {
  openChat({ ...signedIn, 'chat.messages': () => [message('q'), answer('a', { status: 'stopped' })] }, 7);
  await screen.findByText('You stopped this answer.');
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

test('Escape stops the running answer, but closes what is open first', async () => {
  const { box, inputs } = openChat(
    {
      ...signedIn,
      'chat.messages': () => [message('q'), answer('a', { content: 'So far', sequence: 4 })],
      'chat.stop': () => answer('a', { content: 'So far', status: 'stopped', sequence: 4 }),
    },
    7,
  );
  await screen.findByText('So far');
  fireEvent.click(await headerItem('Clear conversation'));
  const dialog = await screen.findByRole('alertdialog');
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(inputs('chat.stop')).toEqual([]);
  // Escape ends the composition of a word.
  fireEvent.keyDown(box(), { key: 'Escape', isComposing: true });
  expect(inputs('chat.stop')).toEqual([]);
  fireEvent.keyDown(box(), { key: 'Escape' });
  await screen.findByText('You stopped this answer.');
  expect(inputs('chat.stop')).toMatchObject([{ messageId: 'a' }]);
});
