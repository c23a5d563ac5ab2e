// @vitest-environment happy-dom
import type { Step } from '@noek/contract/answers';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { memory } from '../../memory/testing/remembered.tsx';
import { answer, message } from '../testing/message.ts';
import { arrives, openChat, place, signedIn } from '../testing/open-chat.tsx';

const saved: Step = {
  id: 'own1.memory',
  kind: 'memory',
  status: 'done',
  text: 'Saved to memory',
  url: null,
  memoryId: 'm1',
  at: 0,
};
const walnuts = memory(1, { title: 'Walnuts', content: 'Allergic to walnuts.', conversationId: 9, messageId: 'x' });
const listOf = (...memories: object[]) => ({ memories, count: memories.length, limit: 50 });
const article = () => screen.getAllByRole('article').at(-1) as HTMLElement;

function open(fields: object, handlers: Record<string, (input: never) => unknown> = {}) {
  return openChat(
    {
      ...signedIn,
      'memory.list': () => listOf(walnuts),
      'chat.messages': () => [message('q'), answer('a', { status: 'complete', content: 'Fine.', ...fields })],
      ...handlers,
    },
    7,
  );
}
const undone: unknown[] = [];
const undoing = (result: object) => ({
  'memory.undo': (input: unknown) => {
    undone.push(input);
    return result;
  },
});

test('a saved memory stands in the thread with Undo, which takes it back', async () => {
  undone.length = 0;
  open({ steps: [saved] }, undoing({ memory: null }));
  expect(await screen.findByText('Saved to memory')).toBeTruthy();
  expect(await screen.findByText(/Walnuts/)).toBeTruthy();
  const undo = await within(article()).findByRole('button', { name: 'Undo' });
  undo.focus();
  fireEvent.click(undo);
  const outcome = await screen.findByText('Removed from memory again');
  // The button is gone. A keyboard stays where it was, and a screen reader reads the outcome.
  await waitFor(() => expect(document.activeElement).toBe(outcome));
  expect(undone).toEqual([{ memoryId: 'm1', messageId: 'a' }]);
  expect(within(article()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('it appears while the answer is written, and is announced', async () => {
  open({ status: 'streaming', content: '' });
  await screen.findByText('q');
  await arrives({ type: 'step', messageId: 'a', sequence: 1, step: saved });
  const line = await screen.findByText('Saved to memory');
  expect(line.closest('[role=status]')).toBeTruthy();
});

test('a removed memory comes back', async () => {
  const gone = { 'memory.list': () => listOf() };
  open({ steps: [{ ...saved, text: 'Removed from memory' }] }, { ...gone, ...undoing({ memory: walnuts }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('Back in memory')).toBeTruthy();
});

test('when there is nothing left to undo, it says so and offers it no more', async () => {
  open(
    { steps: [saved] },
    {
      'memory.undo': () => {
        throw new Refusal('NOT_FOUND', 404, 'Memory not found.');
      },
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText('There is nothing left to undo.')).toBeTruthy();
  expect(within(article()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test.each([
  ['Saved to memory', []],
  ['Removed from memory', [walnuts]],
])('%s: Undo is not offered when it is undone already', async (text, known) => {
  open({ steps: [{ ...saved, text }] }, { 'memory.list': () => listOf(...known) });
  await screen.findByText(text);
  await screen.findByText('Fine.');
  expect(within(article()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test.each([
  ['Saved to memory', 'Forgotten since', []],
  ['Removed from memory', 'Back in memory', [walnuts]],
])('%s: it says so when that is no longer so', async (text, since, known) => {
  open({ steps: [{ ...saved, text }] }, { 'memory.list': () => listOf(...known) });
  await screen.findByText(text);
  expect(await screen.findByText(since)).toBeTruthy();
});

test('a list that was read before a memory was saved elsewhere is read again', async () => {
  let [reads, known] = [0, listOf()];
  const own = { memories: [{ id: 'm1', title: 'Walnuts' }] };
  open(
    { ...own, steps: [saved] },
    {
      'memory.list': () => {
        reads++;
        return known;
      },
    },
  );
  expect(await screen.findByText('Forgotten since')).toBeTruthy();
  const before = reads;
  known = listOf(walnuts);
  fireEvent.click(screen.getByRole('button', { name: 'Used here' }));
  const list = screen.getByRole('region', { name: 'Memories that this answer was given' });
  expect(within(list).queryByText('Forgotten since.')).toBeNull();
  expect(await within(list).findByText('Allergic to walnuts.')).toBeTruthy();
  expect(reads).toBe(before + 1);
  // So the line says it, too.
  expect(await within(article()).findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(screen.queryByText('Forgotten since')).toBeNull();
});

test('a limit is said once, and nothing can be undone', async () => {
  const full = {
    ...saved,
    status: 'failed',
    memoryId: null,
    text: 'Memory limit reached! Delete some memories or upgrade.',
  };
  open({ steps: [full, { ...full, id: '0.memory' }] });
  expect(await screen.findAllByText(full.text)).toHaveLength(1);
  expect(within(article()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('"Used here" lists what the answer was given; each leads to the message it comes from', async () => {
  const own = memory(2, { title: 'Tea', content: 'Likes tea.' });
  open(
    {
      memories: [
        { id: 'm1', title: 'Nuts' },
        { id: 'm2', title: 'Tea' },
        { id: 'gone', title: 'Old thing' },
      ],
    },
    { 'memory.list': () => listOf(walnuts, own) },
  );
  const button = await screen.findByRole('button', { name: 'Used here' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  fireEvent.click(button);
  const list = screen.getByRole('region', { name: 'Memories that this answer was given' });
  const items = () => within(list).getAllByRole('listitem');
  await waitFor(() =>
    expect(items().map((item) => item.textContent)).toEqual([
      'WalnutsAllergic to walnuts.Why do you remember this?',
      'TeaLikes tea.You added it on the Memories page.',
      'Old thingForgotten since.',
    ]),
  );
  const why = within(list).getByRole('link', { name: 'Why do you remember this?' });
  expect(why.getAttribute('href')).toBe('/chat/9');
  fireEvent.click(why);
  await waitFor(() => expect(place.current).toBe(9));
});

test.each([
  ['an answer that was given none', {}, 'Fine.'],
  [
    'an answer that never came',
    { status: 'failed', content: '', error: 'No answer came.', memories: [{ id: 'm1', title: 'Nuts' }] },
    'No answer came.',
  ],
])('%s has no such button', async (_, fields, text) => {
  open(fields);
  await screen.findByText(text);
  expect(screen.queryByRole('button', { name: 'Used here' })).toBeNull();
});
