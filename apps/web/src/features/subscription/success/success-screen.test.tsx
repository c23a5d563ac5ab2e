// @vitest-environment happy-dom
import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { basicStatus, paidStatus, sandboxConfig, subscriber } from '../testing/subscription-server.ts';
import { type Redirect, SuccessScreen } from './success-screen.tsx';

beforeAll(async () => {
  await Promise.all([
    import('../../../components/base/toasts/toast-region.tsx'),
    import('../../live/share-live.ts'),
    import('../../live/live-connection.ts'),
  ]);
});
beforeEach(() => {
  vi.useFakeTimers();
  less = false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('reduced-motion') && less }) as MediaQueryList,
  );
});
afterEach(() => {
  cleanup();
  currentToast.set(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Whether the person prefers less motion. */
let less = false;
const incomplete: SubscriptionStatus = { ...basicStatus, state: 'incomplete' };

async function open(refresh: () => SubscriptionStatus, redirect: Redirect) {
  let last = basicStatus;
  const calls = stubApi(
    subscriber(() => last, {
      'subscription.refresh': () => {
        last = refresh();
        return last;
      },
    }),
  );
  renderPage(
    <>
      <SuccessScreen redirect={redirect} onSignOut={vi.fn()} />
      <Toaster />
    </>,
    sandboxConfig,
  );
  await wait(50);
  return calls;
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const stars = () => document.querySelectorAll('.star').length;
const heading = () => screen.queryByRole('heading', { level: 1 })?.textContent;

test('[2.118] [2.119] [2.121] [8.47] a payment that the server confirms is welcomed, with what it gives', async () => {
  await open(() => paidStatus, 'succeeded');
  expect(heading()).toBe('Welcome to SuperNoek');
  expect(document.title).toBe('Welcome to SuperNoek · Noek');
  expect(screen.getByText('Your payment was successful and your account has been upgraded.')).toBeTruthy();
  for (const feature of ['Enhanced Fun Mode', '50,000 Messages Daily', 'Priority Features', 'Premium Support'])
    expect(screen.getByText(feature)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Start Chatting' }).getAttribute('href')).toBe('/');
  expect(screen.getByText('Welcome to SuperNoek!')).toBeTruthy();
  expect(screen.getByText('Your subscription is now active. Enjoy enhanced AI and fun mode!')).toBeTruthy();
});

test('[2.120] [9.12] exactly 50 stars play for 3 seconds', async () => {
  await open(() => paidStatus, 'succeeded');
  expect(stars()).toBe(50);
  await wait(2_900);
  expect(stars()).toBe(50);
  await wait(100);
  expect(stars()).toBe(0);
});

test('[2.120] a person who prefers less motion sees no star', async () => {
  less = true;
  await open(() => paidStatus, 'succeeded');
  expect(heading()).toBe('Welcome to SuperNoek');
  expect(stars()).toBe(0);
});

test('a payment that is not confirmed yet is looked up until it is, and nothing is promised before', async () => {
  let status = incomplete;
  const calls = await open(() => status, 'succeeded');
  expect(heading()).toBeUndefined();
  expect(screen.getByText('Confirming your payment…')).toBeTruthy();
  await wait(2_100);
  expect(calls['subscription.refresh']).toHaveLength(2);
  status = paidStatus;
  await wait(2_100);
  expect(heading()).toBe('Welcome to SuperNoek');
  await wait(60_000);
  expect(calls['subscription.refresh']).toHaveLength(3);
});

test('a payment that does not arrive for half a minute: the page says so and can look again', async () => {
  let status = incomplete;
  const calls = await open(() => status, 'succeeded');
  await wait(60_000);
  expect(calls['subscription.refresh']).toHaveLength(15);
  expect(heading()).toBe('Your payment is still being confirmed');
  status = paidStatus;
  await act(async () => screen.getByRole('button', { name: 'Check again' }).click());
  await wait(50);
  expect(heading()).toBe('Welcome to SuperNoek');
});

test.each([
  ['without a payment', null, basicStatus],
  ['after a failed authentication', 'failed', incomplete],
] as const)('returning %s says so and grants nothing', async (_, redirect, status) => {
  await open(() => status, redirect);
  expect(heading()).toBe('Your payment was not completed');
  expect(screen.getByRole('link', { name: 'See the plans' }).getAttribute('href')).toBe('/subscribe');
  expect(screen.queryByText(/Welcome to SuperNoek/)).toBeNull();
  expect(document.title).toBe('SuperNoek · Noek');
  expect(stars()).toBe(0);
});

test('a reload of the page welcomes without another announcement', async () => {
  await open(() => paidStatus, null);
  expect(heading()).toBe('Welcome to SuperNoek');
  expect(screen.queryByText('Welcome to SuperNoek!')).toBeNull();
});

test('without a connection the page says that it could not check', async () => {
  await open(() => {
    throw new Error('no connection');
  }, 'succeeded');
  await wait(5_000);
  expect(heading()).toBe('We could not check your payment');
  expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy();
});
