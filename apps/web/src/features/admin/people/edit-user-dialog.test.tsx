// @vitest-environment happy-dom
import type { AdminUser } from '@noek/contract/admin/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';

const mira: AdminUser = {
  ...{ id: 'u2', name: 'Mira Novak', email: 'mira@example.com', accessLevel: 'basic', specialFeatures: ['beta'] },
  ...{ allowModelTraining: true, memoryEnabled: true, emailVerified: true },
  ...{ createdAt: '2026-01-01T12:00:00.000Z', suspendedAt: null },
};

function open() {
  const calls = stubApi({ 'admin.changeUser': () => mira });
  const onClose = vi.fn();
  renderPage(<EditUserDialog user={mira} onClose={onClose} />);
  return { calls, onClose, dialog: screen.getByRole('dialog') };
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

test('[2.108] [4.55] the fields are those of the specification, with the values of the person; a reason can be added', () => {
  const { dialog } = open();
  const shown = [...dialog.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    (control) => !control.closest('details:not([open])'),
  );
  expect(shown.map((control) => [control.labels?.[0]?.textContent, control.value])).toEqual([
    ['Name', 'Mira Novak'],
    ['Email', 'mira@example.com'],
    ['Access Level', 'basic'],
    ['New Password (optional)', ''],
  ]);
  expect([...field('Access Level').querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    ...['Basic', 'SuperNoek', 'Admin'],
  ]);
  expect(within(dialog).getByText('Add a reason')).toBeTruthy();
});

test('[5.29] only what was edited is sent, so that a level paid for in the meantime stays', async () => {
  const { calls, onClose } = open();
  fireEvent.change(field('Name'), { target: { value: ' Mira N. ' } });
  fireEvent.change(field('Reason (optional)'), { target: { value: 'A typo' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls['admin.changeUser']).toEqual([{ id: 'u2', name: 'Mira N.', reason: 'A typo' }]);
});

test('[5.29] a password is sent only if it is filled in', async () => {
  const { calls, onClose } = open();
  fireEvent.change(field('New Password (optional)'), { target: { value: 'longer one' } });
  fireEvent.change(field('Access Level'), { target: { value: 'supernoek' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Changes' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls['admin.changeUser']).toEqual([{ id: 'u2', accessLevel: 'supernoek', newPassword: 'longer one' }]);
});

test('[2.107] [2.109] the buttons are Cancel and Save Changes; Cancel changes nothing', async () => {
  const { calls, onClose, dialog } = open();
  const names = within(dialog)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names.filter((name) => name !== '')).toEqual(['Cancel', 'Save Changes']);
  fireEvent.change(field('Name'), { target: { value: 'Somebody else' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(calls['admin.changeUser']).toBeUndefined();
});
