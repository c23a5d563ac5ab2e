// @vitest-environment happy-dom
import type { Invoice, SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { mira } from '../../session/testing/mira.ts';
import { basicStatus, paidStatus, premiumMira, sandboxConfig, subscriber } from '../testing/subscription-server.ts';
import { CurrentPlan } from './current-plan.tsx';

beforeAll(() => import('../../../components/base/toasts/toast-region.tsx'));
afterEach(() => {
  cleanup();
  currentToast.set(null);
  vi.useRealTimers();
});

function open(status: () => SubscriptionStatus, more: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi(subscriber(status, more));
  renderPage(
    <>
      <CurrentPlan />
      <Toaster />
    </>,
    sandboxConfig,
  );
  return calls;
}
const button = (name: string) => screen.queryByRole('button', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const link = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href');
const cancelling: SubscriptionStatus = { ...paidStatus, cancelAtPeriodEnd: true };

test('[2.124] the basic plan: its benefits, the messages left, and a way to SuperNoek', async () => {
  open(() => basicStatus);
  expect(await screen.findByText('Basic (Free)')).toBeTruthy();
  expect(link('Upgrade to SuperNoek')).toBe('/subscribe');
  const bar = await screen.findByRole('progressbar', { name: 'Messages used in 24 hours' });
  expect([bar.getAttribute('aria-valuenow'), bar.getAttribute('aria-valuemax')]).toEqual(['59', '3000']);
  expect(bar.getAttribute('aria-valuetext')).toBe('59 of 3,000 used');
  expect(screen.getByText('2,941 messages left (24-hour limit)')).toBeTruthy();
  expect(button('Cancel Subscription')).toBeNull();
});

test('while the allowance is read, the bars have their place', async () => {
  open(() => basicStatus, { 'chat.allowance': () => new Promise(() => {}) });
  const place = await screen.findByRole('status', { name: 'Loading how many messages are left' });
  expect(place.children).toHaveLength(1);
});

test('both windows of SuperNoek, each with when there will be more', async () => {
  const resetAt = new Date(Date.now() + 60_000).toISOString();
  open(() => paidStatus, {
    'chat.allowance': () => ({
      remainingMessages: 0,
      messageLimit: 10_000,
      resetAt,
      windows: [
        { limit: 10_000, remaining: 0, windowMs: 4 * 3_600_000, resetAt },
        { limit: 50_000, remaining: 40_000, windowMs: 24 * 3_600_000, resetAt },
      ],
    }),
  });
  expect(await screen.findByText('0 messages left (4-hour limit)')).toBeTruthy();
  expect(screen.getByText('40,000 messages left (24-hour limit)')).toBeTruthy();
  expect(screen.getAllByText(/Resets at /)).toHaveLength(2);
});

test('a paid plan: its price, its renewal, its card and its invoices', async () => {
  const invoice: Invoice = {
    id: 'in_1',
    number: 'N-1',
    createdAt: '2026-11-22T12:00:00.000Z',
    amountCents: 3_000,
    refundedCents: 0,
    currency: 'usd',
    status: 'paid',
    url: 'http://chat.test/api/subscription/invoices/in_1',
    pdfUrl: null,
  };
  open(() => paidStatus, {
    'subscription.invoices': () => [
      invoice,
      { ...invoice, id: 'in_2', refundedCents: 3_000, createdAt: '2026-10-22T12:00:00.000Z' },
      { ...invoice, id: 'in_3', status: 'open', url: null },
    ],
  });
  expect(await screen.findByText('$30 per month. Renews on December 22, 2026.')).toBeTruthy();
  expect(screen.getByText('Visa ending in 4242')).toBeTruthy();
  expect(link('Update card')).toBe('/subscribe?card=update');
  const rows = (await screen.findAllByRole('row')).slice(1).map((row) => row.textContent);
  expect(rows).toEqual([
    'November 22, 2026Paid$30.00View',
    'October 22, 2026Refunded$30.00View',
    'November 22, 2026Not paid$30.00',
  ]);
  expect(link('View the invoice of November 22, 2026')).toBe('/api/subscription/invoices/in_1');
});

test('[4.41] [4.43] [8.50] cancelling asks first, then shows until when access continues', async () => {
  let status = paidStatus;
  const calls = open(() => status, {
    'subscription.cancel': () => {
      status = cancelling;
      return status;
    },
  });
  await screen.findByText('SuperNoek');
  press('Cancel Subscription');
  expect(calls['subscription.cancel']).toBeUndefined();
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('You keep SuperNoek until December 22, 2026.');
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel Subscription' }));
  expect(await screen.findByText('Subscription Cancelled')).toBeTruthy();
  expect(screen.getByText(/ends at the end of the current billing period/)).toBeTruthy();
  expect(screen.getByText('Cancelling')).toBeTruthy();
  expect(screen.getByText('You keep SuperNoek until December 22, 2026. Nothing more is charged.')).toBeTruthy();
  expect(button('Cancel Subscription')).toBeNull();
  expect(calls['subscription.cancel']).toHaveLength(1);
});

test('[4.42] [8.51] Reactivate clears the cancelling state', async () => {
  let status = cancelling;
  open(() => status, {
    'subscription.reactivate': () => {
      status = paidStatus;
      return status;
    },
  });
  await screen.findByText('Cancelling');
  press('Reactivate');
  expect(await screen.findByText('Subscription Reactivated')).toBeTruthy();
  expect(screen.queryByText('Cancelling')).toBeNull();
  expect(button('Cancel Subscription')).toBeTruthy();
});

test.each([
  ['[8.50]', paidStatus, 'subscription.cancel', 'Failed to cancel subscription. Please try again.'],
  ['[8.51]', cancelling, 'subscription.reactivate', 'Failed to reactivate subscription. Please try again.'],
])('%s a failed change says so and leaves the plan as it is', async (_, status, call, text) => {
  open(() => status, {
    [call]: () => {
      throw new Refusal('PAYMENTS_UNAVAILABLE', 502, 'The payment system is away.');
    },
  });
  await screen.findByText('SuperNoek');
  if (status.cancelAtPeriodEnd) press('Reactivate');
  else {
    press('Cancel Subscription');
    fireEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel Subscription' }),
    );
  }
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByText('The payment system is away.')).toBeTruthy();
  expect(Boolean(screen.queryByText('Cancelling'))).toBe(status.cancelAtPeriodEnd);
});

test('a failed renewal: a notice with until when access continues, and "Update card"', async () => {
  open(() => ({ ...paidStatus, state: 'past_due', problem: 'payment-failed' }));
  const text = await screen.findByText(/^Your last payment failed\. SuperNoek is paid until December 22, 2026,/);
  const notice = text.closest('[role=status]') as HTMLElement;
  expect(within(notice).getByRole('link', { name: 'Update card' }).getAttribute('href')).toBe('/subscribe?card=update');
});

test('a failed renewal of a cancelled plan gives one advice', async () => {
  open(() => ({ ...cancelling, state: 'past_due', problem: 'payment-failed' }));
  const text = await screen.findByText(/and you have cancelled it\. To keep it, update your card first\./);
  expect(within(text.closest('[role=status]') as HTMLElement).getByRole('link', { name: 'Update card' })).toBeTruthy();
  expect(screen.getByText('Cancelling')).toBeTruthy();
  expect(button('Reactivate')).toBeNull();
  expect(screen.queryByText(/Nothing more is charged/)).toBeNull();
});

test.each([
  [
    'given by an administrator',
    { ...basicStatus, plan: 'supernoek' },
    premiumMira,
    /^Given to you by an administrator/,
  ],
  [
    'of an administrator',
    { ...basicStatus, plan: 'supernoek' },
    { ...mira, accessLevel: 'admin' },
    /without a subscription/,
  ],
] as const)('a plan %s offers nothing to buy', async (_, status, user, text) => {
  open(() => status, { 'auth.user': () => user });
  expect(await screen.findByText(text)).toBeTruthy();
  expect(link('Upgrade to SuperNoek')).toBeUndefined();
});

test('[4.44] [9.15] the status is read again every 10 seconds', async () => {
  vi.useFakeTimers();
  let status = paidStatus;
  const calls = open(() => status);
  await act(() => vi.advanceTimersByTimeAsync(100));
  expect(calls['subscription.status']).toHaveLength(1);
  status = cancelling;
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(calls['subscription.status']).toHaveLength(2);
  expect(screen.getByText('Cancelling')).toBeTruthy();
});

test('the shown plan stays when the next read fails, with a note that it may be out of date', async () => {
  vi.useFakeTimers();
  let works = true;
  open(() => {
    if (works) return paidStatus;
    throw new Refusal('UNAVAILABLE', 503, 'The server is restarting.');
  });
  await act(() => vi.advanceTimersByTimeAsync(100));
  works = false;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(screen.getByText(/What is shown may be out of date/)).toBeTruthy();
  expect(screen.getByText('SuperNoek')).toBeTruthy();
});

test('an unreadable plan can be read again', async () => {
  let works = false;
  open(() => {
    if (works) return basicStatus;
    throw new Refusal('BAD_REQUEST', 400, 'No.');
  });
  expect((await screen.findByRole('alert')).textContent).toContain('No.');
  works = true;
  press('Try again');
  await waitFor(() => expect(screen.getByText('Basic (Free)')).toBeTruthy());
});

test('a subscriber whom an administrator set to Basic reads that the subscription still costs money, and can only cancel it', async () => {
  let status: SubscriptionStatus = { ...paidStatus, plan: 'basic', isActive: false, problem: 'lowered' };
  open(() => status);
  expect(
    await screen.findByText(/so you do not have SuperNoek\. Your subscription still renews on December 22, 2026/),
  ).toBeTruthy();
  expect(screen.getByText('Basic (Free)')).toBeTruthy();
  expect(screen.queryByText('Upgrade to SuperNoek')).toBeNull();
  expect(screen.getByRole('button', { name: 'Cancel Subscription' })).toBeTruthy();
  cleanup();
  status = { ...status, cancelAtPeriodEnd: true };
  open(() => status);
  expect(
    await screen.findByText(/Your subscription ends on December 22, 2026, and nothing more is charged/),
  ).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Reactivate' })).toBeNull();
});
