// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { storeUser } from '../../../session/start/stored-user.ts';
import { mira } from '../../../session/testing/mira.ts';
import { forgetTemporary } from '../../temporary-chats.ts';
import { conversation } from '../../testing/conversation.ts';
import { answer, message } from '../../testing/message.ts';
import { arrives, openChat, place, refuse, sent, signedIn } from '../../testing/open-chat.tsx';

const hush = answer('a', { status: 'complete', content: 'Hush.' });
const temporary = conversation(7, { title: 'Temporary chat', temporary: true });

beforeAll(async () => {
  await Promise.all([import('./temporary-banner.tsx'), import('../../signed-in/parts.tsx')]);
});
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  forgetTemporary();
  storeUser(mira);
});

/** A person's chat in which conversation 7 is temporary until it is kept or ended. */
function openTemporary(startAt: number | null = null, more: Parameters<typeof openChat>[0] = {}) {
  let now: Conversation | null = startAt === null ? null : temporary;
  const found = () => now ?? refuse(404, 'NOT_FOUND', 'Conversation not found.');
  const chat = openChat(
    {
      ...signedIn,
      'chat.conversation': ({ conversationId }: { conversationId: number }) =>
        conversationId === 7 ? found() : conversation(conversationId),
      'chat.shared': () => refuse(404, 'NOT_FOUND', 'Conversation not found.'),
      'chat.messages': ({ conversationId }: { conversationId: number }) =>
        conversationId === 7 ? found() && [message('q', { content: 'A secret' }), hush] : [],
      'chat.createConversation': () => conversation(9, { title: 'New Chat', updatedAt: conversation(9).createdAt }),
      'chat.send'(input: { content: string; clientMessageId: string; temporary?: boolean }) {
        now = input.temporary ? temporary : conversation(7);
        return {
          ...sent(input),
          conversation: now,
          assistantMessage: hush,
        };
      },
      'chat.keep'() {
        now = conversation(7, { title: 'A secret' });
        return now;
      },
      'chat.end'() {
        now = null;
        return { message: 'Temporary chat ended.' };
      },
      ...more,
    },
    startAt,
  );
  return {
    ...chat,
    /** It ends on another device, or after 24 hours. */
    async endElsewhere() {
      now = null;
      await arrives({ type: 'gone', conversationId: 7 });
    },
  };
}
const banner = () => screen.findByRole('region', { name: 'Temporary chat' });
const theSwitch = () => screen.findByRole('switch', { name: 'Temporary chat' });
const press = async (name: string) => fireEvent.click(await within(await banner()).findByRole('button', { name }));
/** All that this device keeps. */
const stored = () => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]);

test('the switch starts a temporary chat, which its first message creates; nothing is in the lists or on this device', async () => {
  const { send, box, inputs } = openTemporary();
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('false');
  fireEvent.change(box(), { target: { value: 'A secret' } });
  fireEvent.click(await theSwitch());
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('true');
  expect((await banner()).textContent).toContain('out of your list and memory');
  expect(document.title).toBe('Temporary chat · Noek');
  expect(box().value).toBe('A secret');
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).not.toContain('secret');
  expect(inputs('chat.createConversation')).toEqual([]);

  send('A secret');
  await waitFor(() => expect(place.current).toBe(7));
  expect(inputs('chat.send')).toMatchObject([{ conversationId: null, content: 'A secret', temporary: true }]);
  expect(await within(await banner()).findByRole('button', { name: 'Keep this chat' })).toBeTruthy();
  expect(document.title).toBe('Temporary chat · Noek');
  expect(screen.queryByRole('link', { name: /secret/i })).toBeNull();
  fireEvent.change(box(), { target: { value: 'Another secret' } });
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).not.toContain('secret');
  // The next empty chat is a usual one.
  fireEvent.click(await theSwitch());
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Temporary chat' })).toBeNull());
  await waitFor(() => expect(inputs('chat.createConversation')).toHaveLength(1));
});

test('a temporary chat does not offer what it cannot do', async () => {
  openTemporary(7);
  await banner();
  await screen.findByText('Hush.');
  expect(screen.queryByRole('button', { name: /^Share/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Rename/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Report/ })).toBeNull();
  const more = within(screen.getByRole('banner')).getByRole('button', { name: 'More' });
  fireEvent.keyDown(more, { key: 'Enter' });
  await screen.findByRole('menuitem', { name: 'Sign out' });
  for (const name of ['Rename', 'Pin', 'Export…', 'Clear conversation', 'Share'])
    expect(screen.queryByRole('menuitem', { name })).toBeNull();
});

test('a chat that is kept comes into the list and has a title', async () => {
  openTemporary(7);
  await press('Keep this chat');
  expect(await screen.findByText('This chat is kept')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Temporary chat' })).toBeNull());
  expect(await screen.findByRole('link', { name: /A secret/ })).toBeTruthy();
  expect(document.title).toBe('A secret · Noek');
});

test('End asks, ends the chat, and opens a new one', async () => {
  const { inputs } = openTemporary(7);
  await press('End');
  const question = await screen.findByRole('alertdialog');
  fireEvent.click(within(question).getByRole('button', { name: 'End' }));
  await waitFor(() => expect(place.current).toBeNull());
  expect(inputs('chat.end')).toEqual([{ conversationId: 7 }]);
  expect(await screen.findByText('Temporary chat ended')).toBeTruthy();
  expect(screen.queryByText('Hush.')).toBeNull();
  expect((await theSwitch()).getAttribute('aria-checked')).toBe('false');
  expect(document.title).toBe('Noek');
});

test('a chat that cannot be ended or kept stays, with the reason', async () => {
  const broken = () => refuse(400, 'BAD_REQUEST', 'Not now.');
  openTemporary(7, { 'chat.end': broken, 'chat.keep': broken });
  await press('Keep this chat');
  expect(await screen.findByText("Couldn't keep this chat")).toBeTruthy();
  await press('End');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'End' }));
  expect(await screen.findByText("Couldn't end this chat")).toBeTruthy();
  expect(place.current).toBe(7);
  expect(screen.getByText('Hush.')).toBeTruthy();
});

test('a chat that ended elsewhere says so, and drops what was unsent', async () => {
  const { box, endElsewhere } = openTemporary(7, {
    'chat.send': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await screen.findByText('Hush.');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fireEvent.change(box(), { target: { value: 'Unsent secret' } });
  fireEvent.keyDown(box(), { key: 'Enter' });
  expect(await screen.findByText('Waiting for connection')).toBeTruthy();
  expect(stored()).toContain('Unsent secret');
  await act(endElsewhere);
  expect(await screen.findByRole('heading', { name: 'This temporary chat has ended' })).toBeTruthy();
  await waitFor(() => expect(stored()).not.toContain('secret'));
  expect(screen.queryByRole('region', { name: 'Temporary chat' })).toBeNull();
});

test('the welcome offers a temporary chat; turning it off keeps what was typed', async () => {
  const { box, send, inputs } = openTemporary();
  fireEvent.click(await screen.findByRole('button', { name: 'Start a temporary chat' }));
  fireEvent.change(box(), { target: { value: 'A secret' } });
  await press('Turn off');
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Temporary chat' })).toBeNull());
  expect(box().value).toBe('A secret');
  expect(document.title).toBe('Noek');
  send('Nothing secret');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ conversationId: 9, content: 'Nothing secret' }]));
  expect(inputs('chat.send')[0]).not.toHaveProperty('temporary');
});

test('signing out leaves nothing of a temporary chat in the tab', async () => {
  const { box } = openTemporary(7, { 'auth.logout': () => ({ message: 'Signed out.' }) });
  await banner();
  fireEvent.change(box(), { target: { value: 'A secret' } });
  await waitFor(() => expect(stored()).toContain('[7]'));
  fireEvent.keyDown(within(screen.getByRole('banner')).getByRole('button', { name: 'More' }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }));
  await waitFor(() => expect(place.current).toBeNull());
  await waitFor(() => expect(stored()).not.toContain('temporary'));
  expect(box().value).toBe('');
  expect(stored()).not.toContain('secret');
});
