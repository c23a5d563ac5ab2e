// @vitest-environment happy-dom
import { type SecurityEvent, securityEventKinds } from '@noek/contract/auth/security-events';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../../testing/render-page.tsx';
import { SecurityEvents } from './security-events.tsx';

const signedIn: SecurityEvent = {
  id: 'e1',
  kind: 'signed-in',
  at: '2026-01-01T12:00:00.000Z',
  device: 'Chrome on Windows',
  network: '203.0.113.0/24',
  detail: 'a password',
};

function open(answer: (input: { cursor?: string }) => { events: SecurityEvent[]; nextCursor: string | null }) {
  const calls = stubApi({ 'auth.securityEvents': answer });
  renderPage(<SecurityEvents />);
  return calls;
}

test('each event says what happened, with which browser and from where, and more can be read', async () => {
  const calls = open(({ cursor }) =>
    cursor === undefined
      ? { events: [signedIn], nextCursor: 'next' }
      : {
          events: [{ ...signedIn, id: 'e2', kind: 'token-created', device: null, network: null, detail: 'Backup' }],
          nextCursor: null,
        },
  );
  expect(await screen.findByText('Signed in with a password')).toBeTruthy();
  expect(screen.getByText('Chrome on Windows · 203.0.113.0/24')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('API token created: “Backup”')).toBeTruthy();
  expect(calls['auth.securityEvents']).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

test('every kind of event has a sentence of its own', async () => {
  const events = securityEventKinds.map((kind, at) => ({ ...signedIn, id: `e${at}`, kind, detail: null }));
  open(() => ({ events, nextCursor: null }));
  await screen.findByText('Signed in');
  const titles = [...document.querySelectorAll('[dir=auto]')].map(({ textContent }) => textContent);
  expect(new Set(titles).size).toBe(securityEventKinds.length);
});

test('an account without events says so, and a list that cannot be read says why', async () => {
  let fails = true;
  open(() => {
    if (fails) throw new Refusal('FORBIDDEN', 403, 'Not now.');
    return { events: [], nextCursor: null };
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  fails = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Nothing has happened yet.')).toBeTruthy();
});
