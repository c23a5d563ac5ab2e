// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useStoredValue } from '../../../components/base/stored-value/use-stored-value.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { passkeyOffer } from '../../session/start/passkey-offer.ts';
import PasskeyOffer from './passkey-offer.tsx';

vi.mock('@simplewebauthn/browser', () => ({
  startRegistration: async () => ({
    id: 'k',
    rawId: 'k',
    type: 'public-key',
    clientExtensionResults: {},
    response: {},
  }),
}));
beforeEach(() => passkeyOffer.set('u1'));

const Page = () => useStoredValue(passkeyOffer) && <PasskeyOffer />;

/** The page, as long as there is an offer, in a browser whose device can keep passkeys or cannot. */
function open(canKeep: boolean) {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => {}, { isUserVerifyingPlatformAuthenticatorAvailable: async () => canKeep }),
  );
  const calls = stubApi({
    'auth.sessions': () => [],
    'auth.passkeyRegistration': () => ({ challenge: 'c' }),
    'auth.addPasskey': ({ name }: { name: string }) => ({ id: 'k', name, createdAt: '', lastUsedAt: null }),
  });
  renderPage(<Page />);
  return calls;
}
const offer = () => screen.queryByRole('complementary', { name: 'Passkey', hidden: true });

test('"Not now" ends the offer, also for the next page of this tab', async () => {
  open(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(offer()).toBeNull();
  expect(passkeyOffer.get()).toBeNull();
});

test('a passkey that was added ends the offer; a dialog that was cancelled does not', async () => {
  const calls = open(true);
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Cancel' }));
  expect(offer()).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  const again = within(await screen.findByRole('dialog', { name: 'Add a passkey' }));
  expect(await again.findByLabelText('Name')).toHaveProperty('value', 'This device');
  fireEvent.click(again.getByRole('button', { name: 'Add passkey' }));
  await waitFor(() => expect(offer()).toBeNull());
  expect(calls['auth.addPasskey']).toEqual([expect.objectContaining({ name: 'This device' })]);
});

test('nothing is offered where the device cannot keep a passkey', async () => {
  open(false);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(offer()).toBeNull();
});
