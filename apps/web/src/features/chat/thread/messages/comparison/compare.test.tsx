// @vitest-environment happy-dom
import type { Message } from '@noek/contract/chat/schemas';
import type { ModelChoice } from '@noek/contract/config/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { conversation } from '../../../testing/conversation.ts';
import { entry } from '../../../testing/entry.ts';
import { answer, message } from '../../../testing/message.ts';
import { arrives, guest, openChat, otherAction, refuse, sent, signedIn } from '../../../testing/open-chat.tsx';
import { comparisonOf } from './use-comparison.ts';

const model = (name: string): ModelChoice => ({
  name,
  provider: 'Example',
  premium: false,
  resting: false,
  sees: 'unknown',
  endsAt: null,
  description: null,
  contextWindow: 32_000,
  tools: 'unknown',
  efforts: [],
});
const models = ['small', 'other', 'third'].map(model);
const question = message('q', { content: 'Why?' });
const first = answer('a', {
  status: 'complete',
  content: 'Because.',
  answeredBy: 'Example · small',
  createdAt: '2025-06-28T10:00:01.000Z',
});
const second = answer('b', { model: 'other', createdAt: '2025-06-28T10:00:02.000Z' });
const done: Message = {
  ...second,
  status: 'complete',
  content: 'No reason.',
  answeredBy: 'Example · other',
  sequence: 3,
};
const page = (shown: Message) => ({
  messages: [question, shown],
  older: null,
  newer: null,
  versions: { [shown.id]: ['a', 'b'] },
});

/** Opens conversation 7 with one answer of the model "small". */
function openAnswered(handlers: Parameters<typeof openChat>[0] = {}, who = signedIn, offered = models) {
  let shown: Message = done;
  const result = {
    ...sent({ content: 'Why?', clientMessageId: 'r' }),
    conversation: conversation(7),
    userMessage: question,
    assistantMessage: second,
  };
  const chat = openChat(
    {
      ...who,
      'chat.messages': () => [question, first],
      'chat.regenerate': () => result,
      'chat.message': ({ messageId }: { messageId: string }) => (messageId === 'a' ? first : done),
      'chat.showVersion': ({ messageId }: { messageId: string }) => {
        shown = messageId === 'a' ? first : done;
        return conversation(7);
      },
      'chat.changeAnswerSettings': (settings: object) => conversation(7, settings),
      ...handlers,
    },
    7,
    { models: offered },
  );
  return { ...chat, shown: () => shown };
}

const button = (name: string | RegExp) => screen.findByRole('button', { name }, { timeout: 5_000 });
const column = async (name: string) => within(await screen.findByRole('article', { name }, { timeout: 5_000 }));
const lastAnswer = async () => (await button('Regenerate')).closest('article') as HTMLElement;
async function compareWith(name: string) {
  fireEvent.click(await otherAction('Compare with…', await lastAnswer()));
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${name}`) }));
}

beforeAll(() => import('./comparison.tsx'));
beforeEach(() => sessionStorage.clear());
afterEach(() => sessionStorage.clear());

test('asks a second model and shows both answers, until one of them is chosen', async () => {
  const { inputs, shown } = openAnswered({
    'chat.messagePage': () => (inputs('chat.regenerate').length > 0 ? page(shown()) : { ...page(first), versions: {} }),
  });
  await compareWith('other');
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ messageId: 'a', model: 'other' }]));
  const right = await column('other');
  expect((await column('Example · small')).getByText('Because.')).toBeTruthy();
  await waitFor(() => expect(right.getByRole('status').textContent).toBe('Answering…'));
  await arrives({ type: 'done', message: done });
  expect((await column('Example · other')).getByText('No reason.')).toBeTruthy();

  fireEvent.click((await column('Example · small')).getByRole('button', { name: 'Continue with this one' }));
  await waitFor(() => expect(screen.queryByText('Compare answers')).toBeNull());
  expect(inputs('chat.showVersion')).toEqual([{ messageId: 'a' }]);
  // A comparison alone does not change who answers next.
  expect(inputs('chat.changeAnswerSettings')).toEqual([]);
  expect(await screen.findByRole('group', { name: 'Version 1 of 2' })).toBeTruthy();
  expect(sessionStorage.getItem('noek_compared')).toBeNull();
});

test('a comparison survives a reload, and reads the answer that the conversation does not show', async () => {
  sessionStorage.setItem('noek_compared', '[[7,"a"]]');
  const { inputs } = openAnswered({ 'chat.messagePage': () => page(done) });
  expect((await column('Example · small')).getByText('Because.')).toBeTruthy();
  expect((await column('Example · other')).getByText('Shown in the chat')).toBeTruthy();
  expect(inputs('chat.message')).toEqual([{ messageId: 'a' }]);
  fireEvent.click((await column('Example · other')).getByRole('button', { name: 'Continue with this one' }));
  await waitFor(() => expect(screen.queryByText('Compare answers')).toBeNull());
  expect(inputs('chat.showVersion')).toEqual([]);
  // The next message goes to the model that was chosen, which is said and can be taken back.
  await screen.findByText("This chat's next answers come from Example · other");
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, model: 'other' }]));
  fireEvent.click(await button('Undo'));
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toHaveLength(2));
  expect(inputs('chat.changeAnswerSettings')[1]).toEqual({ conversationId: 7, model: null });
});

test('another try of a failed answer asks the same model', async () => {
  sessionStorage.setItem('noek_compared', '[[7,"a"]]');
  const failed = { ...done, status: 'failed', content: '', answeredBy: null, error: 'Out of order.' } as const;
  const { inputs } = openAnswered({ 'chat.messagePage': () => page(failed) });
  const right = await column('other');
  expect(right.getByText('Out of order.')).toBeTruthy();
  expect(right.getByRole('button', { name: 'Continue with this one' })).toHaveProperty('disabled', true);
  fireEvent.click(right.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ messageId: 'b', model: 'other' }]));
});

test('a request that is refused says why and ends the comparison', async () => {
  openAnswered({ 'chat.regenerate': () => refuse(429, 'MESSAGE_LIMIT_REACHED', 'No messages are left today.') });
  await compareWith('third');
  expect(await screen.findByText(/No messages are left today\./)).toBeTruthy();
  expect(screen.queryByText('Compare answers')).toBeNull();
  await waitFor(() => expect(sessionStorage.getItem('noek_compared')).toBeNull(), { timeout: 5_000 });
});

test('without a connection, the request waits in its column', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  openAnswered();
  await compareWith('other');
  const right = await column('other');
  expect(right.getByText('Not asked yet')).toBeTruthy();
  expect((await column('Example · small')).getByText('Because.')).toBeTruthy();
  fireEvent.click(right.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByText('Compare answers')).toBeNull());
});

test('it needs an account, a second model and a model that has not answered', async () => {
  openAnswered();
  await compareWith('other');
  expect(screen.queryByRole('menuitem', { name: /^small/ })).toBeNull();
});

test.each([
  ['guests', guest, models],
  ['a single model', signedIn, models.slice(0, 1)],
])('%s have no comparison', async (_, who, offered) => {
  openAnswered({}, who, offered);
  await otherAction('Copy link', await lastAnswer());
  expect(screen.queryByRole('menuitem', { name: 'Compare with…' })).toBeNull();
});

test('the second answer is the newest other version of the last answer', () => {
  const window = { messages: [question, done], older: null, newer: null, versions: { b: ['a', 'b', 'c'] } };
  expect(comparisonOf('a', window, [])).toMatchObject({ firstId: 'a', secondId: 'c', shown: { id: 'b' } });
  expect(comparisonOf('c', window, [])).toMatchObject({ secondId: 'b' });
  expect(comparisonOf('gone', window, [])).toBeNull();
  expect(comparisonOf('a', { ...window, newer: { after: 4 } }, [])).toBeNull();
  expect(comparisonOf('a', { ...window, messages: [question, done, message('q2')] }, [])).toBeNull();
  expect(comparisonOf('b', { ...window, versions: {} }, [])).toBeNull();
  const again = entry('r', { kind: 'regenerate', parentId: 'q' });
  expect(comparisonOf('a', window, [again])).toMatchObject({ secondId: null, entry: again });
  expect(comparisonOf('a', window, [entry('m', { kind: 'message' })])).toBeNull();
});
