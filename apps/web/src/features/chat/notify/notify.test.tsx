// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, type Mock, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { arrives, guest, openChat, place, setWide, signedIn } from '../testing/open-chat.tsx';

class FakeNotification {
  static permission: NotificationPermission = 'default';
  static answer: NotificationPermission = 'granted';
  static shown: FakeNotification[] = [];
  static async requestPermission() {
    FakeNotification.permission = FakeNotification.answer;
    return FakeNotification.permission;
  }
  onclick: (() => void) | null = null;
  readonly title: string;
  readonly options: NotificationOptions;
  constructor(title: string, options: NotificationOptions) {
    this.title = title;
    this.options = options;
    FakeNotification.shown.push(this);
  }
  close() {}
}

const running = answer('a', { content: 'So far' });
const done = { ...running, status: 'complete', content: 'A secret.', sequence: 9 } as const;
const handlers = {
  'chat.conversation': ({ conversationId }: { conversationId: number }) =>
    conversation(conversationId, { title: 'Tides' }),
  'chat.messages': () => [message('q'), running],
};

let visibility: Mock<() => DocumentVisibilityState>;
const hide = (hidden: boolean) =>
  act(async () => {
    visibility.mockReturnValue(hidden ? 'hidden' : 'visible');
    document.dispatchEvent(new Event('visibilitychange'));
  });

beforeAll(() => import('./notify-question.tsx'));
beforeEach(() => {
  setWide(false);
  localStorage.clear();
  vi.stubGlobal('Notification', FakeNotification);
  Object.assign(FakeNotification, { permission: 'default', answer: 'granted', shown: [] });
  visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
});
afterEach(() => hide(false));

const button = (name: string) => screen.findByRole('button', { name });

/** Opens a running answer, leaves the page and comes back. */
async function leaveAndReturn(who: typeof signedIn) {
  openChat({ ...who, ...handlers }, 7);
  await screen.findByText('So far');
  await arrives({ type: 'answer', message: running });
  expect(screen.queryByText('Tell you when an answer is done?')).toBeNull();
  await hide(true);
  await hide(false);
}

test.each([
  ['a signed-in person', signedIn],
  ['a guest', guest],
])('%s is asked after leaving a running answer, and is notified of the next one', async (_, who) => {
  await leaveAndReturn(who);
  fireEvent.click(await button('Yes, notify me'));
  await waitFor(() => expect(FakeNotification.permission).toBe('granted'));
  expect(screen.queryByText('Tell you when an answer is done?')).toBeNull();
  await hide(true);
  await arrives({ type: 'done', message: done });
  expect(document.title).toBe('● Tides · Noek');
  await waitFor(() => expect(FakeNotification.shown).toHaveLength(1));
  const [shown] = FakeNotification.shown;
  expect(shown?.title).toBe('Tides');
  expect(JSON.stringify(shown?.options)).not.toContain('secret');
  act(() => shown?.onclick?.());
  expect(place.current).toBe(7);
  await hide(false);
  expect(document.title).toBe('Tides · Noek');
});

test('"No" is remembered, and the menu turns them on later', async () => {
  await leaveAndReturn(signedIn);
  fireEvent.click(await button('No, thanks'));
  await hide(true);
  await hide(false);
  expect(screen.queryByText('Tell you when an answer is done?')).toBeNull();
  expect(FakeNotification.permission).toBe('default');
  expect(localStorage.getItem('noek_notify')).toBe('off');
  const more = await button('More');
  more.focus();
  fireEvent.keyDown(more, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Turn on notifications' }));
  await waitFor(() => expect(localStorage.getItem('noek_notify')).toBe('on'));
});

test('a browser that blocks them says where to allow them', async () => {
  await leaveAndReturn(signedIn);
  FakeNotification.answer = 'denied';
  fireEvent.click(await button('Yes, notify me'));
  await waitFor(() => expect(currentToast.get()?.title).toBe('Your browser blocks notifications of Noek'));
  await hide(true);
  await arrives({ type: 'done', message: done });
  expect(document.title).toMatch(/^● /);
  expect(FakeNotification.shown).toEqual([]);
});
