// @vitest-environment happy-dom
import type { Step } from '@noek/contract/chat/answers';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { memory } from '../../memory/testing/remembered.tsx';
import { project } from '../projects/testing/project.ts';
import { answer, message } from '../testing/message.ts';
import { arrives, openChat, place, signedIn } from '../testing/open-chat.tsx';
import { MemorySteps } from './memory-steps.tsx';

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

test('a saved memory is shown in the thread with Undo, which takes it back', async () => {
  undone.length = 0;
  open({ steps: [saved] }, undoing({ memory: null }));
  expect(await screen.findByText('Saved to memory')).toBeTruthy();
  expect(await screen.findByText(/Walnuts/)).toBeTruthy();
  const undo = await within(article()).findByRole('button', { name: 'Undo' });
  undo.focus();
  fireEvent.click(undo);
  const outcome = await screen.findByText('No longer in memory');
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
])('%s: Undo is not offered if the change was undone already', async (text, known) => {
  open({ steps: [{ ...saved, text }] }, { 'memory.list': () => listOf(...known) });
  await screen.findByText(text);
  await screen.findByText('Fine.');
  expect(within(article()).queryByRole('button', { name: 'Undo' })).toBeNull();
});

test.each([
  ['Saved to memory', 'Deleted later', []],
  ['Removed from memory', 'Back in memory', [walnuts]],
])('%s: the line says so when this is no longer true', async (text, since, known) => {
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
  expect(await screen.findByText('Deleted later')).toBeTruthy();
  const before = reads;
  known = listOf(walnuts);
  fireEvent.click(screen.getByRole('button', { name: 'Used here' }));
  const list = screen.getByRole('region', { name: 'Memories that this answer used' });
  expect(within(list).queryByText('This memory has been deleted.')).toBeNull();
  expect(await within(list).findByText('Allergic to walnuts.')).toBeTruthy();
  expect(reads).toBe(before + 1);
  // So the line shows the new state, too.
  expect(await within(article()).findByRole('button', { name: 'Undo' })).toBeTruthy();
  expect(screen.queryByText('Deleted later')).toBeNull();
});

test('a limit is mentioned once, and nothing can be undone', async () => {
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
  const list = screen.getByRole('region', { name: 'Memories that this answer used' });
  const items = () => within(list).getAllByRole('listitem');
  await waitFor(() =>
    expect(items().map((item) => item.textContent)).toEqual([
      'WalnutsAllergic to walnuts.Why do you remember this?',
      'TeaLikes tea.You added it on the Memories page.',
      'Old thingThis memory has been deleted.',
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

test.each([
  ['Removed from memory', 'Back in memory', [walnuts], []],
  ['Saved to memory', 'Deleted later', [], [walnuts]],
])('%s: a list that was read before it does not contradict it', async (text, wrong, before, after) => {
  let [reads, known] = [0, listOf(...before)];
  const list = () => {
    reads++;
    return known;
  };
  // Another line has caused the list to be read already.
  const other = { ...saved, memoryId: 'm9' };
  open({ steps: [other] }, { 'memory.list': list });
  await screen.findByText('Saved to memory');
  await screen.findByText('Deleted later');
  known = listOf(...after);
  const shown: (string | null)[] = [];
  const watch = new MutationObserver(() => shown.push(document.body.textContent));
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
  const [readsBefore, step] = [reads, { ...saved, text }];
  // The whole answer comes at once, as it does when it was made while this page was away.
  await arrives({
    type: 'messages',
    conversationId: 7,
    messages: [
      message('q2', { parentId: 'a' }),
      answer('b', { parentId: 'q2', status: 'complete', content: 'Done.', steps: [step] }),
    ],
  });
  await within(await screen.findByText('Done.').then((found) => found.closest('article') as HTMLElement)).findByRole(
    'button',
    { name: 'Undo' },
  );
  watch.disconnect();
  const said = (page: string | null) => (page?.split('Done.')[0] ?? '').split('q2')[1] ?? '';
  expect(shown.filter((page) => said(page).includes(wrong))).toEqual([]);
  // Once because of the live event, and once because the list contradicted the line in the meantime.
  expect(reads).toBeLessThanOrEqual(readsBefore + 2);
});

/** A long list leaves out rows outside the view, and renders its rows again whenever their height changes. */
function Rows({ steps }: { steps: readonly Step[] }) {
  const [round, setRound] = useState(0);
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = rows.current as HTMLElement;
    let height = '';
    const observer = new MutationObserver(() => {
      if (list.textContent !== height) setRound((before) => before + 1);
      height = list.textContent;
    });
    observer.observe(list, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={rows}>
      {steps.map((step, at) => (
        <MemorySteps key={at === 0 ? round : step.id} messageId={`a${at}`} steps={[step]} growing={false} />
      ))}
    </div>
  );
}

test('the list is not read again whenever a line comes into view, and Undo stays where it is', async () => {
  const steps = Array.from({ length: 12 }, (_, n) => ({
    ...saved,
    text: 'Removed from memory',
    id: `own${n}.memory0`,
    memoryId: `gone${n}`,
  }));
  let reads = 0;
  stubApi({
    'memory.list': () => {
      reads++;
      return listOf();
    },
  });
  renderPage(<Rows steps={steps} />);
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(12));
  const button = screen.getAllByRole('button', { name: 'Undo' })[5];
  for (let turn = 0; turn < 20; turn++) {
    await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))));
    expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(12);
  }
  expect(screen.getAllByRole('button', { name: 'Undo' })[5]).toBe(button);
  expect(reads).toBe(1);
});

test('a memory that stays in a project says so', async () => {
  open(
    { steps: [saved] },
    {
      'memory.list': () => listOf({ ...walnuts, projectId: 'g' }),
      'projects.list': () => [project('g', { name: 'Garden' })],
    },
  );
  expect(await screen.findByText('Remembered in Garden')).toBeTruthy();
});

test('"Used here" shows the instructions that the answer was given, as they were, and reads them only then', async () => {
  const { inputs } = open(
    { instructions: [{ project: null }, { project: 'Garden' }] },
    {
      'chat.usedInstructions': () => [
        { project: null, text: 'Be brief.' },
        { project: 'Garden', text: 'It faces north.' },
      ],
    },
  );
  const button = await screen.findByRole('button', { name: 'Used here' });
  expect(inputs('chat.usedInstructions')).toEqual([]);
  fireEvent.click(button);
  const list = within(await screen.findByRole('region', { name: 'Instructions that this answer used' }));
  expect(await list.findByText('It faces north.')).toBeTruthy();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Your instructionsBe brief.',
    'Instructions of GardenIt faces north.',
  ]);
  expect(inputs('chat.usedInstructions')).toEqual([{ messageId: 'a' }]);
});
