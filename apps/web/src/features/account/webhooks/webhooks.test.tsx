// @vitest-environment happy-dom
import { webhookLimit } from '@noek/contract/webhooks/limits';
import type { CreateWebhookInput, Webhook, WebhookDelivery } from '@noek/contract/webhooks/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { Webhooks } from './webhooks.tsx';

const url = 'https://hooks.example.org/noek';
const secret = `whsec_${'x'.repeat(43)}=`;
const hook: Webhook = {
  id: 'w1',
  url,
  events: ['answer.finished', 'conversation.shared'],
  createdAt: '2026-01-01T12:00:00.000Z',
  stoppedAt: null,
  stoppedBecause: null,
};
const delivery: WebhookDelivery = {
  id: 'd1',
  event: 'answer.finished',
  status: 'delivered',
  attempts: 1,
  createdAt: '2026-01-01T12:00:00.000Z',
  nextAttemptAt: null,
  deliveredAt: '2026-01-01T12:00:01.000Z',
  answerStatus: 204,
  problem: null,
};
const failed: WebhookDelivery = {
  ...delivery,
  id: 'd2',
  event: 'conversation.shared',
  status: 'failed',
  attempts: 3,
  deliveredAt: null,
  answerStatus: 500,
  problem: 'The receiver answered with status 500.',
};

/** Renders the section with these webhooks, on a fake server that creates and deletes. `overrides` replace its answers. */
function open(webhooks: Webhook[], overrides: Record<string, (input: never) => unknown> = {}, isAdministrator = false) {
  let list = webhooks;
  const calls = stubApi({
    'webhooks.list': () => list,
    'webhooks.create': (input: CreateWebhookInput) => {
      const made = { ...hook, id: 'w2', ...input };
      list = [made, ...list];
      return { ...made, secret };
    },
    'webhooks.remove': ({ id }: { id: string }) => {
      list = list.filter((one) => one.id !== id);
      return { message: 'Webhook deleted.' };
    },
    'webhooks.deliveries': () => ({ deliveries: [failed, delivery], nextCursor: null }),
    'webhooks.test': () => ({ ...delivery, event: 'webhook.test' }),
    'webhooks.redeliver': () => ({ ...failed, status: 'delivered', problem: null, answerStatus: 200 }),
    ...overrides,
  });
  renderPage(
    <>
      <Webhooks isAdministrator={isAdministrator} />
      <Toaster />
    </>,
  );
  return calls;
}

const button = (name: string | RegExp) => screen.findByRole('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
const choice = (name: RegExp) => screen.queryByRole('checkbox', { name });

async function fill(address: string) {
  await press('New webhook');
  fireEvent.change(await screen.findByLabelText('URL'), { target: { value: address } });
}

test('without webhooks, the section says so and offers to create one', async () => {
  open([]);
  expect(screen.getByRole('status', { name: 'Loading your webhooks' })).toBeTruthy();
  expect(await screen.findByText('You have no webhooks.')).toBeTruthy();
  expect(await button('New webhook')).toHaveProperty('disabled', false);
});

test('each webhook says where it sends what, and why it is stopped', async () => {
  open([hook, { ...hook, id: 'w2', url: `${url}/2`, stoppedAt: hook.createdAt, stoppedBecause: 'gone' }]);
  expect(await screen.findByText(url)).toBeTruthy();
  expect(screen.getAllByText('An answer is finished · A conversation is shared')).toHaveLength(2);
  expect(screen.getByText('Stopped')).toBeTruthy();
  expect(screen.getByText(/wants no more requests/)).toBeTruthy();
});

test('a new webhook shows its secret once, with Copy; then it is in the list', async () => {
  const writeText = vi.fn(async () => {});
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
  const calls = open([]);
  await fill(url);
  fireEvent.click(choice(/^A conversation is shared/) as HTMLElement);
  await press('Create webhook');
  expect(await screen.findByRole('dialog', { name: 'Your new webhook' })).toBeTruthy();
  expect(calls['webhooks.create']).toEqual([{ url, events: ['answer.finished', 'conversation.shared'] }]);
  expect(screen.getByLabelText('Secret')).toHaveProperty('value', secret);
  // It has not been copied yet, so it must not disappear by mistake.
  fireEvent.keyDown(screen.getByLabelText('Secret'), { key: 'Escape' });
  expect(screen.queryByLabelText('Secret')).toBeTruthy();
  await press('Copy');
  await waitFor(() => expect(writeText).toHaveBeenCalledWith(secret));
  await press('Done');
  await waitFor(() => expect(screen.queryByLabelText('Secret')).toBeNull());
  expect(await screen.findByText(url)).toBeTruthy();
  expect(document.body.textContent).not.toContain('whsec_');
});

test('only administrators are offered what is about everybody', async () => {
  open([]);
  await fill(url);
  expect(choice(/^A person signs up/)).toBeNull();
});

test('an administrator can choose what is about everybody', async () => {
  const calls = open([], {}, true);
  await fill(url);
  fireEvent.click(choice(/^An answer is finished/) as HTMLElement);
  fireEvent.click(choice(/^A person signs up/) as HTMLElement);
  fireEvent.click(choice(/^A report is opened/) as HTMLElement);
  await press('Create webhook');
  await screen.findByRole('dialog', { name: 'Your new webhook' });
  expect(calls['webhooks.create']).toEqual([{ url, events: ['user.signed_up', 'report.opened'] }]);
});

test('an address and something to send are needed; a refusal is shown in the form, and the typed values stay', async () => {
  const refusal = () => {
    throw new Refusal('BAD_REQUEST', 400, 'This address is in a private network. Nothing can be sent there.');
  };
  const calls = open([], { 'webhooks.create': refusal });
  await fill(' ');
  fireEvent.click(choice(/^An answer is finished/) as HTMLElement);
  await press('Create webhook');
  expect(await screen.findByText('Enter a URL.')).toBeTruthy();
  expect(screen.getByText('Choose what to send.')).toBeTruthy();
  expect(calls['webhooks.create']).toBeUndefined();
  fireEvent.change(screen.getByLabelText('URL'), { target: { value: 'http://10.0.0.1/' } });
  fireEvent.click(choice(/^An answer is finished/) as HTMLElement);
  await press('Create webhook');
  expect(await screen.findByText(/private network/)).toBeTruthy();
  expect(screen.getByLabelText('URL')).toHaveProperty('value', 'http://10.0.0.1/');
});

test('a test says how it went', async () => {
  const answers = [
    { ...delivery, event: 'webhook.test' },
    { ...failed, event: 'webhook.test' },
    { ...delivery, event: 'webhook.test', status: 'waiting', answerStatus: null },
  ];
  open([hook], { 'webhooks.test': () => answers.shift() });
  await press(`Send a test to ${url}`);
  expect(await screen.findByText('The test was delivered')).toBeTruthy();
  await press(`Send a test to ${url}`);
  expect(await screen.findByText('The receiver answered with status 500.')).toBeTruthy();
  await press(`Send a test to ${url}`);
  expect(await screen.findByText('There is no answer yet. Look at the deliveries.')).toBeTruthy();
});

test('the deliveries say what happened to each, and can be sent again', async () => {
  const calls = open([hook]);
  const show = await button(`Deliveries to ${url}`);
  expect(show.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(show);
  expect(show.getAttribute('aria-expanded')).toBe('true');
  expect(await screen.findByText('Failed')).toBeTruthy();
  expect(screen.getByText('The receiver answered with status 500.')).toBeTruthy();
  expect(screen.getByText(/Answered with 204 · 1 attempt/)).toBeTruthy();
  await press(/^Redeliver “A conversation is shared”/);
  expect(await screen.findByText('Delivered again')).toBeTruthy();
  expect(calls['webhooks.redeliver']).toEqual([{ id: 'w1', deliveryId: 'd2' }]);
  await waitFor(() => expect(calls['webhooks.deliveries']?.length).toBeGreaterThan(1));
  await press('Refresh');
  await waitFor(() => expect(calls['webhooks.deliveries']?.length).toBeGreaterThan(2));
});

test('a delivery that waits says when it is sent next, and one that is being sent says so', async () => {
  const waiting = { ...failed, status: 'waiting' as const };
  const nextAttemptAt = new Date(Date.now() + 10 * 60_000).toISOString();
  const deliveries = [
    { ...waiting, nextAttemptAt },
    { ...waiting, id: 'd3', problem: null, answerStatus: null },
  ];
  open([hook], { 'webhooks.deliveries': () => ({ deliveries, nextCursor: null }) });
  await press(`Deliveries to ${url}`);
  expect(await screen.findByText('Next attempt in 10 minutes')).toBeTruthy();
  expect(screen.getByText('It is being sent now.')).toBeTruthy();
});

test('a webhook is deleted after a confirmation that names it', async () => {
  const calls = open([hook]);
  await press(`Delete ${url}`);
  const question = await screen.findByRole('alertdialog', { name: 'Delete this webhook?' });
  expect(question.textContent).toContain(`Nothing is sent to ${url} any more`);
  fireEvent.click(within(question).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Webhook deleted')).toBeTruthy();
  expect(calls['webhooks.remove']).toEqual([{ id: 'w1' }]);
  expect(await screen.findByText('You have no webhooks.')).toBeTruthy();
});

test('a list that cannot be read says why and can be read again', async () => {
  let fails = true;
  open([], {
    'webhooks.list': () => {
      if (fails) throw new Refusal('RATE_LIMITED', 429, 'Too many attempts.');
      return [hook];
    },
  });
  expect((await screen.findByRole('alert', {}, { timeout: 10_000 })).textContent).toContain('Too many attempts.');
  fails = false;
  await press('Try again');
  expect(await screen.findByText(url)).toBeTruthy();
});

test('at the limit, no webhook can be created', async () => {
  open(Array.from({ length: webhookLimit }, (_, at) => ({ ...hook, id: `w${at}` })));
  expect(await button('New webhook')).toHaveProperty('disabled', true);
  expect(screen.getByText(/which is the limit/)).toBeTruthy();
});
