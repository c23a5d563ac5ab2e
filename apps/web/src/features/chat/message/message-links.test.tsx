// @vitest-environment happy-dom
import type { SharedConversation } from '@noek/contract/chat/sharing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { messageOfHash } from '../conversation-id.ts';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { guest, linked, openChat, otherAction, refuse, signedIn } from '../testing/open-chat.tsx';

const complete = { status: 'complete', content: 'In the attic.' } as const;
const own = { 'chat.messages': () => [message('q', { content: 'Where?' }), answer('a', complete)] };
const shared: SharedConversation = {
  conversation: { id: 7, title: 'Tides', sharedAt: '2026-11-21T12:00:00.000Z', olderLeftOut: false },
  messages: [message('q', { content: 'Where?' }), answer('a', complete)].map((one) => ({ ...one, files: [] })),
};
const others = {
  ...guest,
  'chat.conversation': () => refuse(404, 'NOT_FOUND', 'Conversation not found.'),
  'chat.messagePage': () => refuse(404, 'NOT_FOUND', 'Conversation not found.'),
  'chat.shared': () => shared,
};

let written: string[];
beforeAll(() => import('../sharing/shared-page.tsx'));
beforeEach(() => {
  written = [];
  Element.prototype.scrollIntoView = () => {};
  const clipboard = { writeText: async (text: string) => void written.push(text) } as unknown as Clipboard;
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(clipboard);
});

const row = (id: string) => document.querySelector<HTMLElement>(`[data-message="${id}"]`);
async function copied(isShared: boolean): Promise<string[]> {
  for (const id of ['q', 'a']) {
    await waitFor(() => expect(row(id)).not.toBeNull());
    const message = row(id) as HTMLElement;
    fireEvent.click(
      isShared ? within(message).getByRole('button', { name: 'Copy link' }) : await otherAction('Copy link', message),
    );
  }
  await waitFor(() => expect(written).toHaveLength(2));
  return written.map((text) => new URL(text)).map(({ pathname, hash }) => pathname + hash);
}

test.each([
  ['m-a1', 'a1'],
  ['', null],
  ['a1', null],
  ['m-', null],
  [`m-${'x'.repeat(129)}`, null],
])('the fragment %j names the message %j', (fragment, id) => {
  expect(messageOfHash(fragment)).toBe(id);
});

test.each([
  ['a signed-in person', { ...signedIn, ...own }],
  ['a guest', { ...guest, ...own }],
  ['a reader of a shared copy', others],
])('%s copies the links of questions and answers', async (_, handlers) => {
  openChat(handlers, 7);
  expect(await copied(handlers === others)).toEqual(['/chat/7#m-q', '/chat/7#m-a']);
  if (handlers !== others) await waitFor(() => expect(currentToast.get()).toMatchObject({ title: 'Link copied' }));
});

test.each([
  ['own', { ...signedIn, ...own }],
  ['shared', others],
])('a link opens the %s conversation at its message, which gets the focus', async (_, handlers) => {
  openChat(handlers, 7, {}, 'a');
  await screen.findByText('In the attic.');
  await waitFor(() => expect(document.activeElement).toBe(row('a')));
  await waitFor(() => expect(linked.current).toBeNull());
  expect(currentToast.get()).toBeNull();
});

test.each([
  ['own', { ...signedIn, ...own }],
  ['shared', others],
])('a link to an unknown message opens the %s conversation and says so', async (_, handlers) => {
  const notThere = () => refuse(404, 'NOT_FOUND', 'Message not found.');
  const page = ({ cursor }: { cursor?: { around?: string } }) =>
    cursor?.around ? notThere() : { messages: own['chat.messages'](), older: null, newer: null, versions: {} };
  const given =
    handlers === others ? handlers : { ...handlers, 'chat.messagePage': page, 'chat.showVersion': notThere };
  openChat(
    { ...given, 'chat.conversations': () => ({ conversations: [conversation(7)], nextCursor: null }) },
    7,
    {},
    'x',
  );
  await screen.findByText('In the attic.');
  await waitFor(() => expect(currentToast.get()?.title).toBe('This message no longer exists'));
  expect(linked.current).toBeNull();
});
