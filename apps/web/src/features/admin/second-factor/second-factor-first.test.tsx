// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { trpc } from '../../../api/trpc.ts';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { mira } from '../../session/testing/mira.ts';
import { AdminFrame } from '../admin-frame.tsx';

function AuditEntries() {
  const audit = trpc.admin.audit.useQuery({});
  return <p>{audit.data ? 'The entries' : 'Loading'}</p>;
}

test('an administrator who needs a second factor sees only its set-up, and then the page', async () => {
  let hasFactor = false;
  stubApi({
    'auth.user': () => ({ ...mira, accessLevel: 'admin' }),
    'auth.signInMethods': () => ({}),
    'admin.audit': () => {
      if (!hasFactor) throw new Refusal('FORBIDDEN', 403, 'A second factor first.', { secondFactorMissing: true });
      return { entries: [], nextCursor: null };
    },
    'auth.totpStart': () => ({ secret: 'JBSWY3DP', uri: 'otpauth://totp/Noek?secret=JBSWY3DP' }),
    'auth.totpConfirm': () => {
      hasFactor = true;
      return { recoveryCodes: ['a-1', 'b-2'] };
    },
  });
  renderPage(
    <AdminFrame place="audit" onSignOut={() => {}}>
      <AuditEntries />
    </AdminFrame>,
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Set up a second factor' })).toBeTruthy();
  expect(screen.queryByRole('navigation')).toBeNull();
  expect(screen.queryByText('Loading')).toBeNull();

  fireEvent.click(screen.getByRole('button', { name: 'Set up authenticator app' }));
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
  const codes = within(await screen.findByRole('dialog', { name: 'Your recovery codes' }));
  expect(codes.getByText('a-1')).toBeTruthy();
  fireEvent.click(codes.getByRole('button', { name: 'Done' }));
  expect(await screen.findByText('The entries')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('navigation')).toBeTruthy());
});

test('another refusal does not ask for a second factor', async () => {
  const calls = stubApi({
    'auth.user': () => ({ ...mira, accessLevel: 'admin' }),
    'admin.audit': () => {
      throw new Refusal('FORBIDDEN', 403, 'Administrators only.');
    },
  });
  renderPage(
    <AdminFrame place="audit" onSignOut={() => {}}>
      <AuditEntries />
    </AdminFrame>,
  );
  await waitFor(() => expect(calls['admin.audit']).toHaveLength(1));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(screen.queryByText('Set up a second factor')).toBeNull();
  expect(screen.getByText('Loading')).toBeTruthy();
});
