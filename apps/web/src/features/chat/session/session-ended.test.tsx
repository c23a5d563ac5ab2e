// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { mira } from '../../session/testing/mira.ts';
import { conversation } from '../testing/conversation.ts';
import { arrives, guest, openChat, refuse, signedIn } from '../testing/open-chat.tsx';

const notHere = () => refuse(404, 'NOT_FOUND', 'Not found.');

/** A person's conversation and what this server says about who is here; `here.user` changes it. */
function openMine(startAt: number | null) {
  const here: { user: User | null } = { user: mira };
  const page = openChat(
    {
      ...signedIn,
      'auth.user': () => here.user,
      'chat.conversation': () => (here.user ? conversation(7) : notHere()),
      'chat.messages': () => (here.user ? [] : notHere()),
      'chat.shared': notHere,
      'chat.update': notHere,
    },
    startAt,
  );
  return { ...page, here };
}

test('a conversation whose messages are loading while several reads learn that the session has ended says so', async () => {
  /** Requests after the session has ended: who is here and, once the answer is "no one", the messages. */
  const who: (() => void)[] = [];
  const messages: (() => void)[] = [];
  let hasEnded = false;
  const later = (list: (() => void)[]) => new Promise<void>((resolve) => list.push(resolve));
  openChat(
    {
      ...signedIn,
      'auth.user': async () => {
        if (!hasEnded) return mira;
        await later(who);
        return null;
      },
      'chat.conversation': notHere,
      'chat.allowance': () => refuse(401, 'UNAUTHORIZED', 'Please sign in first.'),
      'chat.conversations': () => refuse(401, 'UNAUTHORIZED', 'Please sign in first.'),
      'chat.messagePage': async () => {
        const isFirst = !hasEnded;
        hasEnded = true;
        if (!isFirst) await later(messages);
        return notHere();
      },
      'chat.shared': notHere,
    },
    7,
  );
  await waitFor(() => expect(who.length).toBeGreaterThan(1));
  await act(async () => who.shift()?.());
  // The person is signed out now, so the messages are requested again.
  await waitFor(() => expect(messages).toHaveLength(1));
  await act(async () => {
    for (const answer of who.splice(0)) answer();
  });
  await act(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    for (const answer of messages) answer();
  });
  expect(await screen.findByText('Your session has ended. Sign in to continue.')).toBeTruthy();
});

/** Writes into the shared storage as another tab does. */
const elsewhere = (stored: User | null) =>
  act(() => {
    if (stored) localStorage.setItem('noek_user', JSON.stringify(stored));
    else {
      localStorage.setItem('noek_recent_logout', String(Date.now()));
      localStorage.removeItem('noek_user');
    }
    window.dispatchEvent(new StorageEvent('storage', { key: 'noek_user' }));
  });

test('a conversation whose reader has been signed out says that the session has ended, and that the text is kept', async () => {
  localStorage.setItem('noek_drafts_of', mira.id);
  localStorage.setItem('noek_draft_7', JSON.stringify({ text: 'half a thought' }));
  openChat({ ...guest, 'chat.conversation': notHere, 'chat.messages': notHere, 'chat.shared': notHere }, 7);
  const heading = await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(heading.textContent).toBe('Your session has ended. Sign in to continue.'));
  await screen.findByText(/What you typed is kept in this tab\./);
  // Other people who use this device cannot read it.
  expect(Object.entries(localStorage).join()).not.toContain('half a thought');
  expect(currentToast.get()?.title).toBe('Your session has ended');
  expect(screen.queryByText('Conversation not found')).toBeNull();
});

test('for a guest who was never signed in, it is still not found', async () => {
  openChat({ ...guest, 'chat.conversation': notHere, 'chat.messages': notHere, 'chat.shared': notHere }, 7);
  expect(await screen.findByRole('heading', { name: 'Conversation not found' })).toBeTruthy();
});

test('a sign-out in another tab is announced, and the draft waits here for the same person', async () => {
  const { box, here } = openMine(null);
  await screen.findByText('mira@example.com');
  fireEvent.change(box(), { target: { value: 'half a thought' } });
  here.user = null;
  elsewhere(null);
  await waitFor(() => expect(currentToast.get()?.title).toBe('You signed out in another tab'));
  expect(currentToast.get()?.description).toBe('What you were writing is kept in this tab until you sign in again.');
  // The person who uses the page now does not see it.
  expect(box().value).toBe('');
  expect(Object.entries(localStorage).join()).not.toContain('half a thought');

  localStorage.removeItem('noek_recent_logout');
  here.user = mira;
  elsewhere(mira);
  await screen.findByText('mira@example.com');
  await waitFor(() => expect(box().value).toBe('half a thought'));
});

test('another person who signs in after that does not get the draft, and neither does its writer later', async () => {
  const { box, here } = openMine(null);
  await screen.findByText('mira@example.com');
  fireEvent.change(box(), { target: { value: 'half a thought' } });
  here.user = null;
  elsewhere(null);
  await waitFor(() => expect(box().value).toBe(''));
  localStorage.removeItem('noek_recent_logout');
  for (const user of [{ ...mira, id: 'u2', name: 'Ben Ek' }, mira]) {
    here.user = user;
    elsewhere(user);
    await screen.findByRole('link', { name: new RegExp(`^Account.*${user.name}`) });
    expect(box().value).toBe('');
  }
  expect(JSON.stringify(sessionStorage)).not.toContain('half a thought');
});

test('the unsent text of a person whose session ended elsewhere waits in this tab for that person alone', async () => {
  const { box, here } = openMine(7);
  await screen.findByText('mira@example.com');
  fireEvent.change(box(), { target: { value: 'half a thought' } });
  localStorage.setItem('noek_draft_9', JSON.stringify({ text: 'another chat' }));
  localStorage.setItem('noek_edit_9', JSON.stringify({ open: 'm', texts: { m: { text: 'an edit' } } }));
  here.user = null;
  await arrives({ type: 'hello' });
  await screen.findByText('Your session has ended. Sign in to continue.');
  expect(currentToast.get()).toMatchObject({
    title: 'Your session has ended',
    description: 'What you were writing is kept in this tab until you sign in again.',
  });
  const stored = () => Object.entries(localStorage).join();
  for (const text of ['half a thought', 'another chat', 'an edit']) expect(stored()).not.toContain(text);

  // A text that a guest writes here now belongs to the guest.
  fireEvent.click(screen.getByRole('button', { name: 'New chat' }));
  fireEvent.change(box(), { target: { value: 'from a guest' } });
  here.user = mira;
  elsewhere(mira);
  await screen.findByText('mira@example.com');
  await waitFor(() => expect(stored()).toContain('an edit'));
  for (const text of ['half a thought', 'another chat']) expect(stored()).toContain(text);
  expect(box().value).toBe('from a guest');
  expect(JSON.stringify(sessionStorage)).not.toContain('half a thought');
});

test('another person who signs in after a session has ended finds nothing of it', async () => {
  const { box, here } = openMine(7);
  await screen.findByText('mira@example.com');
  fireEvent.change(box(), { target: { value: 'half a thought' } });
  here.user = null;
  await arrives({ type: 'hello' });
  await screen.findByText('Your session has ended. Sign in to continue.');
  here.user = { ...mira, id: 'u2', name: 'Ben Ek' };
  elsewhere(here.user);
  await screen.findByRole('link', { name: /^Account.*Ben Ek/ });
  expect(Object.entries(localStorage).join() + JSON.stringify(sessionStorage)).not.toContain('half a thought');
});
