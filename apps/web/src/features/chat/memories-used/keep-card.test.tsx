// @vitest-environment happy-dom
import type { KeepProposal, Step } from '@noek/contract/chat/answers';
import type { Message } from '@noek/contract/chat/schemas';
import { memoryLimitText } from '@noek/contract/memory/texts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Refusal } from '../../../testing/refusal.ts';
import { answer, message } from '../testing/message.ts';
import { arrives, openChat, signedIn } from '../testing/open-chat.tsx';

const memory = { title: 'Bank', content: 'Trusts the Acme bank', category: 'General', importance: 'normal' as const };

/** An answer that asks about a memory. */
function asking(state: KeepProposal['state'], fields: Partial<Message> = {}, replaces: string | null = null): Message {
  const texts = { open: 'Keep this in memory?', kept: 'Saved to memory', declined: 'Not kept in memory' };
  const step: Step = {
    ...{ id: '1.memory', kind: 'memory', status: 'done', text: texts[state], url: null, memoryId: null, at: 0 },
    keep: { state, memory, replaces },
  };
  return answer('a', { status: 'complete', content: 'Hm.', steps: [step], ...fields });
}

function open(first: Message, handlers: Record<string, (input: never) => unknown> = {}) {
  const server = { answer: first, decisions: [] as unknown[] };
  openChat(
    {
      ...signedIn,
      'memory.list': () => ({ memories: [], count: 0, limit: 50 }),
      'chat.messages': () => [message('q'), server.answer],
      'chat.decideKeeping': (input: { keep: boolean }) => {
        server.decisions.push(input);
        server.answer = asking(input.keep ? 'kept' : 'declined');
        return server.answer;
      },
      ...handlers,
    },
    7,
  );
  return server;
}

const card = () => screen.findByRole('region', { name: 'Keep this in memory?' });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });

test.each([
  ['Keep', true, 'Kept in memory.', 'Saved to memory'],
  ['Don’t keep', false, 'Not kept in memory.', 'Not kept in memory'],
])('"%s" decides, the line says so, and a screen reader is told', async (name, keep, told, line) => {
  const server = open(asking('open'));
  expect(within(await card()).getByText('Trusts the Acme bank')).toBeTruthy();
  button(name).focus();
  fireEvent.click(button(name));
  const said = await screen.findByText(told);
  expect(server.decisions).toEqual([{ messageId: 'a', stepId: '1.memory', keep }]);
  await waitFor(() => expect(document.activeElement).toBe(said));
  expect(screen.getByText(line)).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Keep this in memory?' })).toBeNull();
});

test('it names the memory that is replaced', async () => {
  open(asking('open', {}, 'Trusts the Bee bank'));
  expect(within(await card()).getByText('“Trusts the Bee bank”')).toBeTruthy();
});

test('at the limit the message is shown, and the question stays', async () => {
  open(asking('open'), {
    'chat.decideKeeping': () => {
      throw new Refusal('CONFLICT', 409, memoryLimitText);
    },
  });
  await card();
  fireEvent.click(button('Keep'));
  expect(await screen.findByText(memoryLimitText)).toBeTruthy();
  await waitFor(() => expect(button('Keep').disabled).toBe(false));
});

test('a decision in another tab shows here, too, and a late end does not ask again', async () => {
  open(asking('open'));
  await card();
  await arrives({ type: 'messages', conversationId: 7, messages: [asking('declined')] });
  expect(await screen.findByText('Not kept in memory')).toBeTruthy();
  await arrives({ type: 'done', message: asking('open') });
  expect(screen.queryByRole('region', { name: 'Keep this in memory?' })).toBeNull();
});

test('while the answer is being written, the question shows and waits', async () => {
  open(asking('open', { status: 'streaming', content: '' }));
  await card();
  expect([button('Keep').disabled, button('Don’t keep').disabled]).toEqual([true, true]);
});
