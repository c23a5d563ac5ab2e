import { readFileSync } from 'node:fs';
import { act, cleanup, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../../api/query-client.ts';
import { currentUserKey } from '../../api/trpc.ts';
import { navigate } from '../../components/base/navigate.ts';
import { storedUser, storeUser } from '../../features/session/start/stored-user.ts';
import { mira, refuse } from '../../features/session/testing/session-page.tsx';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { ChatPages } from './chat-pages.tsx';

const pageNamed = (name: string) => ({ default: ({ address }: { address: URL }) => <p>{`${name}${address.hash}`}</p> });
vi.mock('./account-page.tsx', () => pageNamed('account'));
vi.mock('./admin-page.tsx', () => pageNamed('admin'));
vi.mock('./audit-page.tsx', () => pageNamed('audit'));
vi.mock('./figures-page.tsx', () => pageNamed('figures'));
vi.mock('./knowledge-page.tsx', () => pageNamed('knowledge'));
vi.mock('./memories-page.tsx', () => pageNamed('memories'));
vi.mock('./reports-page.tsx', () => pageNamed('reports'));
vi.mock('./subscribe-page.tsx', () => pageNamed('subscribe'));
vi.mock('./success-page.tsx', () => pageNamed('success'));
vi.mock('../../features/chat/chat-screen.tsx', () => ({
  ChatScreen: ({ navigation }: { navigation: object }) => <p>{`chat ${JSON.stringify(navigation)}`}</p>,
}));

const replaced: unknown[] = [];
beforeEach(() => {
  replaced.length = 0;
  vi.spyOn(window.location, 'replace').mockImplementation((address) => void replaced.push(address));
});

/** Opens an address; `user`: how the server answers who is here. */
function open(address: string, user: () => unknown) {
  cleanup();
  stubApi({ 'auth.user': user });
  window.history.replaceState(null, '', address);
  const queries = createQueryClient();
  renderPage(<ChatPages />, {}, queries);
  return queries;
}
const lost = () => screen.findByText('NEURAL_PATH_404');

test.each([
  ['/account', 'account'],
  ['/account/', 'account'],
  ['/account#sessions', 'account#sessions'],
  ['/account/billing', 'account'],
  ['/account/settings', 'account'],
  ['/account/profile', 'account'],
  ['/settings', 'account'],
  ['/billing', 'account'],
  ['/profile', 'account'],
  ['/memories', 'memories'],
  ['/subscribe?card=update', 'subscribe'],
  ['/success', 'success'],
  ['/admin', 'admin'],
  ['/admin/audit?person=a', 'audit'],
  ['/admin/google-docs', 'knowledge'],
  ['/admin/figures', 'figures'],
  ['/admin/reports', 'reports'],
])('[2.21] %s shows a signed-in user the page "%s", a guest another one', async (address, name) => {
  open(address, () => mira);
  expect(await screen.findByText(name)).toBeTruthy();
  storeUser(null);
  open(address, () => null);
  if (address.startsWith('/subscribe')) await vi.waitFor(() => expect(replaced).toHaveLength(1));
  else expect(await lost()).toBeTruthy();
  expect(screen.queryByText(name)).toBeNull();
});

test('the shortcuts of the installed app lead to pages', async () => {
  const manifest = readFileSync(`${import.meta.dirname}/../../../public/manifest.webmanifest`, 'utf8');
  const { shortcuts } = JSON.parse(manifest) as { shortcuts: { url: string }[] };
  expect(shortcuts.length).toBeGreaterThan(0);
  for (const { url } of shortcuts) {
    open(url, () => mira);
    expect(await screen.findByText(/^(chat|memories)/)).toBeTruthy();
  }
});

test.each([
  ['/', { conversationId: null, messageId: null, find: null }],
  ['/chat/7', { conversationId: 7, messageId: null, find: null }],
  ['/chat/7/', { conversationId: 7, messageId: null, find: null }],
  ['/chat/7?message=m1&find=1e5', { conversationId: 7, messageId: 'm1', find: '1e5' }],
  ['/chat/7?message=&find=a&find=b', { conversationId: 7, messageId: null, find: null }],
])('%s opens the chat for everybody', async (address, navigation) => {
  open(address, () => null);
  expect(await screen.findByText(`chat ${JSON.stringify(navigation)}`)).toBeTruthy();
});

test.each(['/chat/0', '/chat/seven', '/chat/7/more', '/chat', '/nowhere', '/account/nowhere'])(
  '[2.21] %s is the 404 page for everybody',
  async (address) => {
    for (const user of [mira, null]) {
      open(address, () => user);
      expect(await lost()).toBeTruthy();
    }
  },
);

test('[2.19] [2.20] guests are redirected where they sign in, and see nothing meanwhile', async () => {
  for (const [address, elsewhere] of [
    ['/subscribe?plan=a', /^http:\/\/auth\.test\/login\?.*return_to=http.*subscribe%3Fplan%3Da$/],
    ['/reset-password?token=t', /^http:\/\/auth\.test\/reset-password\?token=t$/],
    ['/verify-email?token=t', /^http:\/\/auth\.test\/verify-email\?token=t$/],
  ] as const) {
    replaced.length = 0;
    open(address, () => null);
    await vi.waitFor(() => expect(replaced).toEqual([expect.stringMatching(elsewhere)]));
    expect(document.body.textContent).toBe('');
  }
  open('/reset-password?token=t', () => mira);
  expect(await lost()).toBeTruthy();
});

test('[2.07] the last user on this device is let through when the session has ended or nothing answers', async () => {
  storeUser(mira);
  open('/memories', refuse);
  expect(await screen.findByText('memories')).toBeTruthy();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  storeUser(mira);
  open('/memories', () => {
    throw new Error('connection lost');
  });
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(() => expect(screen.getByText('memories')).toBeTruthy());
  vi.useRealTimers();
});

test('whoever signs out on a page stays there until it leads them away', async () => {
  const queries = open('/memories', () => mira);
  expect(await screen.findByText('memories')).toBeTruthy();
  act(() => queries.setQueryData(currentUserKey, null));
  await vi.waitFor(() => expect(storedUser()).toBeNull());
  expect(screen.getByText('memories')).toBeTruthy();
  act(() => navigate('/account'));
  expect(await lost()).toBeTruthy();
});
