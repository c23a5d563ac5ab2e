// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { arrives, guest, openChat, refuse, sent, signedIn } from '../testing/open-chat.tsx';

const webSearch = () => screen.getByRole('switch', { name: 'Web search' });
const isOn = () => webSearch().getAttribute('aria-checked') === 'true';
type Changed = { webSearch: boolean };

const openAnswered = (handlers: Parameters<typeof openChat>[0] = {}) =>
  openChat(
    {
      ...signedIn,
      'chat.conversation': () => conversation(7),
      'chat.messages': () => [
        message('q', { content: 'Why?' }),
        answer('a', { status: 'complete', content: 'Because.' }),
      ],
      ...handlers,
    },
    7,
  );

test('a guest turns it on before the first message, which carries it; then it belongs to the conversation', async () => {
  const { send, inputs, place } = openChat(
    {
      ...guest,
      'chat.send': (input: Parameters<typeof sent>[0] & { webSearch?: boolean }) => ({
        ...sent(input),
        conversation: conversation(7, { webSearch: input.webSearch ?? false }),
      }),
      'chat.changeAnswerSettings': (input: Changed) => conversation(7, { webSearch: input.webSearch }),
    },
    null,
  );
  await screen.findByText(/messages/);
  expect(isOn()).toBe(false);
  fireEvent.click(webSearch());
  expect(isOn()).toBe(true);
  send('Who won?');
  await waitFor(() => expect(place.current).toBe(7));
  expect(inputs('chat.send')).toMatchObject([{ content: 'Who won?', webSearch: true }]);
  await waitFor(() => expect(isOn()).toBe(true));
  fireEvent.click(webSearch());
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, webSearch: false }]));
  await waitFor(() => expect(isOn()).toBe(false));
});

test('a change shows at once, is stored with the conversation, and follows the other tabs', async () => {
  const { inputs } = openAnswered({
    'chat.changeAnswerSettings': (input: Changed) => conversation(7, { webSearch: input.webSearch }),
  });
  await screen.findByText('Because.');
  fireEvent.click(webSearch());
  expect(isOn()).toBe(true);
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, webSearch: true }]));
  await arrives({ type: 'conversation', conversation: conversation(7, { webSearch: false }) });
  await waitFor(() => expect(isOn()).toBe(false));
});

test('without a connection, the next message carries the change', async () => {
  const { send, inputs } = openAnswered({
    'chat.changeAnswerSettings': () => {
      throw new Error('no connection');
    },
    'chat.send': (input: Parameters<typeof sent>[0]) => ({
      ...sent(input),
      conversation: conversation(7, { webSearch: true }),
    }),
  });
  await screen.findByText('Because.');
  fireEvent.click(webSearch());
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toHaveLength(1));
  expect(isOn()).toBe(true);
  send('And now?');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'And now?', webSearch: true }]));
});

test('a refused change is reverted with the reason', async () => {
  openAnswered({ 'chat.changeAnswerSettings': () => refuse(404, 'NOT_FOUND', 'Conversation not found.') });
  await screen.findByText('Because.');
  fireEvent.click(webSearch());
  expect(await screen.findByText('Conversation not found.')).toBeTruthy();
  expect(isOn()).toBe(false);
});
