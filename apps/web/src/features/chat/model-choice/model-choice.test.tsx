// @vitest-environment happy-dom
import type { Conversation } from '@noek/contract/chat/schemas';
import type { ModelChoice } from '@noek/contract/config/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mira } from '../../session/testing/mira.ts';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { arrives, guest, openChat, refuse, sent, signedIn } from '../testing/open-chat.tsx';

const model = (name: string, more: Partial<ModelChoice> = {}): ModelChoice => ({
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
  ...more,
});
const quick = 'Quick answers and everyday questions';
const models = [
  model('small', { description: quick }),
  model('other', { provider: 'Second' }),
  model('large', { premium: true }),
];

const picker = () => screen.getByRole('button', { name: /^Model: / });
const picked = () => picker().textContent.replace('Model: ', '');
const options = () => screen.getAllByRole('menuitemradio').map(({ textContent }) => textContent);
/** Opens the picker's menu, whose code has to load first. */
async function openPicker() {
  await waitFor(() => expect(picker().getAttribute('aria-haspopup')).toBe('menu'));
  picker().focus();
  fireEvent.keyDown(picker(), { key: 'Enter' });
  return within(await screen.findByRole('menu'));
}
async function choose(name: string) {
  const menu = await openPicker();
  fireEvent.click(menu.getByRole('menuitemradio', { name: new RegExp(`^${name}`) }));
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
}

/** Opens conversation 7 with one answer, whose fields are given. */
function openAnswered(
  fields: Parameters<typeof answer>[1],
  handlers: Parameters<typeof openChat>[0] = {},
  state: Partial<Conversation> = {},
  offered = models,
  config: Parameters<typeof openChat>[2] = {},
) {
  return openChat(
    {
      ...signedIn,
      'chat.conversation': () => conversation(7, state),
      'chat.messages': () => [message('q', { content: 'Why?' }), answer('a', { status: 'complete', ...fields })],
      'chat.regenerate': () => sent({ content: 'Why?', clientMessageId: 'r' }),
      config: () => ({ models: offered }),
      ...handlers,
    },
    7,
    { models: offered, ...config },
  );
}

test('Automatic comes first, then the models of each provider, each with what it is good for, if that is known', async () => {
  openChat(signedIn, null, { models });
  await screen.findByText('mira@example.com');
  expect(picked()).toBe('Automatic');
  const menu = await openPicker();
  expect(options()).toEqual([
    'Automatic Noek chooses one that responds',
    `small ${quick}`,
    'large Included in SuperNoek',
    'other ',
  ]);
  const chosen = menu.getAllByRole('menuitemradio', { checked: true });
  expect(chosen.map(({ textContent }) => textContent)).toEqual(['Automatic Noek chooses one that responds']);
  expect(menu.getByRole('menuitemradio', { name: /^large/ }).getAttribute('aria-disabled')).toBe('true');
  expect(menu.getByRole('group', { name: 'Example' }).textContent).toContain('large');
  expect(menu.getByRole('group', { name: 'Second' }).textContent).toContain('other');
});

const efforts = () => within(screen.getByRole('group', { name: 'Effort' }));

test('a model with efforts offers those that it has, and the choice belongs to the conversation', async () => {
  const offered = [
    model('small', { efforts: ['quick', 'thorough'] }),
    model('other', { efforts: ['thorough'] }),
    model('plain'),
  ];
  const { inputs, send } = openAnswered(
    {},
    {
      'chat.changeAnswerSettings': (settings: object) => conversation(7, settings),
      'chat.send': (input: Parameters<typeof sent>[0]) => ({ ...sent(input), conversation: conversation(7) }),
    },
    {},
    offered,
  );
  await screen.findByText('Why?');
  // With Automatic, the first model decides.
  await openPicker();
  const names = () =>
    efforts()
      .getAllByRole('menuitemradio')
      .map(({ textContent }) => textContent);
  expect(names()).toEqual(['Automatic', 'Quick', 'Thorough']);
  expect(efforts().getByRole('menuitemradio', { checked: true }).textContent).toBe('Automatic');
  fireEvent.click(efforts().getByRole('menuitemradio', { name: 'Quick' }));
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, effort: 'quick' }]));
  await waitFor(() => expect(picked()).toBe('Automatic · Quick'));
  await arrives({ type: 'conversation', conversation: conversation(7, { model: 'other', effort: 'quick' }) });
  // A model without it answers as if it were Automatic.
  await waitFor(() => expect(picked()).toBe('other'));
  await openPicker();
  expect(names()).toEqual(['Automatic', 'Thorough']);
  expect(efforts().getByRole('menuitemradio', { checked: true }).textContent).toBe('Automatic');
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await arrives({ type: 'conversation', conversation: conversation(7, { model: 'plain', effort: 'quick' }) });
  await waitFor(() => expect(picked()).toBe('plain'));
  await openPicker();
  expect(screen.queryByRole('group', { name: 'Effort' })).toBeNull();
  send('And now?');
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
});

test("a guest's first message carries the effort, also with a single model that has some", async () => {
  const { send, inputs } = openChat(
    { ...guest, 'chat.send': (input: Parameters<typeof sent>[0]) => sent(input) },
    null,
    { models: [model('small', { efforts: ['quick', 'thorough'] })] },
  );
  await screen.findByText(/messages/);
  await openPicker();
  fireEvent.click(efforts().getByRole('menuitemradio', { name: 'Thorough' }));
  await waitFor(() => expect(picked()).toBe('Automatic · Thorough'));
  send('Hello');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'Hello', effort: 'thorough' }]));
});

test('the picker shows when a model ends, and does not offer one that has ended', async () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString().slice(0, 10);
  const offered = [
    model('small', { endsAt: days(60) }),
    model('later', { endsAt: days(61) }),
    model('today', { endsAt: days(0) }),
    model('ended', { endsAt: days(-1) }),
  ];
  openChat(signedIn, null, { models: offered });
  await screen.findByText('mira@example.com');
  const menu = await openPicker();
  expect(options().map((text) => text.split(' ')[0])).toEqual(['Automatic', 'small', 'later', 'today']);
  expect(menu.getAllByText(/^Ends on \d{1,2} \w+( \d{4})?$/)).toHaveLength(2);
  expect(menu.getByRole('menuitemradio', { name: /^later/ }).textContent).not.toContain('Ends');
});

test('lines under an answer: models that are gone, once, and tools that its model did not take', async () => {
  openAnswered({
    content: 'Because.',
    model: 'retired',
    answeredBy: 'Demo · built-in (retired is no longer available)',
    modelsGone: ['retired', 'gpt-5-mini'],
    toolsLeftOut: true,
  });
  expect(
    await screen.findByText('retired and gpt-5-mini are no longer available, so another model answered.'),
  ).toBeTruthy();
  expect(screen.getAllByText(/no longer available, so/)).toHaveLength(1);
  expect(screen.getByText('Answered without search and memory: this model takes no tools here.')).toBeTruthy();
});

test.each([
  [['search'], 'Answered without memory: this model takes no tools here.'],
  [['memory'], 'Answered without search: this model takes no tools here.'],
  [['search', 'memory'], null],
] as const)('with steps of %j, the line says only what is true', async (kinds, line) => {
  const step = { status: 'done', text: 'Done', url: null, memoryId: null, at: 0 } as const;
  openAnswered({ content: 'Because.', toolsLeftOut: true, steps: kinds.map((kind) => ({ ...step, id: kind, kind })) });
  await screen.findByText('Because.');
  if (line) expect(screen.getByText(line)).toBeTruthy();
  else expect(screen.queryByText(/takes no tools/)).toBeNull();
});

test('an answer that failed because its model is gone says it once', async () => {
  openAnswered({
    ...{ status: 'failed', error: 'The model retired is no longer available.', modelsGone: ['retired'] },
    toolsLeftOut: true,
  });
  expect(await screen.findByText('The model retired is no longer available.')).toBeTruthy();
  expect(screen.queryByText(/another model answered|takes no tools/)).toBeNull();
  // Trying again alone would fail again.
  expect(screen.getByRole('button', { name: 'Answer with another' })).toBeTruthy();
});

test('SuperNoek may choose a premium model, which Automatic asks first', async () => {
  const offered = models.map((one) => (one.premium ? { ...one, efforts: ['quick' as const] } : one));
  openChat({ ...signedIn, 'auth.user': () => ({ ...mira, accessLevel: 'supernoek' }) }, null, { models: offered });
  await screen.findByText('mira@example.com');
  const menu = await openPicker();
  expect(menu.getByRole('menuitemradio', { name: 'large Part of your plan' })).toBeTruthy();
  // With Automatic, the efforts are those of the model that is asked first.
  expect(efforts().getByRole('menuitemradio', { name: 'Quick' })).toBeTruthy();
  expect(menu.queryAllByRole('menuitemradio').filter((item) => item.hasAttribute('aria-disabled'))).toEqual([]);
});

test.each([
  ['a guest', guest, [model('small'), model('large', { premium: true })]],
  ['a signed-in person', signedIn, [model('small')]],
])('%s with one model has no picker', async (_, handlers, offered) => {
  openChat(handlers, null, { models: offered });
  await screen.findByText(handlers === guest ? /messages/ : 'mira@example.com');
  expect(screen.queryByRole('button', { name: /^Model/ })).toBeNull();
});

test('a guest is offered no model of a plan', async () => {
  openChat(guest, null, { models });
  await screen.findByText(/messages/);
  await openPicker();
  expect(options().map((text) => text.split(' ')[0])).toEqual(['Automatic', 'small', 'other']);
});

test("a guest's first message carries the choice, which then belongs to the conversation", async () => {
  const { send, inputs, place } = openChat(
    {
      ...guest,
      'chat.send': (input: Parameters<typeof sent>[0] & { model?: string }) => ({
        ...sent(input),
        conversation: conversation(7, { model: input.model ?? null }),
      }),
      'chat.changeAnswerSettings': ({ model: next }: { model: string | null }) => conversation(7, { model: next }),
    },
    null,
    { models },
  );
  await screen.findByText(/messages/);
  await choose('other');
  send('Hello');
  await waitFor(() => expect(place.current).toBe(7));
  expect(inputs('chat.send')).toMatchObject([{ content: 'Hello', model: 'other' }]);
  await waitFor(() => expect(picked()).toBe('other'));
  await choose('Automatic');
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, model: null }]));
  await waitFor(() => expect(picked()).toBe('Automatic'));
});

test('a change is stored with the conversation at once, and follows the other tabs', async () => {
  const { inputs } = openAnswered(
    {},
    { 'chat.changeAnswerSettings': ({ model: next }: { model: string | null }) => conversation(7, { model: next }) },
  );
  await screen.findByText('Why?');
  await choose('other');
  expect(picked()).toBe('other');
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, model: 'other' }]));
  await arrives({ type: 'conversation', conversation: conversation(7, { model: 'small' }) });
  await waitFor(() => expect(picked()).toBe('small'));
});

test('a refused change is reverted with the reason', async () => {
  openAnswered({}, { 'chat.changeAnswerSettings': () => refuse(400, 'BAD_REQUEST', 'The model is not available.') });
  await screen.findByText('Why?');
  await choose('other');
  expect(await screen.findByText('The model is not available.')).toBeTruthy();
  expect(picked()).toBe('Automatic');
});

test('the next message carries a change that did not reach the server', async () => {
  const { send, inputs } = openAnswered(
    {},
    {
      'chat.changeAnswerSettings': () => {
        throw new Error('no connection');
      },
      'chat.send': (input: Parameters<typeof sent>[0]) => ({
        ...sent(input),
        conversation: conversation(7, { model: 'other' }),
      }),
    },
  );
  await screen.findByText('Why?');
  await choose('other');
  await waitFor(() => expect(inputs('chat.changeAnswerSettings')).toHaveLength(1));
  expect(picked()).toBe('other');
  send('And now?');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: 'And now?', model: 'other' }]));
});

test('a chosen model that is gone: the picker says so and shows Automatic', async () => {
  const { inputs } = openAnswered(
    {},
    { 'chat.changeAnswerSettings': () => conversation(7, { model: null }) },
    { model: 'retired' },
  );
  expect(await screen.findByText(/retired is no longer available\. Noek chooses automatically\./)).toBeTruthy();
  expect(picked()).toBe('Automatic');
  fireEvent.click(screen.getByRole('button', { name: 'Keep it automatic' }));
  await waitFor(() => expect(screen.queryByText(/retired is no longer/)).toBeNull());
  expect(inputs('chat.changeAnswerSettings')).toEqual([{ conversationId: 7, model: null }]);
});

test('the list is read again when the person is about to choose', async () => {
  openAnswered({}, { config: () => ({ models: [model('small', { resting: true }), model('fresh')] }) });
  await screen.findByText('Why?');
  await openPicker();
  await waitFor(() =>
    expect(options()).toEqual([
      'Automatic Noek chooses one that responds',
      'small Not responding at the moment',
      'fresh ',
    ]),
  );
});

const openMenu = async (name: string) => {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  return within(await screen.findByRole('menu'));
};

test('a chosen model that failed: "Answer with another" offers the others', async () => {
  const { inputs } = openAnswered({
    status: 'failed',
    model: 'small',
    error: 'small did not answer. Try again or answer with another model.',
  });
  await screen.findByText(/small did not answer/);
  const menu = await openMenu('Answer with another');
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Automatic',
    'otherSecond',
    'large (SuperNoek)Example',
  ]);
  fireEvent.click(menu.getByRole('menuitem', { name: /^other/ }));
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ messageId: 'a', model: 'other' }]));
});

test('an answer that failed without a choice has only "Try again"', async () => {
  openAnswered({ status: 'failed', error: 'No answer came. Try again.' });
  await screen.findByText('No answer came. Try again.');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Answer with another' })).toBeNull();
});

test('another answer can be asked for from any model, or from Automatic', async () => {
  const { inputs } = openAnswered({ content: 'Because.', model: 'small', answeredBy: 'Example · small' });
  await screen.findByText('Because.');
  fireEvent.click((await openMenu('Other answer with…')).getByRole('menuitem', { name: 'Automatic' }));
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ messageId: 'a', model: null }]));
});

test('with one model there is nothing to choose for another answer, either', async () => {
  openChat(
    {
      ...signedIn,
      'chat.messages': () => [
        message('q', { content: 'Why?' }),
        answer('a', { status: 'complete', content: 'Because.' }),
      ],
    },
    7,
  );
  await screen.findByText('Because.');
  expect(screen.queryByRole('button', { name: 'Other answer with…' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Model/ })).toBeNull();
});

test('an answer says who wrote it, and that the chosen model is gone', async () => {
  openAnswered({
    content: 'Because.',
    model: 'retired',
    answeredBy: 'Demo · built-in (retired is no longer available)',
  });
  expect(await screen.findByText('retired is no longer available, so another model answered.')).toBeTruthy();
  expect(screen.getByText('Demo')).toBeTruthy();
});

test.each([
  ['the first model, chosen automatically', { answeredBy: 'Example · small' }],
  ['the chosen model', { answeredBy: 'Second · other', model: 'other' }],
  ['a chosen model that another provider has, too', { answeredBy: 'Third · small', model: 'small (Third)' }],
])('only the menu of an answer names %s', async (_, fields) => {
  openAnswered({ content: 'Because.', ...fields }, {}, {}, [...models, model('small (Third)', { provider: 'Third' })]);
  await screen.findByText('Because.');
  expect(screen.queryByText(fields.answeredBy)).toBeNull();
  expect((await openMenu('Other answer with…')).getByText(`Answered by ${fields.answeredBy}`)).toBeTruthy();
});

test.each([
  ['another provider answered', mira, { answeredBy: 'Second · other' }],
  ['another model of the provider answered', mira, { answeredBy: 'Example · large' }],
  [
    'the premium model did not answer',
    { ...mira, accessLevel: 'supernoek' as const },
    { answeredBy: 'Example · small' },
  ],
  ['the chosen model did not answer', mira, { answeredBy: 'Example · small', model: 'other' }],
])('an answer itself says who answered when %s', async (_, user, fields) => {
  openAnswered({ content: 'Because.', ...fields }, { 'auth.user': () => user });
  expect(await screen.findByText(fields.answeredBy)).toBeTruthy();
});

test('with one model, the menu of an answer says who answered', async () => {
  const only = [model('small')];
  const { inputs } = openAnswered(
    {
      ...{ content: 'Because.', answeredBy: 'Example · small' },
      usage: { input: 1_234, output: 56, estimated: true },
    },
    { config: () => ({ models: only }) },
    {},
    only,
  );
  await screen.findByText('Because.');
  expect(screen.queryByText('Example · small')).toBeNull();
  const menu = await openMenu('About this answer');
  expect(menu.getByText('Answered by Example · small')).toBeTruthy();
  expect(menu.getByText('About 1,234 tokens read, 56 written')).toBeTruthy();
  fireEvent.click(menu.getByRole('menuitem', { name: 'Regenerate' }));
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ messageId: 'a' }]));
});

const sandbox = { payments: { provider: 'sandbox', publishableKey: null } } as const;

test('choosing a premium model on the basic plan leads to Upgrade and changes nothing', async () => {
  const { inputs } = openChat(signedIn, null, { models, ...sandbox });
  await screen.findByText('mira@example.com');
  await choose('large');
  const line = (await screen.findByText(/large is included in SuperNoek/)).closest('p') as HTMLElement;
  expect(within(line).getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/subscribe');
  expect(picked()).toBe('Automatic');
  await choose('other');
  expect(screen.queryByText(/included in SuperNoek/)).toBeNull();
  expect(picked()).toBe('other');
  expect(inputs('chat.changeAnswerSettings')).toEqual([]);
});

test('after an answer with another model, the picker shows that model', async () => {
  const { inputs } = openAnswered(
    { answeredBy: 'Example · small', content: 'Because.' },
    {
      'chat.regenerate': ({ model: next }: { model: string | null }) => ({
        ...sent({ content: 'Why?', clientMessageId: 'r' }),
        conversation: conversation(7, { model: next }),
      }),
    },
  );
  await screen.findByText('Because.');
  fireEvent.click((await openMenu('Other answer with…')).getByRole('menuitem', { name: /^other/ }));
  await waitFor(() => expect(inputs('chat.regenerate')).toMatchObject([{ model: 'other' }]));
  expect(picked()).toBe('other');
  await waitFor(() => expect(localStorage.getItem('noek_outbox')).toBeNull());
  expect(picked()).toBe('other');
});

test('a premium model in the menu of an answer leads to Upgrade', async () => {
  openAnswered({ content: 'Because.' }, {}, {}, models, sandbox);
  await screen.findByText('Because.');
  const item = (await openMenu('Other answer with…')).getByRole('menuitem', { name: /^large/ });
  expect(item.getAttribute('href')).toBe('/subscribe');
});
