// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { storedUser } from '../../session/start/stored-user.ts';
import { accountServer } from '../testing/account-server.ts';
import { openAccount, withAccountPage } from '../testing/open-account.tsx';

withAccountPage();
afterEach(() => void vi.useRealTimers());

async function openQuestion(server: Parameters<typeof openAccount>[1] = accountServer()) {
  const page = await openAccount('data', server);
  fireEvent.click(screen.getByRole('button', { name: 'Delete Account' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Account' }));
  return {
    ...page,
    dialog,
    word: dialog.getByLabelText('Type DELETE to confirm'),
    button: dialog.getByRole('button', { name: 'Delete Account' }),
  };
}
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });

test('[2.126] the question names what is lost and asks for a word', async () => {
  const { calls, dialog, word, button } = await openQuestion();
  for (const lost of [/conversations/, /memories/, /subscription/]) expect(dialog.getByText(lost)).toBeTruthy();
  for (const typed of ['', 'delete', 'DELET']) {
    type(word, typed);
    expect(button.hasAttribute('disabled')).toBe(true);
    fireEvent.submit(word.closest('form') as HTMLFormElement);
  }
  expect(calls['auth.deleteAccount']).toBeUndefined();
  type(word, 'DELETE');
  expect(button.hasAttribute('disabled')).toBe(false);
});

test.each([
  [
    new Refusal('PROVIDER_FAILED', 502, 'Your subscription could not be ended.'),
    'Your subscription could not be ended.',
  ],
  [new Error('connection lost'), 'Failed to delete account. Please try again.'],
] as const)("[8.20] a failure shows the server's own sentence, and the account stays: %s", async (failure, words) => {
  const { dialog, word, button } = await openQuestion({
    ...accountServer(),
    'auth.deleteAccount': () => {
      throw failure;
    },
  });
  type(word, 'DELETE');
  fireEvent.click(button);
  expect((await dialog.findByRole('alert')).textContent).toBe(words);
  expect(word).toHaveProperty('value', 'DELETE');
  expect(storedUser()?.id).toBe('u1');
});

test('[4.49] [8.20] [9.11] afterwards nothing of the account is left here, and the page leaves after two seconds', async () => {
  localStorage.setItem('noek_draft_new', '{"text":"mine"}');
  localStorage.setItem('noek_drafts_of', 'u1');
  const { onDeleted, word, button } = await openQuestion();
  type(word, 'DELETE');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.click(button);
  await act(() => vi.advanceTimersByTimeAsync(50));
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Account Deleted' }));
  expect(screen.getByText('A confirmation email was sent to you.')).toBeTruthy();
  expect(screen.queryByText('Mira Novak')).toBeNull();
  expect(storedUser()).toBeNull();
  expect([localStorage.getItem('noek_draft_new'), localStorage.getItem('noek_drafts_of')]).toEqual([null, null]);
  await act(() => vi.advanceTimersByTimeAsync(1_900));
  expect(onDeleted).not.toHaveBeenCalled();
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(onDeleted).toHaveBeenCalledTimes(1);
});
