// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { message } from '../testing/message.ts';
import { guest, openChat, otherAction, refuse, signedIn } from '../testing/open-chat.tsx';

beforeAll(async () => {
  await Promise.all([import('./report-dialog.tsx'), import('../sharing/others-conversation.tsx')]);
});

const thanks = { isNew: true, message: 'Thank you. An administrator will look at it.' };
const thread = {
  ...signedIn,
  'chat.messages': () => [message('q'), message('a', { role: 'assistant', parentId: 'q', content: 'An answer' })],
};
const shared = {
  ...guest,
  'chat.conversation': () => refuse(404, 'NOT_FOUND', 'Conversation not found.'),
  'chat.shared': () => ({
    conversation: { id: 7, title: 'About tides', sharedAt: '2026-11-21T12:00:00.000Z', olderLeftOut: false },
    messages: [],
  }),
};
type Handlers = Parameters<typeof openChat>[0];

async function openDialog(handlers: Handlers, name: string) {
  const page = openChat(handlers, 7);
  const isShare = name === ofShare;
  const button = await screen.findByRole('button', { name: isShare ? 'Report' : 'Copy answer' }, { timeout: 5_000 });
  const answer = button.closest('article');
  const opener = answer ? within(answer).getByRole('button', { name: 'Other actions' }) : button;
  fireEvent.click(answer ? await otherAction('Report', answer) : button);
  const dialog = within(await screen.findByRole('dialog', { name }));
  const send = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Send report' });
  const choose = (reason: string) => fireEvent.click(dialog.getByRole('radio', { name: reason }));
  const text = () => dialog.getByLabelText<HTMLTextAreaElement>('Anything else? (optional)');
  return { ...page, opener, dialog, send, choose, text };
}
const ofAnswer = 'Report this answer';
const ofShare = 'Report this shared conversation';

test('an answer is reported with a reason and words, and the person is told', async () => {
  const { inputs, opener, dialog, send, choose, text } = await openDialog(
    { ...thread, 'reports.answer': () => thanks },
    ofAnswer,
  );
  expect(dialog.getByText(/Administrators can then read this answer/)).toBeTruthy();
  expect(dialog.getAllByRole('radio').map((radio) => radio.parentElement?.textContent)).toEqual([
    ...['Harmful or dangerous', 'Harassment or hate', 'Sexual content', 'Privacy', 'Wrong or misleading'],
    'Something else',
  ]);
  expect(send().disabled).toBe(true);
  choose('Wrong or misleading');
  fireEvent.change(text(), { target: { value: ' The year ' } });
  fireEvent.click(send());
  expect(await screen.findByText(thanks.message)).toBeTruthy();
  const close = screen.getByRole('button', { name: 'Close' });
  expect(document.activeElement).toBe(close);
  expect(inputs('reports.answer')).toEqual([{ messageId: 'a', reason: 'wrong', text: 'The year' }]);
  fireEvent.click(close);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
});

test.each([
  [() => refuse(429, 'RATE_LIMITED', 'Too many attempts.'), 'Too many attempts.'],
  [
    () => {
      throw new Error('connection lost');
    },
    /Can't reach Noek/,
  ],
] as const)('the typed text stays when sending fails, and can be sent again: %s', async (fail, words) => {
  let fails = true;
  const { dialog, send, choose, text } = await openDialog(
    { ...thread, 'reports.answer': () => (fails ? fail() : thanks) },
    ofAnswer,
  );
  choose('Privacy');
  fireEvent.change(text(), { target: { value: 'My street' } });
  fireEvent.click(send());
  expect((await dialog.findByRole('alert')).textContent).toMatch(words);
  expect([text().value, dialog.getByRole<HTMLInputElement>('radio', { name: 'Privacy' }).checked]).toEqual([
    'My street',
    true,
  ]);
  fails = false;
  fireEvent.click(send());
  expect(await screen.findByText(thanks.message)).toBeTruthy();
});

test('a person who has reported it already is told that', async () => {
  const words = 'You have already reported this. Your report now says what you wrote this time.';
  const { choose, send } = await openDialog(
    { ...thread, 'reports.answer': () => ({ isNew: false, message: words }) },
    ofAnswer,
  );
  choose('Something else');
  fireEvent.click(send());
  expect(await screen.findByRole('dialog', { name: 'Already reported' })).toBeTruthy();
  expect(screen.getByText(words)).toBeTruthy();
});

test('a stranger reports a shared conversation', async () => {
  const { inputs, choose, send } = await openDialog({ ...shared, 'reports.share': () => thanks }, ofShare);
  choose('Harassment or hate');
  fireEvent.click(send());
  expect(await screen.findByRole('dialog', { name: 'Report sent' })).toBeTruthy();
  expect(inputs('reports.share')).toEqual([{ conversationId: 7, reason: 'harassment', text: '' }]);
});

test('an answer without text cannot be reported', async () => {
  const failed = message('a', { role: 'assistant', parentId: 'q', content: '', status: 'failed', error: 'No model.' });
  openChat({ ...thread, 'chat.messages': () => [message('q'), failed] }, 7);
  expect(await screen.findByText('No model.', {}, { timeout: 5_000 })).toBeTruthy();
  const failedAnswer = within(screen.getByText('No model.').closest('article') as HTMLElement);
  expect(failedAnswer.queryByRole('button', { name: 'Other actions' })).toBeNull();
});
