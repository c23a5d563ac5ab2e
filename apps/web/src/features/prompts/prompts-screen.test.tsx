// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { Toaster } from '../../components/base/toasts/toaster.tsx';
import { Refusal } from '../../testing/refusal.ts';
import { renderPage, stubApi } from '../../testing/render-page.tsx';
import { storeUser } from '../session/start/stored-user.ts';
import { mira } from '../session/testing/mira.ts';
import { waitingChanges } from '../session/waiting-changes/waiting-change.ts';
import { PromptsScreen } from './prompts-screen.tsx';
import { prompt, promptServer } from './testing/prompt-server.ts';

beforeAll(async () => {
  await import('../../components/base/toasts/toast-region.tsx');
});

function openScreen(handlers: Parameters<typeof stubApi>[0]) {
  const calls = stubApi(handlers);
  renderPage(
    <>
      <PromptsScreen chatHref="/" onSignOut={vi.fn()} />
      <Toaster />
    </>,
  );
  return calls;
}
const names = () => screen.queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(within(screen.getByRole('dialog')).getByLabelText(label), { target: { value } });
const submit = (name: string) => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const three = [prompt('a', { name: 'Summary' }), prompt('b', { name: 'Mail' }), prompt('c', { name: 'Plan' })];

/** Opens the menu of a prompt and chooses in it. */
async function choose(name: string, item: string) {
  fireEvent.keyDown(screen.getByRole('button', { name: `Actions for “${name}”` }), { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}
function importFile(content: string) {
  const file = new File([content], 'noek-prompts.json', { type: 'application/json' });
  fireEvent.change(screen.getByLabelText('File with prompts'), { target: { files: [file] } });
}

test('an empty page says how prompts are used; the dialog for the first one shows errors beside its fields', async () => {
  const calls = openScreen(promptServer([]));
  expect((await screen.findByText('No prompts yet')).nextSibling?.textContent).toContain('type “/” in the message box');
  press('New prompt');
  submit('Save');
  expect(await screen.findByText('A prompt needs a name.')).toBeTruthy();
  expect(screen.getByText('Write the text of the prompt.')).toBeTruthy();
  type('Name', 'Summary');
  type('Text', 'x'.repeat(8_001));
  submit('Save');
  expect(await screen.findByText('A prompt has at most 8,000 characters.')).toBeTruthy();
  expect((screen.getByLabelText('Text') as HTMLTextAreaElement).value).toHaveLength(8_001);
  expect(calls['prompts.create']).toBeUndefined();
  type('Text', 'Sum up {{text}}.');
  submit('Save');
  await waitFor(() => expect(names()).toEqual(['Summary']));
  expect(screen.getByText('Asks for text')).toBeTruthy();
  expect(calls['prompts.create']).toEqual([{ name: 'Summary', text: 'Sum up {{text}}.' }]);
});

test('a save that fails keeps what was typed, also when the dialog is opened again', async () => {
  openScreen({
    ...promptServer(three),
    'prompts.update': () => {
      throw new Refusal('CONFLICT', 409, 'Not now.');
    },
  });
  await screen.findByText('Mail');
  await choose('Mail', 'Edit');
  type('Name', 'Long mail');
  submit('Save');
  expect(await screen.findByText('Not now.')).toBeTruthy();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Mail', 'Edit');
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Long mail');
});

test('a deleted prompt comes back to its place', async () => {
  const calls = openScreen(promptServer(three));
  await screen.findByText('Mail');
  await choose('Mail', 'Delete');
  await waitFor(() => expect(names()).toEqual(['Summary', 'Plan']));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(['Summary', 'Mail', 'Plan']));
  await waitFor(() => expect(calls['prompts.order']).toEqual([{ ids: ['a', 'new1', 'c'] }]));
});

test('a deletion that is refused is taken back, with the reason', async () => {
  openScreen({
    ...promptServer(three),
    'prompts.delete': () => {
      throw new TypeError('Failed to fetch');
    },
  });
  await screen.findByText('Mail');
  await choose('Mail', 'Delete');
  expect(await screen.findByText('Failed to delete the prompt')).toBeTruthy();
  expect(names()).toEqual(['Summary', 'Mail', 'Plan']);
});

test('prompts are moved with their menus, which keep the focus, and by dragging', async () => {
  const calls = openScreen(promptServer(three));
  await screen.findByText('Mail');
  await choose('Plan', 'Move up');
  await waitFor(() => expect(names()).toEqual(['Summary', 'Plan', 'Mail']));
  expect(screen.getByText('“Plan” is now 2 of 3.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for “Plan”'));

  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  for (const [at, row] of rows.entries())
    vi.spyOn(row, 'getBoundingClientRect').mockReturnValue({ top: at * 100 + 100, bottom: at * 100 + 200 } as DOMRect);
  const handle = rows[0]?.querySelector('[data-handle]');
  if (!handle) throw new Error('The row has no handle.');
  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(window, { clientY: 390 });
  fireEvent.pointerUp(window);
  await waitFor(() => expect(names()).toEqual(['Plan', 'Mail', 'Summary']));
  await waitFor(() => expect(calls['prompts.order']).toEqual([{ ids: ['a', 'c', 'b'] }, { ids: ['c', 'b', 'a'] }]));
  fireEvent.pointerDown(handle, { button: 0 });
  fireEvent.pointerMove(window, { clientY: 110 });
  fireEvent.keyDown(window, { key: 'Escape' });
  fireEvent.pointerUp(window);
  expect(names()).toEqual(['Plan', 'Mail', 'Summary']);
});

test('without a connection, moves wait one after the other and are sent in their order', async () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get');
  storeUser(mira);
  const calls = openScreen(promptServer(three));
  await screen.findByText('Mail');
  onLine.mockReturnValue(false);
  await choose('Plan', 'Move up');
  await waitFor(() => expect(names()).toEqual(['Summary', 'Plan', 'Mail']));
  await choose('Plan', 'Move up');
  await waitFor(() => expect(names()).toEqual(['Plan', 'Summary', 'Mail']));
  const orders = [{ ids: ['a', 'c', 'b'] }, { ids: ['c', 'a', 'b'] }];
  await waitFor(() => expect(waitingChanges.get().map(({ input }) => input)).toEqual(orders));
  onLine.mockReturnValue(true);
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect(calls['prompts.order']).toEqual(orders));
  // A call is counted before it is answered.
  await waitFor(() => expect(waitingChanges.get()).toEqual([]));
  await waitFor(() => expect(names()).toEqual(['Plan', 'Summary', 'Mail']));
});

test('a search shows what matches, and the order cannot be changed meanwhile', async () => {
  openScreen(promptServer([...three, prompt('p', { name: 'Mail for all', published: true })]));
  await screen.findByText('Plan');
  fireEvent.change(screen.getByLabelText('Search prompts'), { target: { value: 'mail' } });
  expect(names()).toEqual(['Mail', 'Mail for all']);
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for “Mail”' }), { key: 'Enter' });
  await screen.findByRole('menuitem', { name: 'Edit' });
  expect(screen.queryByRole('menuitem', { name: /^Move/ })).toBeNull();
  fireEvent.change(screen.getByLabelText('Search prompts'), { target: { value: 'zebra' } });
  press('Show all prompts');
  expect(names()).toHaveLength(4);
});

test('prompts are imported from a file; a wrong one changes nothing', async () => {
  const calls = openScreen(promptServer(three));
  await screen.findByText('Mail');
  importFile('{"hello":1}');
  expect(await screen.findByText(/^This file is not a list of prompts\./)).toBeTruthy();
  expect(calls['prompts.import']).toBeUndefined();
  const known = { name: 'Mail', text: 'The text of b.' };
  importFile(JSON.stringify({ prompts: [{ name: 'Letter', text: 'Write a letter.' }, known] }));
  await waitFor(() => expect(names()).toEqual(['Summary', 'Mail', 'Plan', 'Letter']));
  expect(await screen.findByText('1 prompt imported')).toBeTruthy();
  expect(screen.getByText('1 was there already.')).toBeTruthy();
  importFile(JSON.stringify([known]));
  expect(await screen.findByText('All prompts of this file were there already.')).toBeTruthy();
  expect(calls['prompts.import']).toEqual([{ prompts: [{ name: 'Letter', text: 'Write a letter.' }] }]);
});

test('an import waits for a deletion that is being sent', async () => {
  const server = promptServer(three);
  const sent = Promise.withResolvers<void>();
  openScreen({
    ...server,
    async 'prompts.delete'(input: { id: string }) {
      await sent.promise;
      return server['prompts.delete'](input);
    },
  });
  await waitFor(() => expect(names()).toHaveLength(3));
  await choose('Mail', 'Delete');
  await waitFor(() => expect(names()).toEqual(['Summary', 'Plan']));
  importFile(JSON.stringify(three.map(({ name, text }) => ({ name, text }))));
  // Without the wait, the file would have been compared with the list by now.
  await new Promise((resolve) => setTimeout(resolve, 50));
  sent.resolve();
  await waitFor(() => expect(names()).toEqual(['Summary', 'Plan', 'Mail']));
  expect(await screen.findByText('1 prompt imported')).toBeTruthy();
});

test('everybody sees published prompts, and cannot change them', async () => {
  openScreen(promptServer([prompt('p', { name: 'Tone', published: true })]));
  expect(await screen.findByRole('heading', { name: 'For everybody' })).toBeTruthy();
  expect(names()).toEqual(['Tone']);
  expect(screen.queryByRole('button', { name: /“Tone”/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Publish a prompt' })).toBeNull();
});

test('administrators publish, edit and withdraw prompts for everybody', async () => {
  const calls = openScreen(promptServer([prompt('a', { name: 'Mine' })], { accessLevel: 'admin' }));
  await screen.findByText('Nothing is published yet.');
  press('Publish a prompt');
  type('Name', 'Tone');
  type('Text', 'Friendly.');
  submit('Publish');
  await waitFor(() => expect(names()).toEqual(['Mine', 'Tone']));
  await choose('Tone', 'Edit');
  type('Text', 'Friendly and short.');
  submit('Save');
  await waitFor(() => expect(calls['prompts.updatePublished']).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await choose('Tone', 'Withdraw');
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(names()).toEqual(['Mine']));
  expect(calls['prompts.delete']).toBeUndefined();
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(names()).toEqual(['Mine', 'Tone']));
  expect(calls['prompts.publish']).toHaveLength(2);
});

test('a list that cannot be read says why, and can be read again', async () => {
  const server = promptServer(three);
  let isBroken = true;
  openScreen({
    ...server,
    'prompts.list'() {
      if (isBroken) throw new Refusal('BAD_REQUEST', 400, 'It is broken.');
      return server['prompts.list']();
    },
  });
  expect(await screen.findByText('It is broken.')).toBeTruthy();
  isBroken = false;
  press('Try again');
  await waitFor(() => expect(names()).toHaveLength(3));
});
