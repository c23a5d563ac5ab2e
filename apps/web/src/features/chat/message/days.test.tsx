// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { conversation } from '../testing/conversation.ts';
import { message } from '../testing/message.ts';
import { openChat, signedIn } from '../testing/open-chat.tsx';
import { dayLabel, groupLabel } from './day-labels.ts';

const local = (year: number, month: number, day: number, hour = 12) =>
  new Date(year, month - 1, day, hour).toISOString();
const today = new Date(2026, 2, 12).getTime();

test.each([
  [local(2026, 3, 12, 0), 'Today'],
  [local(2026, 3, 13), 'Today'],
  [local(2026, 3, 11, 23), 'Yesterday'],
  [local(2026, 3, 11, 0), 'Yesterday'],
  [local(2026, 3, 10, 23), 'Mar 10'],
  [local(2025, 12, 31), 'Dec 31, 2025'],
  ['', null],
])('the day of %j is %j', (at, label) => {
  expect(dayLabel(at, today)).toBe(label);
});

test.each([
  [local(2026, 3, 12), 'Today'],
  [local(2026, 3, 11), 'Yesterday'],
  [local(2026, 3, 10), 'Previous 7 days'],
  [local(2026, 3, 5, 0), 'Previous 7 days'],
  [local(2026, 3, 4, 23), 'Previous 30 days'],
  [local(2026, 2, 10, 0), 'Previous 30 days'],
  [local(2026, 2, 9, 23), 'February'],
  [local(2025, 11, 12), 'November 2025'],
  ['', 'Recently'],
])('a conversation of %j is in the group %j', (at, label) => {
  expect(groupLabel(at, today)).toBe(label);
});

const beforeMidnight = new Date(2026, 2, 12, 23, 59, 58);
/** The clock is stopped shortly before midnight; only timers that a test advances run. */
function atMidnight() {
  vi.useFakeTimers({ now: beforeMidnight, shouldAdvanceTime: true, advanceTimeDelta: 1 });
}
afterEach(() => void vi.useRealTimers());

/** The headings of the list, each of which is the first thing in its row. */
const headings = () =>
  within(screen.getByRole('list', { name: 'Chats' }))
    .getAllByRole('heading', { level: 3 })
    .map((heading) => [heading.parentElement?.firstElementChild === heading, heading.getAttribute('aria-label')]);
const grouped = (...labels: string[]) => labels.map((label) => [true, label]);
const days = () =>
  within(screen.getByRole('log'))
    .queryAllByRole('heading', { name: /^(Today|Yesterday|Mar \d+)$/ })
    .map((at) => at.textContent);

test('the list is grouped by day and the rows keep their numbers, across midnight', async () => {
  atMidnight();
  openChat({
    ...signedIn,
    'chat.conversations': () => ({
      conversations: [
        conversation(4, { title: 'Tea', updatedAt: local(2026, 3, 12, 9) }),
        conversation(3, { title: 'Coffee', updatedAt: local(2026, 3, 12, 8) }),
        conversation(2, { title: 'Water', updatedAt: local(2026, 3, 11) }),
        conversation(1, { title: 'Salt', updatedAt: local(2025, 3, 11) }),
      ],
      nextCursor: null,
    }),
  });
  const list = await screen.findByRole('list', { name: 'Chats' });
  const rows = within(list).getAllByRole('listitem');
  expect(rows.map((row) => [row.getAttribute('aria-posinset'), row.getAttribute('aria-setsize')])).toEqual([
    ['1', '4'],
    ['2', '4'],
    ['3', '4'],
    ['4', '4'],
  ]);
  expect(rows.map((row) => within(row).getAllByRole('link').length)).toEqual([1, 1, 1, 1]);
  expect(rows[0]?.textContent).toMatch(/^Tea/);
  expect(headings()).toEqual(grouped('Today', 'Yesterday', 'March 2025'));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(headings()).toEqual(grouped('Yesterday', 'Previous 7 days', 'March 2025'));
  expect(within(list).getAllByRole('listitem')[0]).toBe(rows[0]);
});

test('messages of different days are separated, and their days change at midnight', async () => {
  atMidnight();
  openChat(
    {
      ...signedIn,
      'chat.messages': () => [
        message('q1', { createdAt: local(2026, 3, 10) }),
        message('a1', { role: 'assistant', parentId: 'q1', createdAt: local(2026, 3, 10, 13) }),
        message('q2', { parentId: 'a1', createdAt: local(2026, 3, 11) }),
        message('a2', { role: 'assistant', parentId: 'q2', createdAt: local(2026, 3, 12, 0) }),
      ],
    },
    7,
  );
  await screen.findByText('q2');
  expect(days()).toEqual(['Mar 10', 'Yesterday', 'Today']);
  const order = screen.getByRole('log').textContent ?? '';
  expect(order.indexOf('Yesterday')).toBeGreaterThan(order.indexOf('a1'));
  expect(order.indexOf('Yesterday')).toBeLessThan(order.indexOf('q2'));
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(days()).toEqual(['Mar 10', 'Mar 11', 'Yesterday']);
});

test('the first loaded message does not claim to begin its day', async () => {
  const older = { older: 'cursor', newer: null, versions: {} };
  openChat(
    {
      ...signedIn,
      'chat.messagePage': () => ({ messages: [message('q9', { createdAt: local(2026, 3, 10) })], ...older }),
    },
    7,
  );
  await screen.findByText('q9');
  expect(days()).toEqual([]);
});
