// @vitest-environment happy-dom
import type { User } from '@noek/contract/auth/schemas';
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../testing/refusal.ts';
import { accountServer } from './testing/account-server.ts';
import { openAccount, withAccountPage } from './testing/open-account.tsx';

withAccountPage();

const section = () => within(screen.getByRole('region', { name: 'Instructions' }));
const field = () => section().getByRole<HTMLTextAreaElement>('textbox', { name: 'Your instructions' });
const save = () => section().getByRole<HTMLButtonElement>('button', { name: 'Save instructions' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });

test('instructions for all chats are saved with the button', async () => {
  const { calls } = await openAccount('privacy', accountServer({ user: { instructions: 'Be brief.' } }));
  expect([field().value, save().disabled]).toEqual(['Be brief.', true]);
  type(' Answer in Czech. ');
  fireEvent.click(save());
  expect(await screen.findByText('Instructions saved')).toBeTruthy();
  expect([field().value, save().disabled]).toEqual(['Answer in Czech.', true]);
  expect(calls['auth.changeAccount']).toEqual([{ instructions: 'Answer in Czech.' }]);
});

test('8,001 characters are not sent, and stay in their field with a sentence', async () => {
  const { calls } = await openAccount('privacy', accountServer());
  type('😀'.repeat(8_001));
  expect(section().getByText('8,001 / 8,000')).toBeTruthy();
  fireEvent.click(save());
  expect(section().getByText('Instructions have at most 8,000 characters.')).toBeTruthy();
  expect(field().value).toBe('😀'.repeat(8_001));
  expect(calls['auth.changeAccount']).toBeUndefined();
  fireEvent.click(section().getByRole('button', { name: 'Discard changes' }));
});

test('a refusal says why, and what was typed stays; a user that was stored without instructions has none', async () => {
  await openAccount('privacy', {
    ...accountServer({ user: { instructions: undefined } as unknown as Partial<User> }),
    'auth.changeAccount': () => {
      throw new Refusal('BAD_REQUEST', 400, 'These instructions are not possible.');
    },
  });
  expect(field().value).toBe('');
  type('Be kind.');
  fireEvent.click(save());
  expect(await section().findByText('These instructions are not possible.')).toBeTruthy();
  expect(field().value).toBe('Be kind.');
  fireEvent.click(section().getByRole('button', { name: 'Discard changes' }));
});
