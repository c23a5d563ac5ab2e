// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { conversation } from '../../testing/conversation.ts';
import { answer, message } from '../../testing/message.ts';
import { openChat, sent, signedIn } from '../../testing/open-chat.tsx';

const toggle = (name: string) => screen.findByRole('button', { name });
const pressed = async (name: string) => (await toggle(name)).getAttribute('aria-pressed');

test('before the first message, a mode is a setting without messages of its own, and the message carries it', async () => {
  const { inputs, send } = openChat({
    ...signedIn,
    'chat.createConversation': () => conversation(7),
    'chat.send': (input: Parameters<typeof sent>[0]) => ({
      ...sent(input),
      conversation: conversation(7, { title: 'Cats', funMode: true, headMessageId: 'a' }),
    }),
    'chat.messages': () => [],
  });
  fireEvent.click(await toggle('Fun Mode'));
  expect(await pressed('Fun Mode')).toBe('true');
  fireEvent.click(await toggle('Harmful Mode'));
  expect(await pressed('Harmful Mode')).toBe('true');
  expect(document.querySelector('.chat-frame')?.getAttribute('data-mode')).toBe('harmful');
  fireEvent.click(await toggle('Fun Mode'));
  expect(screen.queryByRole('button', { name: 'Harmful Mode' })).toBeNull();
  fireEvent.click(await toggle('Fun Mode'));
  expect(await pressed('Harmful Mode')).toBe('false');
  expect(inputs('chat.send')).toEqual([]);
  send('Why do cats purr?');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'Why do cats purr?', funMode: true }]));
  expect(await screen.findByText('Fun Mode on')).toBeTruthy();
});

test('[4.09] in a conversation, a mode is switched by its command', async () => {
  const { inputs } = openChat(
    {
      ...signedIn,
      'chat.conversation': () => conversation(7, { headMessageId: 'a' }),
      'chat.messages': () => [message('q'), answer('a', { status: 'complete', content: 'So.' })],
      'chat.send': () => new Promise(() => {}),
    },
    7,
  );
  await screen.findByText('So.');
  fireEvent.click(await toggle('Fun Mode'));
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: ':fun.mode=on' }]));
});
