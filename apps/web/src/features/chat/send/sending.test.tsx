// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { conversation } from '../testing/conversation.ts';
import { entry } from '../testing/entry.ts';
import { answer, message } from '../testing/message.ts';
import { guest, openChat, place, refuse, sent, signedIn } from '../testing/open-chat.tsx';

type Step = 'create' | 'send' | 'list' | 'elsewhere' | 'new chat';

/** A signed-in person's chat whose calls, identified by name, are held back until a test releases them. */
function heldChat() {
  const rows: Conversation[] = [conversation(5)];
  let id = 6;
  const held: Record<'create' | 'send' | 'list', (() => void)[]> = { create: [], send: [], list: [] };
  const hold = (name: keyof typeof held) => new Promise<void>((resolve) => held[name].push(resolve));
  let listsHeld = false;
  const chat = openChat({
    ...signedIn,
    'chat.conversations': async () => {
      if (listsHeld) await hold('list');
      return { conversations: rows.toReversed(), nextCursor: null };
    },
    'chat.createConversation': async () => {
      await hold('create');
      const made = conversation(++id, {
        title: 'New Chat',
        createdAt: `2025-06-28T12:00:0${id}.000Z`,
        updatedAt: `2025-06-28T12:00:0${id}.000Z`,
      });
      rows.push(made);
      return made;
    },
    'chat.send': async (input: { content: string; clientMessageId: string; conversationId: number }) => {
      await hold('send');
      const { conversationId } = input;
      const said = conversation(conversationId, { title: input.content, updatedAt: '2025-06-28T13:00:00.000Z' });
      rows.splice(
        rows.findIndex((row) => row.id === conversationId),
        1,
        said,
      );
      return {
        ...sent(input as never),
        conversation: said,
        userMessage: message('q', { conversationId, content: input.content, clientMessageId: input.clientMessageId }),
        assistantMessage: answer('a', { conversationId }),
      };
    },
  });
  return {
    ...chat,
    rows,
    holdLists: () => {
      listsHeld = true;
    },
    /** Releases all earlier calls with this name, or the next call if there are none. */
    async release(name: keyof typeof held) {
      await waitFor(() => expect(held[name].length).toBeGreaterThan(0));
      await act(async () => {
        for (const go of held[name].splice(0)) go();
      });
    },
  };
}
const newChat = () => fireEvent.keyDown(document.body, { code: 'KeyO', ctrlKey: true, shiftKey: true });
const row = (title: string) => screen.findByRole('link', { name: new RegExp(title) });

/** All orders of the steps in which the message is sent after its conversation is created. */
const orders = (steps: readonly Step[]): Step[][] =>
  steps.length === 0
    ? [[]]
    : steps
        .flatMap((step, at) => orders(steps.toSpliced(at, 1)).map((rest) => [step, ...rest]))
        .filter((order) => !order.includes('send') || order.indexOf('create') < order.indexOf('send'));

describe('[4.04] [4.05] a message sent while its new chat is being created', () => {
  test.each(orders(['create', 'send', 'list']))('stays on screen in one conversation: %s, %s, %s', async (...order) => {
    const { send, release, inputs, holdLists, rows } = heldChat();
    await row('Chat 5');
    newChat();
    send('Hello there');
    holdLists();
    for (const step of order) {
      if (step === 'list') {
        // The list is read again, as after a live event.
        fireEvent.click(screen.getByRole('tab', { name: 'Archived' }));
        fireEvent.click(screen.getByRole('tab', { name: 'Chats' }));
      } else await release(step as 'create' | 'send');
      expect(screen.getAllByText('Hello there').length).toBeGreaterThan(0);
      expect(screen.queryByText('How can I help you today?')).toBeNull();
    }
    await waitFor(() => expect(place.current).toBe(7));
    expect(inputs('chat.createConversation')).toHaveLength(1);
    expect(inputs('chat.send')).toMatchObject([{ conversationId: 7, content: 'Hello there' }]);
    expect(rows.map(({ title }) => title)).toEqual(['Chat 5', 'Hello there']);
  });

  test.each(orders(['create', 'send', 'elsewhere']))('does not move the person: %s, %s, %s', async (...order) => {
    const { send, release, inputs, rows } = heldChat();
    const other = await row('Chat 5');
    newChat();
    send('Hello there');
    let left = false;
    for (const step of order) {
      if (step === 'elsewhere') {
        fireEvent.click(other);
        left = true;
      } else await release(step as 'create' | 'send');
      if (left) expect(place.current).toBe(5);
    }
    expect(place.current).toBe(5);
    expect(inputs('chat.createConversation')).toHaveLength(1);
    expect(rows.map(({ title }) => title)).toEqual(['Chat 5', 'Hello there']);
    fireEvent.click(await row('Hello there'));
    await waitFor(() => expect(place.current).toBe(7));
    expect(screen.getAllByText('Hello there').length).toBeGreaterThan(1);
  });

  test.each(orders(['create', 'send', 'new chat']))(
    'keeps its own chat when another is begun: %s, %s, %s',
    async (...order) => {
      const { send, release, inputs, rows } = heldChat();
      await row('Chat 5');
      newChat();
      send('Hello there');
      let begun = false;
      for (const step of order) {
        if (step === 'new chat') {
          newChat();
          begun = true;
        } else await release(step as 'create' | 'send');
        if (begun) await screen.findByText('How can I help you today?');
      }
      const all = inputs('chat.createConversation').length;
      if (rows.length < 3) await release('create');
      await waitFor(() =>
        expect(rows.map(({ title }) => title).toSorted()).toEqual(['Chat 5', 'Hello there', 'New Chat']),
      );
      expect(all).toBe(2);
      const empty = rows.find(({ title }) => title === 'New Chat');
      await waitFor(() => expect(place.current).toBe(empty?.id));
      expect(screen.getByText('How can I help you today?')).toBeTruthy();
      expect(inputs('chat.send')).toHaveLength(1);
    },
  );

  test('using New chat twice in a row creates one conversation', async () => {
    const { release, inputs } = heldChat();
    await row('Chat 5');
    newChat();
    newChat();
    await release('create');
    await waitFor(() => expect(place.current).toBe(7));
    newChat();
    expect(place.current).toBe(7);
    expect(inputs('chat.createConversation')).toHaveLength(1);
  });

  test('pressing Enter twice, and once more before the answer, sends the message once', async () => {
    const { box, send, release, inputs } = heldChat();
    await row('Chat 5');
    newChat();
    send('Hello there');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await release('create');
    fireEvent.keyDown(box(), { key: 'Enter' });
    await release('send');
    await waitFor(() => expect(place.current).toBe(7));
    expect(inputs('chat.send')).toHaveLength(1);
  });

  test('text typed in the meantime moves into the conversation', async () => {
    const { box, send, release } = heldChat();
    await row('Chat 5');
    newChat();
    send('Hello there');
    fireEvent.change(box(), { target: { value: 'And then' } });
    await release('create');
    await waitFor(() => expect(place.current).toBe(7));
    expect(box().value).toBe('And then');
  });
});

test('[4.06] a guest who started another chat is not moved by the first one', async () => {
  let answerSend = () => {};
  const { send } = openChat({
    ...guest,
    'chat.send': async (input: never) => {
      await new Promise<void>((resolve) => (answerSend = resolve));
      return sent(input);
    },
  });
  await screen.findByText(/messages/);
  send('Hello there');
  await screen.findByText('Hello there');
  newChat();
  await screen.findByText('How can I help you today?');
  await act(async () => answerSend());
  await waitFor(() => expect(screen.getByText(/messages/).parentElement?.textContent).toBe('9 messages left'));
  expect(place.current).toBeNull();
  expect(screen.getByText('How can I help you today?')).toBeTruthy();
});

test('when a guest has just signed in, the message reaches the account in its own conversation', async () => {
  let isSignedIn = false;
  const { send, inputs } = openChat({
    ...signedIn,
    'auth.user': () => (isSignedIn ? (signedIn['auth.user'] as () => unknown)() : null),
    'chat.createConversation': () => conversation(7, { title: 'New Chat' }),
    'chat.send': (input: { conversationId: number | null }) => {
      if (input.conversationId !== null) return sent(input as never);
      isSignedIn = true;
      return refuse(409, 'GUEST_SIGNED_IN', 'You have signed in. Send your message again.');
    },
  });
  await screen.findByText(/messages/);
  send('Hello there');
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(2));
  const [first, second] = inputs('chat.send') as { conversationId: number | null; clientMessageId: string }[];
  expect([first?.conversationId, second?.conversationId]).toEqual([null, 7]);
  expect(second?.clientMessageId).toBe(first?.clientMessageId);
  await screen.findByText('mira@example.com');
  await waitFor(() => expect(place.current).toBe(7));
  expect(screen.getByText('Hello there')).toBeTruthy();
});

test('after a reload, a message of an empty chat is on screen again and goes into its own conversation', async () => {
  const waits = entry('c1', { conversationId: null, begins: 'L1', content: 'Hello there' });
  localStorage.setItem('noek_outbox', JSON.stringify({ entries: [waits], made: [] }));
  const { inputs } = openChat({
    ...signedIn,
    'chat.createConversation': () => conversation(7, { title: 'New Chat' }),
    'chat.send': sent,
  });
  await screen.findByText('Hello there');
  await waitFor(() => expect(place.current).toBe(7));
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ conversationId: 7, clientMessageId: 'c1' }]));
  expect(inputs('chat.createConversation')).toHaveLength(1);
});

test('after a question whose answer this page does not know, the server chooses what a message follows', async () => {
  const { send, inputs } = openChat({ ...signedIn, 'chat.messages': () => [message('q')], 'chat.send': sent }, 7);
  await screen.findByText('q');
  send('And then?');
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
  expect(inputs('chat.send')).toMatchObject([{ conversationId: 7, content: 'And then?' }]);
  expect(inputs('chat.send')[0]).not.toHaveProperty('parentId');
});

test('a message that waits for a decision does not hold back messages in a new empty chat', async () => {
  const refused = entry('c1', { ownerId: null, conversationId: null, begins: 'L1', state: 'decision', refusal: 'No.' });
  localStorage.setItem('noek_outbox', JSON.stringify({ entries: [refused], made: [] }));
  const { send, inputs } = openChat({ ...guest, 'chat.send': sent });
  await screen.findByText('No.');
  send('Another one');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'Another one' }]));
  await waitFor(() => expect(place.current).toBe(7));
});

test('a refused edit reopens its editor with its text and keeps its id when sent again', async () => {
  let attempts = 0;
  const { inputs } = openChat(
    {
      ...guest,
      'chat.messages': () => [
        message('q', { content: 'Apples' }),
        answer('a', { content: 'Yes.', status: 'complete' }),
      ],
      'chat.send': (input: never) => (++attempts === 1 ? refuse(503, 'UNAVAILABLE', 'Busy.') : sent(input)),
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Edit message' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Edit message' }), { target: { value: 'Green apples' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save & send' }));
  expect((await screen.findByText(/Busy\./)).textContent).toContain('edit was kept');
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit message' });
  expect(editor.value).toBe('Green apples');
  fireEvent.click(screen.getByRole('button', { name: 'Save & send' }));
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(2));
  const [first, second] = inputs('chat.send');
  expect(second).toEqual(first);
  expect(first).toMatchObject({ conversationId: 7, parentId: null, content: 'Green apples' });
});

test('a refused request for another answer leaves the answer unchanged', async () => {
  openChat(
    {
      ...guest,
      'chat.messages': () => [
        message('q', { content: 'Apples' }),
        answer('a', { content: 'Yes.', status: 'complete' }),
      ],
      'chat.regenerate': () => refuse(503, 'UNAVAILABLE', 'Busy.'),
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Regenerate' }));
  expect(screen.queryByText('Yes.')).toBeNull();
  await screen.findByText('Busy.');
  expect(screen.getByText('Yes.')).toBeTruthy();
  expect(localStorage.getItem('noek_outbox')).toBeNull();
});

/** The first send hangs: the server never answers. `signals` are those of the requests that sent a message. */
function hungChat() {
  const timeOut = new AbortController();
  const realTimeout = AbortSignal.timeout;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) =>
    milliseconds === 30_000 ? timeOut.signal : realTimeout(milliseconds),
  );
  let sends = 0;
  const chat = openChat(
    { ...signedIn, 'chat.send': (input: never) => (++sends === 1 ? new Promise(() => {}) : sent(input)) },
    7,
  );
  const answering = fetch;
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    if (address.includes('chat.send')) signals.push(init.signal as AbortSignal);
    return answering(address, init);
  });
  return { ...chat, signals, timeOut };
}

test('a send without a response is given up after 30 seconds and sent again under the same id', async () => {
  const { send, inputs, signals, timeOut } = hungChat();
  await screen.findByText('mira@example.com');
  send('Hello there');
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
  expect(signals[0]?.aborted).toBe(false);
  vi.mocked(AbortSignal.timeout).mockRestore();
  await act(async () => timeOut.abort(new DOMException('The operation timed out.', 'TimeoutError')));
  expect(signals[0]?.aborted).toBe(true);
  await screen.findByText(/Waiting for connection/);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(2));
  const [first, second] = inputs('chat.send');
  expect(second).toEqual(first);
  await waitFor(() => expect(localStorage.getItem('noek_outbox')).toBeNull());
});

test('signing out ends a send that has no response', async () => {
  const { send, inputs, signals } = hungChat();
  await screen.findByText('mira@example.com');
  send('Hello there');
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
  localStorage.setItem('noek_recent_logout', String(Date.now()));
  localStorage.removeItem('noek_user');
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'noek_user' })));
  await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  expect(localStorage.getItem('noek_outbox')).toBeNull();
});

test('[8.38] a new chat beyond the limit says in a sentence what is limited', async () => {
  const sentence = 'You have started many chats within an hour. Try again in 12 minutes.';
  openChat({ ...signedIn, 'chat.createConversation': () => refuse(429, 'RATE_LIMITED', sentence) });
  await screen.findByText('mira@example.com');
  newChat();
  await waitFor(() =>
    expect(currentToast.get()).toMatchObject({ title: 'Failed to create conversation', description: sentence }),
  );
});
