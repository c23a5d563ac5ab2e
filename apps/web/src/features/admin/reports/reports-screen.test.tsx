// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import type { OpenedReport, Report } from '@noek/contract/reports/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { ReportsScreen } from './reports-screen.tsx';

afterEach(() => vi.useRealTimers());

const ida: User = {
  ...{ id: 'u1', name: 'Ida Admin', email: 'ida@noek.example', accessLevel: 'admin', specialFeatures: [] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true, instructions: '' },
};
const at = '2026-11-21T12:00:00.000Z';
const mira = { id: 'u2', name: 'Mira Novak', email: 'mira@people.example' };
const answer: Report = {
  ...{
    id: 'r1',
    kind: 'answer',
    reason: 'wrong',
    text: 'The year is wrong.',
    createdAt: at,
    updatedAt: at,
    version: 1,
  },
  ...{ reporter: mira, owner: mira, conversationId: 7, link: null, closed: null },
};
const share: Report = { ...answer, id: 'r2', kind: 'share', reason: 'harassment', reporter: null, link: 'works' };
const said = (id: string, role: 'user' | 'assistant', content: string) => ({
  ...{ id, role, content, createdAt: at, status: 'complete' as const, answeredBy: null, sources: [], files: [] },
});
const messages = [said('q', 'user', 'When?'), said('a', 'assistant', 'In 1905.')];
const opened = (report: Report, more: Partial<OpenedReport> = {}): OpenedReport => ({
  ...{ report, title: 'About tides', messages, messageId: report.kind === 'answer' ? 'a' : null, document: null },
  ...more,
});
type List = { status: string; cursor?: string };

function open(handlers: Parameters<typeof stubApi>[0] = {}, status: 'open' | 'closed' = 'open', user = ida) {
  const calls = stubApi({
    'auth.user': () => user,
    'moderation.reports': () => ({ reports: [share, answer], nextCursor: null }),
    'moderation.open': ({ id }: { id: string }) => opened(id === 'r1' ? answer : share),
    ...handlers,
  });
  const onStatus = vi.fn();
  renderPage(<ReportsScreen status={status} onStatus={onStatus} onSignOut={vi.fn()} />);
  return { calls, onStatus };
}
const openOf = (reason: string) =>
  screen.findByRole('button', { name: `Open the report “${reason}” about a conversation of Mira Novak` });
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name });

async function openReport(reason: string) {
  fireEvent.click(await openOf(reason));
  return within(await screen.findByRole('dialog', { name: `Report: ${reason}` }));
}
const write = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

test('placeholders, then each report with its reason, words, writer, owner and link', async () => {
  const answered = Promise.withResolvers<object>();
  open({ 'moderation.reports': () => answered.promise });
  expect(await screen.findByRole('status', { name: 'Loading reports' })).toBeTruthy();
  answered.resolve({ reports: [share, answer], nextCursor: null });
  const items = await screen.findAllByRole('listitem');
  expect(items.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/Harassment or hate.*Shared link.*Link works.*Reported by a guest or former account/),
    expect.stringMatching(
      /Wrong or misleading.*Answer.*The year is wrong\..*Reported by Mira Novak \(mira@people\.example\)/,
    ),
  ]);
});

test('without reports it says so; the filter shows the closed ones', async () => {
  const { onStatus, calls } = open({ 'moderation.reports': () => ({ reports: [], nextCursor: null }) });
  expect(await screen.findByText('No open reports')).toBeTruthy();
  expect(calls['moderation.reports']).toMatchObject([{ status: 'open' }]);
  fireEvent.click(screen.getByRole('radio', { name: 'Closed' }));
  expect(onStatus).toHaveBeenCalledWith('closed');
});

test('a list that cannot be read says why, and is read again on request', async () => {
  let fails = true;
  open({
    'moderation.reports': () => {
      if (fails) throw new Refusal('RATE_LIMITED', 400, 'Not now.');
      return { reports: [], nextCursor: null };
    },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  fails = false;
  fireEvent.click(await button('Try again'));
  expect(await screen.findByText('No open reports')).toBeTruthy();
});

test('more pages on request, and the list is read again every five seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  let first = [share];
  const { calls } = open({
    'moderation.reports': ({ cursor }: List) =>
      cursor ? { reports: [answer], nextCursor: null } : { reports: first, nextCursor: 'next' },
  });
  await openOf('Harassment or hate');
  fireEvent.click(await button('Show more'));
  await openOf('Wrong or misleading');
  expect(calls['moderation.reports']).toMatchObject([{}, { cursor: 'next' }]);
  first = [{ ...share, reason: 'privacy' }];
  await vi.advanceTimersByTimeAsync(5_000);
  await openOf('Privacy');
});

test('opening a report reads it once and shows the answer among the messages around it', async () => {
  const { calls } = open();
  await openOf('Wrong or misleading');
  expect(calls['moderation.open']).toBeUndefined();
  const dialog = await openReport('Wrong or misleading');
  const region = within(await dialog.findByRole('region', { name: 'What was reported' }));
  expect(region.getByRole('heading', { name: 'About tides' })).toBeTruthy();
  const items = region.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(items).toEqual([expect.not.stringContaining('Reported'), expect.stringMatching(/Reported.*In 1905\./)]);
  expect(dialog.getByText(/noted in the audit log/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Take link down' })).toBeNull();
  expect(calls['moderation.open']).toEqual([{ id: 'r1' }]);
});

test('content that can no longer be read says so; a failure can be tried again', async () => {
  let fails = true;
  open({
    'moderation.open': () => {
      if (fails) throw new Refusal('NOT_FOUND', 404, 'Report not found.');
      return opened({ ...share, link: 'ended' }, { title: null, messages: [] });
    },
  });
  fireEvent.click(await openOf('Harassment or hate'));
  const dialog = within(await screen.findByRole('dialog'));
  expect((await dialog.findByRole('alert')).textContent).toContain('Report not found.');
  fails = false;
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  expect(await dialog.findByText('It is no longer shared. There is nothing to read.')).toBeTruthy();
});

test('a link is taken down for a reason, then the report is closed with a note', async () => {
  const { calls } = open({
    'moderation.takeDown': () => ({ ...share, link: 'taken-down' }),
    'moderation.close': () => ({ ...share, version: 2, closed: { at, by: 'Ida Admin', note: 'Done.' } }),
  });
  const dialog = await openReport('Harassment or hate');
  fireEvent.click(await dialog.findByRole('button', { name: 'Take link down' }));
  const reason = screen.getByLabelText('Why is the link taken down?');
  expect(document.activeElement).toBe(reason);
  expect((await button('Take link down')).disabled).toBe(true);
  write('Why is the link taken down?', ' Harassment ');
  fireEvent.click(await button('Take link down'));
  expect(await dialog.findByRole('button', { name: 'Allow sharing' })).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Close report' }));
  write('Note', 'Done.');
  fireEvent.click(await button('Close report'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect([calls['moderation.takeDown'], calls['moderation.close']]).toEqual([
    [{ id: 'r2', reason: 'Harassment' }],
    [{ id: 'r2', version: 1, note: 'Done.' }],
  ]);
});

test('when the report has changed in the meantime, the note stays, the change is shown, and the next try applies to it', async () => {
  let now = answer;
  const { calls } = open({
    'moderation.reports': () => ({ reports: [now], nextCursor: null }),
    'moderation.close': ({ version }: { version: number }) => {
      now = { ...answer, version: 2, text: 'It is dangerous, too.' };
      if (version === 1) throw new Refusal('CONFLICT', 409, 'This report has changed since you opened it.');
      return now;
    },
  });
  const dialog = await openReport('Wrong or misleading');
  fireEvent.click(await dialog.findByRole('button', { name: 'Close report' }));
  write('Note', 'Nothing to do.');
  fireEvent.click(await button('Close report'));
  expect((await dialog.findByRole('alert')).textContent).toContain('This report has changed');
  expect(await dialog.findByText('It is dangerous, too.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Note').value).toBe('Nothing to do.');
  fireEvent.click(await button('Close report'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls['moderation.close']).toMatchObject([{ version: 1 }, { version: 2 }]);
});

test('a closed report shows its note and can be reopened', async () => {
  const closed = { ...answer, version: 2, closed: { at, by: 'Ida Admin', note: 'Nothing to do.' } };
  const { calls } = open(
    {
      'moderation.reports': () => ({ reports: [closed], nextCursor: null }),
      'moderation.open': () => opened(closed),
      'moderation.reopen': () => answer,
    },
    'closed',
  );
  expect(await screen.findByText('Note: Nothing to do.')).toBeTruthy();
  const dialog = await openReport('Wrong or misleading');
  expect(dialog.getByText('Note: Nothing to do.')).toBeTruthy();
  fireEvent.click(await dialog.findByRole('button', { name: 'Reopen report' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls['moderation.reopen']).toEqual([{ id: 'r1', version: 2 }]);
});

test('a person without the level sees that this is for administrators, and nothing is read', async () => {
  const { calls } = open({}, 'open', { ...ida, accessLevel: 'basic' });
  expect(await screen.findByText('Failed to fetch users: 403')).toBeTruthy();
  expect(calls['moderation.reports']).toBeUndefined();
});
