// @vitest-environment happy-dom
import type { AdminUser } from '@noek/contract/admin/schemas';
import { type Campaign, startCampaignInputSchema } from '@noek/contract/campaigns/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { currentToast } from '../../../components/base/toasts/toast.ts';
import { Toaster } from '../../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { usePeopleSelection } from '../people/people-selection.ts';
import { EmailPanel } from './email-panel.tsx';

beforeAll(async () => {
  await import('../../../components/base/toasts/toast-region.tsx');
});
afterEach(() => {
  currentToast.set(null);
  sessionStorage.clear();
});

const mira = { id: 'u1', name: 'Mira Novak', email: 'mira@example.com' } as AdminUser;
const jonas = { id: 'u2', name: 'Jonas Weber', email: 'jonas@example.com' } as AdminUser;
const sent = (given: Partial<Campaign> = {}): Campaign => ({
  ...{ id: 'c1', subject: 'Old news', recipientType: 'all', format: 'text', status: 'sending', author: 'Ida' },
  ...{ createdAt: '2026-01-01T12:00:00.000Z', endedAt: null, total: 1200, sent: 700, failed: 2, pending: 498 },
  ...{ unsubscribed: 0, withdrawn: 0, leftOut: { unsubscribed: 0, suspended: 0 } },
  ...given,
});

function Panel() {
  const selection = usePeopleSelection();
  return (
    <>
      <button type="button" onClick={() => selection.set([mira], true)}>
        select
      </button>
      <button type="button" onClick={() => selection.set([jonas], true)}>
        select another
      </button>
      <EmailPanel selection={selection} />
    </>
  );
}

function open(given: Record<string, (input: never) => unknown> = {}) {
  const calls = stubApi({
    'campaigns.list': () => ({ campaigns: [], nextCursor: null }),
    'campaigns.countRecipients': ({ recipientType }: { recipientType: string }) => ({
      recipients: recipientType === 'all' ? 1234 : 1,
      unsubscribed: recipientType === 'all' ? 3 : 0,
      suspended: 0,
    }),
    'campaigns.start': () => ({
      id: 'c',
      message: 'Email has been sent successfully to selected users.',
      recipients: 1,
    }),
    ...given,
  } as never);
  const { unmount } = renderPage(
    <>
      <Panel />
      <Toaster />
    </>,
  );
  return { calls, unmount };
}

const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const write = () => {
  type('Subject', 'News');
  type('Content', 'Hello');
};
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const confirm = async (title: string) =>
  fireEvent.click(
    within(await screen.findByRole('alertdialog', { name: title })).getByRole('button', { name: 'Send' }),
  );

test('[5.27] without a recipient it says so, and sends nothing', async () => {
  const { calls } = open();
  write();
  press('Send Email');
  expect(await screen.findByText('No Recipients')).toBeTruthy();
  expect(screen.getByText('Please select users or choose a recipient type.')).toBeTruthy();
  expect(calls['campaigns.start']).toBeUndefined();
});

test.each(['Subject', 'Content'])('[5.28] without a %s it says so, and sends nothing', async (label) => {
  const { calls } = open();
  write();
  type(label, '   ');
  type('Recipients', 'all');
  press('Send Email');
  expect(await screen.findByText('Missing Information')).toBeTruthy();
  expect(screen.getByText('Please fill in both subject and content.')).toBeTruthy();
  expect(calls['campaigns.start']).toBeUndefined();
});

test('[2.105] [8.44] [4.57] it is sent; then draft and selection are empty', async () => {
  const { calls } = open();
  expect(await screen.findByText('0 recipients')).toBeTruthy();
  press('select');
  expect(await screen.findByText('1 recipient')).toBeTruthy();
  expect(screen.getByText('1 selected')).toBeTruthy();
  write();
  press('Send Email');
  expect(await screen.findByText('Email Sent')).toBeTruthy();
  expect(screen.getByText('Email has been sent successfully to selected users.')).toBeTruthy();
  expect(calls['campaigns.start']).toMatchObject([
    { recipients: ['u1'], recipientType: 'selected', subject: 'News', content: 'Hello', format: 'text' },
  ]);
  await waitFor(() => expect(screen.getByLabelText('Subject')).toHaveProperty('value', ''));
  expect(screen.getByLabelText('Content')).toHaveProperty('value', '');
  expect(screen.queryByText('1 selected')).toBeNull();
});

test('the number of recipients follows the type, with who is left out', async () => {
  open();
  const choice = screen.getByRole('combobox', { name: 'Recipients' });
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Selected', 'All', 'Basic', 'SuperNoek', 'Admin']);
  type('Recipients', 'all');
  expect(await screen.findByText('1,234 recipients')).toBeTruthy();
  expect(screen.getByText(/3 unsubscribed/)).toBeTruthy();
});

test.each([
  [new Refusal('BAD_REQUEST', 400, 'Nobody would get this email.'), 'Nobody would get this email.'],
  [new Error('connection lost'), 'Failed to send email'],
] as const)(
  '[8.43] many people get it after a question; a failure is shown, and the typed text stays, also after a reload: %s',
  async (failure, words) => {
    let failing = true;
    const { calls, unmount } = open({
      'campaigns.start': () => {
        if (failing) throw failure;
        return { id: 'c', message: 'Sent.', recipients: 1 };
      },
    });
    type('Recipients', 'all');
    write();
    press('Send Email');
    await confirm('Send this email to 1,234 people?');
    expect(await screen.findByText('Email Failed')).toBeTruthy();
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
    unmount();
    failing = false;
    renderPage(<Panel />);
    expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'News');
    press('Send Email');
    await confirm('Send this email to 1,234 people?');
    await waitFor(() => expect(calls['campaigns.start']).toHaveLength(2));
    // The same text has the same id, so a lost answer does not make two emails.
    const [first, second] = calls['campaigns.start'] as { id: string }[];
    expect(second?.id).toBe(first?.id);
  },
);

test('after a lost answer, a second try with the same recipients is the same email, with others it is a new one', async () => {
  const { calls } = open({
    'campaigns.start': () => {
      throw new Error('connection lost');
    },
  });
  press('select');
  write();
  const sendAgain = async (times: number) => {
    press('Send Email');
    await waitFor(() => expect(calls['campaigns.start']).toHaveLength(times));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Send Email' })).toBeTruthy());
  };
  await sendAgain(1);
  await sendAgain(2);
  press('select another');
  await sendAgain(3);
  const [first, same, other] = calls['campaigns.start'] as { id: string; recipients: string[] }[];
  expect([first?.recipients, other?.recipients]).toEqual([['u1'], ['u1', 'u2']]);
  expect(same?.id).toBe(first?.id);
  // With the same id, the server would take it for the first email and send nothing.
  expect(other?.id).not.toBe(first?.id);
  for (const { id } of [first, other] as { id: string }[]) expect(startCampaignInputSchema.shape.id.parse(id)).toBe(id);
});

test('the preview shows both forms', async () => {
  const { calls } = open({ 'campaigns.preview': () => ({ text: 'Hello\n\n-- \nfooter', html: '<p>Hello</p>' }) });
  write();
  type('Format', 'markdown');
  press('Preview');
  const dialog = within(await screen.findByRole('dialog', { name: 'Preview' }));
  const frame = await dialog.findByTitle('HTML');
  expect([frame.getAttribute('sandbox'), frame.getAttribute('srcdoc')]).toEqual([
    '',
    expect.stringContaining('<p>Hello</p>'),
  ]);
  fireEvent.mouseDown(dialog.getByRole('tab', { name: 'Plain text' }), { button: 0 });
  expect(await dialog.findByText(/footer/)).toBeTruthy();
  expect(calls['campaigns.preview']).toEqual([{ subject: 'News', content: 'Hello', format: 'markdown' }]);
});

test('a test email goes to its author', async () => {
  const { calls } = open({
    'campaigns.sendTest': () => ({ message: 'A test email is on its way to ida@example.com.' }),
  });
  write();
  press('Send test to me');
  expect(await screen.findByText('A test email is on its way to ida@example.com.')).toBeTruthy();
  expect(calls['campaigns.sendTest']).toEqual([{ subject: 'News', content: 'Hello', format: 'text' }]);
});

test('progress is shown, and can be paused, resumed and cancelled after a question', async () => {
  let campaign = sent();
  const change = (status: Campaign['status']) => () => {
    campaign = sent({ status });
    return campaign;
  };
  const { calls } = open({
    'campaigns.list': () => ({ campaigns: [campaign], nextCursor: null }),
    'campaigns.pause': change('paused'),
    'campaigns.resume': change('sending'),
    'campaigns.cancel': change('cancelled'),
  });
  expect(await screen.findByText(/700 of 1,200 sent · 498 waiting · 2 failed/)).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'Progress of Old news' }).getAttribute('aria-valuenow')).toBe('700');
  press('Pause: Old news');
  await screen.findByText('Paused');
  fireEvent.click(await screen.findByRole('button', { name: 'Resume: Old news' }));
  await screen.findByText('Sending');
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel: Old news' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Cancel this email?' }));
  expect(question.getByText(/498 people will not get it/)).toBeTruthy();
  expect(calls['campaigns.cancel']).toBeUndefined();
  fireEvent.click(question.getByRole('button', { name: 'Cancel email' }));
  await screen.findByText('Cancelled');
  expect(screen.queryByRole('button', { name: 'Pause: Old news' })).toBeNull();
  expect(calls['campaigns.cancel']).toEqual([{ id: 'c1' }]);
});

test('the bar of an email that no recipient got is empty', async () => {
  const failed = sent({
    status: 'done',
    endedAt: '2026-01-01T12:05:00.000Z',
    total: 14,
    sent: 0,
    failed: 14,
    pending: 0,
  });
  open({ 'campaigns.list': () => ({ campaigns: [failed], nextCursor: null }) });
  const bar = await screen.findByRole('progressbar', { name: 'Progress of Old news' });
  expect(bar.getAttribute('aria-valuenow')).toBe('0');
  expect(bar.getAttribute('aria-valuetext')).toBe('0 of 14 sent · 14 failed');
});

test('an email goes to as many people as the question named, otherwise it is refused and the new number is shown', async () => {
  let recipients = 1234;
  const { calls } = open({
    'campaigns.countRecipients': () => ({ recipients, unsubscribed: 0, suspended: 0 }),
    'campaigns.start': () => {
      recipients = 1240;
      throw new Refusal('CONFLICT', 409, 'This email would now go to 1,240 people.', { recipients });
    },
  });
  type('Recipients', 'all');
  write();
  press('Send Email');
  await confirm('Send this email to 1,234 people?');
  expect(await screen.findByText('1,240 recipients')).toBeTruthy();
  expect(screen.getAllByText('This email would now go to 1,240 people.').length).toBeGreaterThan(0);
  expect(calls['campaigns.start']).toMatchObject([{ confirmedRecipients: 1234 }]);
  expect(screen.getByLabelText('Subject')).toHaveProperty('value', 'News');
});

test('results say whether each email was sent, and why not', async () => {
  const result = { userId: 'u1', name: 'Mira Novak', email: 'mira@example.com', attempts: 1, sentAt: null };
  const { calls } = open({
    'campaigns.list': () => ({ campaigns: [sent()], nextCursor: null }),
    'campaigns.results': () => ({
      results: [{ ...result, status: 'failed', problem: 'The mail server refused or failed: 550' }],
      nextCursor: null,
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Results: Old news' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Results: Old news' }));
  expect(await dialog.findByText('(mira@example.com)')).toBeTruthy();
  expect(dialog.getByText('The mail server refused or failed: 550')).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('Show'), { target: { value: 'failed' } });
  await waitFor(() => expect(calls['campaigns.results']?.at(-1)).toMatchObject({ id: 'c1', status: 'failed' }));
});
