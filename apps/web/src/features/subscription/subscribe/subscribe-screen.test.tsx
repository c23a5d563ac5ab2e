// @vitest-environment happy-dom
import type { SubscriptionStatus } from '@noek/contract/subscription/schemas';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { buttonClass } from '../../../components/base/button.tsx';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { FakeEventSource } from '../../../testing/fake-event-source.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { basicStatus, paidStatus, premiumMira, sandboxConfig, subscriber } from '../testing/subscription-server.ts';
import { SubscribeScreen } from './subscribe-screen.tsx';
import type { SubscribePlace } from './subscribe-view.tsx';

beforeAll(async () => {
  await Promise.all([
    import('../../../components/base/toasts/toast-region.tsx'),
    import('../../live/share-live.ts'),
    import('../../live/live-connection.ts'),
  ]);
});
let assigned: string[] = [];
beforeEach(() => {
  currentToast.set(null);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  assigned = [];
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void assigned.push(String(url)));
  return () => vi.restoreAllMocks();
});

function open(
  status: SubscriptionStatus | (() => SubscriptionStatus),
  more: Parameters<typeof stubApi>[0] = {},
  place: SubscribePlace = { card: false, setupId: null },
) {
  const calls = stubApi(subscriber(typeof status === 'function' ? status : () => status, more));
  renderPage(
    <>
      <SubscribeScreen place={place} onSignOut={vi.fn()} />
      <Toaster />
    </>,
    sandboxConfig,
  );
  return calls;
}

const main = () => within(screen.getByRole('main'));
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const subscribe = 'Subscribe to SuperNoek - $30/month';
/** Which of the three views is shown. */
const views = () => ({
  active: main().queryAllByText('Active').length,
  form: main().queryAllByRole('button', { name: subscribe }).length,
  comparison: main().queryAllByText('$0').length,
});

async function openForm(more: Parameters<typeof stubApi>[0] = {}) {
  const calls = open(basicStatus, {
    'subscription.create': () => ({ clientSecret: 'pi_1_secret_2', intent: 'payment' }),
    ...more,
  });
  fireEvent.click(await main().findByRole('button', { name: 'Upgrade' }));
  await screen.findByLabelText('Card number');
  return calls;
}
function fill() {
  type('Card number', '4242424242424242');
  type('Expiry', '1240');
  type('CVC', '123');
}

test('[2.117] [9.01] without a subscription, both plans with their prices and one Upgrade button', async () => {
  open(basicStatus);
  await main().findByText('Basic (Free)');
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
  expect(main().getByText('Recommended')).toBeTruthy();
  expect(main().getByText('$30')).toBeTruthy();
  expect(main().getAllByRole('button', { name: 'Upgrade' })).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'Back to Chat' }).getAttribute('href')).toBe('/');
});

test.each([
  ['the plan is basic', { ...paidStatus, plan: 'basic' }],
  ['the subscription is not active', { ...paidStatus, isActive: false, state: 'ended' }],
  ['the first payment is open', { ...basicStatus, state: 'incomplete' }],
] as const)('[2.117] the comparison also shows if %s', async (_, status) => {
  open(status);
  await main().findByText('Basic (Free)');
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
});

test('a person who has SuperNoek without a subscription reads that there is no need to upgrade', async () => {
  open({ ...basicStatus, plan: 'supernoek' });
  await main().findByText(/without a subscription, and nothing is charged. There is no need to upgrade/);
  expect(main().getByRole('heading', { level: 1 }).textContent).toBe('You have SuperNoek');
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
  expect(main().getByRole('button', { name: 'Upgrade' }).className).toContain(buttonClass('quiet', 'lg'));
});

test('[2.115] a subscriber sees the active plan with its benefits and its renewal', async () => {
  open(paidStatus);
  await main().findByText('Active');
  expect(views()).toEqual({ active: 1, form: 0, comparison: 0 });
  expect(main().getByText('10,000 messages every 4 hours')).toBeTruthy();
  expect(main().getByText('Renews on December 22, 2026.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Chat' })).toBeTruthy();
});

test('[2.116] [8.49] Upgrade shows the payment form, once however often it is pressed', async () => {
  let answer = (_: unknown) => {};
  const calls = open(basicStatus, {
    'subscription.create': () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  });
  const upgrade = await main().findByRole('button', { name: 'Upgrade' });
  fireEvent.click(upgrade);
  fireEvent.click(upgrade);
  await waitFor(() => expect(calls['subscription.create']).toHaveLength(1));
  await act(async () => answer({ clientSecret: 'pi_1_secret_2', intent: 'payment' }));
  expect(await screen.findByText('Payment Form Ready')).toBeTruthy();
  expect(views()).toEqual({ active: 0, form: 1, comparison: 0 });
  expect(document.activeElement?.textContent).toBe('Subscribe to SuperNoek');
  expect(screen.getByText('Test payments')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to Chat' })).toBeTruthy();
  expect(calls['subscription.create']).toHaveLength(1);
});

test.each([
  ['a message', { message: 'Your payment is being processed.' }, 'Your payment is being processed.'],
  ['nothing', {}, 'Unable to create subscription. Please try again.'],
])('[8.48] an answer with %s instead of a secret is an error with a sentence', async (_, result, text) => {
  open(basicStatus, { 'subscription.create': () => result });
  fireEvent.click(await main().findByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByText('Error')).toBeTruthy();
  expect(screen.getByText(text)).toBeTruthy();
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
});

test('[8.49] without a connection, it says that the payment system cannot be reached', async () => {
  open(basicStatus, {
    'subscription.create': () => {
      throw new Error('no connection');
    },
  });
  fireEvent.click(await main().findByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByText('Unable to connect to payment system. Please try again.')).toBeTruthy();
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
});

test('a person who subscribed in another tab sees the active plan instead of an offer', async () => {
  let status = basicStatus;
  open(() => status, {
    'subscription.create': () => {
      status = paidStatus;
      throw new Refusal('ALREADY_SUBSCRIBED', 409, 'You already have a SuperNoek subscription.');
    },
  });
  fireEvent.click(await main().findByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByText('You already have a SuperNoek subscription.')).toBeTruthy();
  await main().findByText('Active');
});

test('an empty form names each field', async () => {
  await openForm();
  press(subscribe);
  for (const text of ['Enter the card number.', 'Enter the expiry date.', 'Enter the CVC.'])
    expect(await screen.findByText(text)).toBeTruthy();
});

test('the fields of a test card can be filled in by the browser; mistakes are named beside them, and nothing is sent', async () => {
  const calls = await openForm();
  expect(
    ['Card number', 'Expiry', 'CVC'].map((label) => screen.getByLabelText(label).getAttribute('autocomplete')),
  ).toEqual(['cc-number', 'cc-exp', 'cc-csc']);
  type('Card number', '4242424242424241');
  type('Expiry', '13');
  type('CVC', '1');
  press(subscribe);
  const number = await screen.findByText('This card number is not valid.');
  expect(screen.getByLabelText('Card number').getAttribute('aria-describedby')).toBe(number.id);
  expect(screen.getByText('Enter the expiry date as MM/YY.')).toBeTruthy();
  expect(screen.getByText('Enter the CVC: three or four digits.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Card number')));
  expect(value('Card number')).toBe('4242 4242 4242 4241');
  expect(calls['subscription.sandboxConfirm']).toBeUndefined();
});

test('[8.46] a declined card keeps what was typed and says why; the next try leads to the success page, once', async () => {
  let declines = true;
  const calls = await openForm({
    'subscription.sandboxConfirm': () => {
      if (declines) throw new Refusal('PAYMENT_DECLINED', 402, 'Your card was declined.');
      return paidStatus;
    },
  });
  press('Use 4000 0000 0000 0002');
  type('Expiry', '1240');
  type('CVC', '123');
  press(subscribe);
  expect(await screen.findByText('Payment Failed')).toBeTruthy();
  // Beside the field too, where it stays.
  const number = screen.getByLabelText('Card number');
  const reason = () => document.getElementById(number.getAttribute('aria-describedby') ?? '')?.textContent;
  await waitFor(() => expect(reason()).toBe('Your card was declined.'));
  await waitFor(() => expect(document.activeElement).toBe(number));
  expect([value('Card number'), value('Expiry'), value('CVC')]).toEqual(['4000 0000 0000 0002', '12/40', '123']);
  declines = false;
  fill();
  press(subscribe);
  await waitFor(() => expect(assigned).toEqual(['/success?redirect_status=succeeded']));
  fireEvent.submit(screen.getByLabelText('CVC').closest('form') as HTMLFormElement);
  await screen.findByText('Paying…');
  expect(calls['subscription.sandboxConfirm']).toEqual([
    { clientSecret: 'pi_1_secret_2', cardNumber: '4000000000000002', expiry: '12/40', cvc: '123' },
    { clientSecret: 'pi_1_secret_2', cardNumber: '4242424242424242', expiry: '12/40', cvc: '123' },
  ]);
});

test.each([
  ['Complete authentication', 'complete'],
  ['Fail authentication', 'fail'],
])('the bank asks, and "%s" answers', async (button, authentication) => {
  const calls = await openForm({
    'subscription.sandboxConfirm': (input: { authentication?: string }) => {
      if (!input.authentication)
        throw new Refusal('PAYMENT_DECLINED', 402, 'Authenticate.', { authenticationRequired: true });
      if (input.authentication === 'fail')
        throw new Refusal('PAYMENT_DECLINED', 402, 'The bank could not confirm you.');
      return paidStatus;
    },
  });
  fill();
  press(subscribe);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: button }));
  await waitFor(() => expect(calls['subscription.sandboxConfirm']).toHaveLength(2));
  expect(calls['subscription.sandboxConfirm']?.[1]).toMatchObject({ authentication, cardNumber: '4242424242424242' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  if (authentication === 'complete') return expect(assigned).toEqual(['/success?redirect_status=succeeded']);
  expect(await screen.findByText('The bank could not confirm you.')).toBeTruthy();
  expect(value('Card number')).toBe('4242 4242 4242 4242');
  expect(assigned).toEqual([]);
});

test('a card that was typed without a connection is kept', async () => {
  await openForm({
    'subscription.sandboxConfirm': () => {
      throw new Error('no connection');
    },
  });
  fill();
  press(subscribe);
  expect(await screen.findByText('Unable to connect to payment system. Please try again.')).toBeTruthy();
  expect(value('Card number')).toBe('4242 4242 4242 4242');
});

test.each([
  ['the answer was lost', () => new Error('no connection')],
  ['another tab has paid', () => new Refusal('BAD_REQUEST', 400, 'This payment has already been made.')],
])('[8.46] [8.47] a payment that went through is not called failed: %s', async (_, failure) => {
  await openForm({
    'subscription.sandboxConfirm': () => {
      throw failure();
    },
    'subscription.refresh': () => paidStatus,
  });
  fill();
  press(subscribe);
  await waitFor(() => expect(assigned).toEqual(['/success?redirect_status=succeeded']));
  expect(screen.queryByText('Payment Failed')).toBeNull();
});

test('while payments are switched off, the page says so and offers no upgrade', async () => {
  open({ ...basicStatus, provider: 'none' });
  expect(await screen.findByText(/^Payments are not set up on this server/)).toBeTruthy();
  expect(main().queryByRole('button', { name: 'Upgrade' })).toBeNull();
});

test.each([
  ['a disputed payment', { ...paidStatus, plan: 'basic', isActive: false, problem: 'disputed' }, /is disputed/],
  [
    'a renewal that stayed unpaid',
    { ...paidStatus, plan: 'basic', isActive: false, state: 'past_due', problem: 'payment-failed' },
    /payment failed/,
  ],
] as const)('a person with %s is not offered a second subscription', async (_, status, words) => {
  open(status);
  await main().findByText(words);
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
  expect(main().queryByRole('button', { name: 'Upgrade' })).toBeNull();
  expect(main().getByRole('link', { name: 'Manage your plan' }).getAttribute('href')).toBe('/account/billing');
});

test('[2.117] while the plan cannot be read, both plans are shown with the failure, and Upgrade works', async () => {
  const calls = open(
    () => {
      throw new Refusal('UNAVAILABLE', 503, 'The server is restarting.');
    },
    { 'subscription.create': () => ({ clientSecret: 'pi_1_secret_2', intent: 'payment' }) },
  );
  expect((await main().findByRole('alert')).textContent).toContain('The server is restarting.');
  expect(views()).toEqual({ active: 0, form: 0, comparison: 1 });
  fireEvent.click(main().getByRole('button', { name: 'Upgrade' }));
  expect(await screen.findByLabelText('Card number')).toBeTruthy();
  expect(calls['subscription.create']).toHaveLength(1);
  expect(main().queryByText('Your plan')).toBeNull();
});

test('a plan that cannot be read can be read again', async () => {
  let works = false;
  open(() => {
    if (!works) throw new Refusal('UNAVAILABLE', 503, 'The server is restarting. Please try again in a moment.');
    return basicStatus;
  });
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The server is restarting.');
  works = true;
  press('Try again');
  expect(await main().findByText('Basic (Free)')).toBeTruthy();
});

test('a change of the account shows at once: the plan is read again', async () => {
  let status = basicStatus;
  open(() => status);
  await main().findByText('Basic (Free)');
  const stream = await vi.waitFor(() => {
    const made = FakeEventSource.made.at(-1);
    if (!made) throw new Error('The page has no live stream.');
    return made;
  });
  status = paidStatus;
  await act(async () => stream.send([{ type: 'account', user: premiumMira }]));
  expect(await main().findByText('Active')).toBeTruthy();
});

test('a subscriber changes the card: the secret is confirmed and then made the one that pays', async () => {
  const calls = open(
    { ...paidStatus, problem: 'payment-failed', state: 'past_due' },
    {
      'subscription.changeCard': () => ({ clientSecret: 'seti_9_secret_8' }),
      'subscription.sandboxConfirm': () => paidStatus,
      'subscription.finishCardChange': () => ({ ...paidStatus, card: { brand: 'Mastercard', last4: '4444' } }),
    },
    { card: true, setupId: null },
  );
  await screen.findByLabelText('Card number');
  expect(views()).toEqual({ active: 0, form: 0, comparison: 0 });
  fill();
  press('Save card');
  expect(await screen.findByText('Card updated')).toBeTruthy();
  expect(screen.getByText(/Mastercard ending in 4444 is the card in use/)).toBeTruthy();
  expect(calls['subscription.finishCardChange']).toEqual([{ setupId: 'seti_9' }]);
});

test('a new card whose payment is declined says why, and another one can be entered', async () => {
  let secrets = 0;
  const calls = open(
    paidStatus,
    {
      'subscription.changeCard': () => {
        secrets += 1;
        return { clientSecret: `seti_${secrets}_secret_x` };
      },
      'subscription.sandboxConfirm': () => paidStatus,
      'subscription.finishCardChange': ({ setupId }: { setupId: string }) => {
        if (setupId === 'seti_1') throw new Refusal('PAYMENT_DECLINED', 402, 'Your card has insufficient funds.');
        return paidStatus;
      },
    },
    { card: true, setupId: null },
  );
  await screen.findByLabelText('Card number');
  fill();
  press('Save card');
  expect((await screen.findByRole('alert')).textContent).toContain('Your card has insufficient funds.');
  await waitFor(() => expect(value('Card number')).toBe(''));
  fill();
  press('Save card');
  expect(await screen.findByText('Card updated')).toBeTruthy();
  expect(calls['subscription.finishCardChange']).toEqual([{ setupId: 'seti_1' }, { setupId: 'seti_2' }]);
});

test("a card that the bank's page confirmed is taken on the way back", async () => {
  const calls = open(
    paidStatus,
    { 'subscription.finishCardChange': () => paidStatus },
    { card: true, setupId: 'seti_7' },
  );
  expect(await screen.findByText('Card updated')).toBeTruthy();
  expect(calls['subscription.finishCardChange']).toEqual([{ setupId: 'seti_7' }]);
  expect(calls['subscription.changeCard']).toBeUndefined();
});
