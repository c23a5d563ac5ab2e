// @vitest-environment happy-dom
import type { Step } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import type { Memory } from '@noek/contract/memory/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { memories } from '../../memory/testing/remembered.tsx';
import { answer, message } from '../testing/message.ts';
import { arrives, openChat, signedIn } from '../testing/open-chat.tsx';

const cats = memories(1, 2, 3);

/** An answer that asks about the three memories. `deleted`: the memories that the decision deleted, if it was made. */
function asking(deleted: readonly string[] | null, fields: Partial<Message> = {}): Message {
  const step: Step = {
    ...{
      id: 'own1.forget',
      kind: 'memory',
      status: 'done',
      text: 'Delete 3 memories?',
      url: null,
      memoryId: null,
      at: 0,
    },
    forget: {
      state: deleted === null ? 'open' : 'decided',
      memories: cats.map(({ id, title }) => ({ id, title, deleted: deleted?.includes(id) ?? false })),
    },
  };
  return answer('a', { status: 'complete', content: 'Shall I?', steps: [step], ...fields });
}

/** A server with these memories, on which each decision is made once. */
function open(
  first: Message,
  known: readonly Memory[] = cats,
  handlers: Record<string, (input: never) => unknown> = {},
) {
  const server = { answer: first, known: [...known], decisions: [] as unknown[] };
  openChat(
    {
      ...signedIn,
      'memory.list': () => ({ memories: server.known, count: server.known.length, limit: 50 }),
      'chat.messages': () => [message('q'), server.answer],
      'chat.decideForgetting': (input: { memoryIds: string[] }) => {
        server.decisions.push(input);
        server.known = server.known.filter(({ id }) => !input.memoryIds.includes(id));
        server.answer = asking(input.memoryIds);
        return server.answer;
      },
      'memory.undo': ({ memoryId }: { memoryId: string }) => {
        const memory = cats.find(({ id }) => id === memoryId);
        if (memory) server.known = [...server.known, memory];
        return { memory };
      },
      ...handlers,
    },
    7,
  );
  return server;
}

const card = () => screen.findByRole('region', { name: 'Delete 3 memories?' });
const boxes = () => screen.getAllByRole<HTMLButtonElement>('checkbox').map((box) => box.getAttribute('aria-checked'));
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test('it names every memory, and deletes the chosen ones only', async () => {
  const server = open(asking(null));
  const asked = await card();
  await within(asked).findByText('What is remembered as number 2.');
  expect(boxes()).toEqual(['true', 'true', 'true', 'true']);
  expect(within(asked).getByText('3 of 3')).toBeTruthy();
  fireEvent.click(within(asked).getByRole('checkbox', { name: /Memory 2/ }));
  expect(boxes()[0]).toBe('mixed');
  expect(server.known).toHaveLength(3);
  button('Delete').focus();
  fireEvent.click(button('Delete'));
  const outcome = await screen.findByText(/^Deleted 2 memories, kept 1\./);
  expect(server.decisions).toEqual([{ messageId: 'a', stepId: 'own1.forget', memoryIds: ['m3', 'm1'] }]);
  await waitFor(() => expect(document.activeElement).toBe(outcome));
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('each of them comes back with Undo, and all of them at once', async () => {
  const server = open(asking(cats.map(({ id }) => id)), []);
  fireEvent.click(await screen.findByRole('button', { name: 'Undo deleting “Memory 2”' }));
  expect(await screen.findByText('Back in memory')).toBeTruthy();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo all 2' }));
  await waitFor(() => expect(screen.getAllByText('Back in memory')).toHaveLength(3));
  expect(server.known).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('"Keep" deletes nothing', async () => {
  const server = open(asking(null));
  await card();
  fireEvent.click(button('Keep'));
  expect(await screen.findByText('Nothing was deleted from memory.')).toBeTruthy();
  expect([server.decisions, server.known.length]).toEqual([[expect.objectContaining({ memoryIds: [] })], 3]);
});

test('without a tick there is nothing to delete', async () => {
  open(asking(null));
  await card();
  fireEvent.click(screen.getByRole('checkbox', { name: /^All/ }));
  expect(boxes()).toEqual(['false', 'false', 'false', 'false']);
  expect(button('Delete').disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: /^All/ }));
  expect(button('Delete').disabled).toBe(false);
});

test('a decision in another tab shows here, too', async () => {
  open(asking(null));
  await card();
  await arrives({ type: 'messages', conversationId: 7, messages: [asking(['m1'])] });
  expect(await screen.findByText(/^Deleted 1 memory, kept 2\./)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Delete 3 memories?' })).toBeNull();
});

test('an end that is reported after the decision does not open the question again', async () => {
  open(asking(null));
  await card();
  fireEvent.click(button('Keep'));
  await screen.findByText('Nothing was deleted from memory.');
  await arrives({ type: 'done', message: asking(null) });
  await arrives({ type: 'messages', conversationId: 7, messages: [asking(null, { content: 'Shall I really?' })] });
  expect(await screen.findByText('Shall I really?')).toBeTruthy();
  expect(screen.getByText('Nothing was deleted from memory.')).toBeTruthy();
});

test('a memory that is gone already cannot be chosen', async () => {
  const server = open(asking(null), cats.slice(0, 2));
  expect(await screen.findByText('This memory has been deleted.')).toBeTruthy();
  fireEvent.click(button('Delete'));
  await waitFor(() => expect(server.decisions).toHaveLength(1));
  expect(server.decisions).toEqual([
    expect.objectContaining({
      memoryIds: ['m3', 'm2'],
    }),
  ]);
});

test('a refusal is shown, and the ticks stay', async () => {
  open(asking(null), cats, {
    'chat.decideForgetting': () => {
      throw new Refusal('UNAVAILABLE', 503, 'Try again in a moment.');
    },
  });
  const asked = await card();
  fireEvent.click(within(asked).getByRole('checkbox', { name: /Memory 2/ }));
  fireEvent.click(button('Delete'));
  expect(await screen.findByText('Try again in a moment.')).toBeTruthy();
  await waitFor(() => expect(button('Delete').disabled).toBe(false));
  expect(boxes().slice(1)).toEqual(['true', 'false', 'true']);
});

test('while the answer is being written, the question shows and waits', async () => {
  open(asking(null, { status: 'streaming', content: '' }));
  await card();
  expect([button('Delete').disabled, button('Keep').disabled]).toEqual([true, true]);
  expect(screen.getByText('You can choose when the answer is finished.')).toBeTruthy();
});
