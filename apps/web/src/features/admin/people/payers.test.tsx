// @vitest-environment happy-dom
import type { AdminUser, PayerWithoutPlan, PersonPayment } from '@noek/contract/admin/schemas';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { AccountStepDialog } from './account-step-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { PayersNotice } from './payers-notice.tsx';

const mira: AdminUser = {
  ...{ id: 'u2', name: 'Mira Novak', email: 'mira@example.com', accessLevel: 'supernoek', specialFeatures: [] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true },
  ...{ createdAt: '2026-01-01T12:00:00.000Z', suspendedAt: null },
};
const payment: PersonPayment = {
  currentPeriodEnd: '2026-12-22T12:00:00.000Z',
  isOverdue: false,
  card: { brand: 'Visa', last4: '4242' },
  decision: null,
};
const facts =
  'They pay $30 per month for SuperNoek, with Visa ending in 4242. The next payment is on December 22, 2026.';
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const onClose = vi.fn();

function edit(handlers: Parameters<typeof stubApi>[0] = {}) {
  const calls = stubApi({ 'admin.userPayment': () => ({ payment }), 'admin.changeUser': () => mira, ...handlers });
  renderPage(<EditUserDialog user={mira} onClose={onClose} />);
  return calls;
}
const lower = () => fireEvent.change(field('Access Level'), { target: { value: 'basic' } });

test('lowering the level of a subscriber shows what they pay, and is not sent without a decision', async () => {
  const calls = edit();
  expect(calls['admin.userPayment']).toBeUndefined();
  lower();
  expect(await screen.findByText(facts)).toBeTruthy();
  press('Save Changes');
  expect(await screen.findByText('Choose what happens to the subscription.')).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/^Keep it/));
  press('Save Changes');
  expect(await screen.findByText('Say why the subscription is kept.')).toBeTruthy();
  expect(calls['admin.changeUser']).toBeUndefined();
  fireEvent.change(field('Why it is kept'), { target: { value: 'Agreed by phone' } });
  press('Save Changes');
  await waitFor(() => expect(calls['admin.changeUser']).toBeDefined());
  expect(calls['admin.changeUser']).toEqual([
    { id: 'u2', accessLevel: 'basic', subscription: 'keep', reason: 'Agreed by phone' },
  ]);
});

test('the level of a person who does not pay is lowered without a question', async () => {
  const calls = edit({ 'admin.userPayment': () => ({ payment: null }) });
  lower();
  await waitFor(() => expect(calls['admin.userPayment']).toHaveLength(1));
  press('Save Changes');
  await waitFor(() => expect(calls['admin.changeUser']).toEqual([{ id: 'u2', accessLevel: 'basic' }]));
  expect(screen.queryByRole('radio')).toBeNull();
});

test('if the person has begun to pay in the meantime, the refusal leads to the question', async () => {
  let pays = false;
  edit({
    'admin.userPayment': () => ({ payment: pays ? payment : null }),
    'admin.changeUser': () => {
      pays = true;
      throw new Refusal('SUBSCRIPTION_DECISION_REQUIRED', 409, 'This person pays $30 per month for SuperNoek.');
    },
  });
  lower();
  press('Save Changes');
  expect(await screen.findByText(facts)).toBeTruthy();
  expect(field('Access Level').value).toBe('basic');
});

test('suspending a subscriber asks, too', async () => {
  const calls = stubApi({ 'admin.userPayment': () => ({ payment }), 'admin.suspendUser': () => mira });
  renderPage(<AccountStepDialog step="suspend" user={mira} onClose={onClose} />);
  expect(await screen.findByText(facts)).toBeTruthy();
  fireEvent.change(field('Reason'), { target: { value: 'Spam' } });
  press('Suspend account');
  expect(await screen.findByText('Choose what happens to the subscription.')).toBeTruthy();
  fireEvent.click(screen.getByLabelText(/^End now/));
  press('Suspend account');
  await waitFor(() =>
    expect(calls['admin.suspendUser']).toEqual([{ id: 'u2', reason: 'Spam', subscription: 'end-now' }]),
  );
});

test('people who pay without having the plan are listed, and the decision can be made there', async () => {
  let payers: PayerWithoutPlan[] = [
    {
      user: { id: 'u2', name: 'Mira Novak', email: 'mira@example.com' },
      why: 'suspended',
      payment,
      advice: 'Lift the suspension, or decide what happens to the subscription.',
    },
  ];
  const calls = stubApi({
    'admin.payersWithoutPlan': () => payers,
    'admin.userPayment': () => ({ payment }),
    'admin.changeUser': () => {
      payers = [];
      return mira;
    },
  });
  renderPage(<PayersNotice />);
  expect(await screen.findByText('One person pays for SuperNoek without having it')).toBeTruthy();
  expect(screen.getByText(/^Lift the suspension, or decide/)).toBeTruthy();
  press('Decide for Mira Novak');
  fireEvent.click(await screen.findByLabelText(/^End with the period/));
  press('Save decision');
  await waitFor(() =>
    expect(calls['admin.changeUser']).toEqual([{ id: 'u2', subscription: 'end-with-period', reason: '' }]),
  );
  await waitFor(() => expect(screen.queryByText(/pays for SuperNoek/)).toBeNull());
});
