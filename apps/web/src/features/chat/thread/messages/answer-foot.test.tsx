// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answer, message } from '../../testing/message.ts';
import { guest, openChat } from '../../testing/open-chat.tsx';
import { threadTexts } from '../texts.ts';

const final = { status: 'complete', content: 'At noon.', answeredBy: 'Demo · built-in', turnsLeftOut: 3 } as const;

test('an answer has one row below it with four actions and a menu, and what comes later is at the end of it', async () => {
  const rated = answer('a', { ...final, feedback: { rating: 'good', reason: null } });
  openChat({ ...guest, 'chat.messages': () => [message('q'), rated] }, 7);
  const reason = await screen.findByRole('button', { name: threadTexts.rating.addReason });
  const row = within(reason.parentElement as HTMLElement);
  const names = row.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual([
    ...['Demo', 'Older messages left out'],
    ...['Copy answer', 'Good response', 'Bad response', 'Regenerate', 'Other actions', 'Add a reason'],
  ]);
});

const suggestion = { status: 'complete', content: 'Try ***What is 6 × 7?***, *or* **not**.' } as const;

test('a press on a suggestion of the demo sends it', async () => {
  const { inputs } = openChat(
    {
      ...guest,
      'chat.messages': () => [message('q'), answer('a', { ...suggestion, answeredBy: 'Demo · built-in' })],
      'chat.send': () => new Promise(() => {}),
    },
    7,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'What is 6 × 7?' }));
  await vi.waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'What is 6 × 7?', conversationId: 7 }]));
  // While the answer is running, it can be focused, not sent again.
  const button = await screen.findByRole('button', { name: 'What is 6 × 7?' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  fireEvent.click(button);
  expect(inputs('chat.send')).toHaveLength(1);
});

test('an answer of a model has no suggestions', async () => {
  openChat({ ...guest, 'chat.messages': () => [message('q'), answer('a', { ...suggestion, answeredBy: 'X · y' })] }, 7);
  const words = await screen.findByText('What is 6 × 7?');
  expect([words.tagName, words.parentElement?.tagName]).toEqual(['STRONG', 'EM']);
});

test('the words of the row open a sentence about them', async () => {
  openChat({ ...guest, 'chat.messages': () => [message('q'), answer('a', final)] }, 7);
  const demo = await screen.findByRole('button', { name: 'Demo' });
  expect(demo.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(demo);
  expect(screen.getByText(threadTexts.answer.demoHint).id).toBe(demo.getAttribute('aria-controls'));
  fireEvent.click(screen.getByRole('button', { name: 'Older messages left out' }));
  expect(screen.getByText(threadTexts.answer.turnsLeftOutHint)).toBeTruthy();
  fireEvent.click(demo);
  expect(screen.queryByText(threadTexts.answer.demoHint)).toBeNull();
});
