// @vitest-environment happy-dom
import type { Import } from '@noek/contract/archive/imports';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { fakeLayout } from '../../../../testing/fake-layout.ts';
import { Refusal } from '../../../../testing/refusal.ts';
import { button, imported, openImportPanel } from '../testing/open-import-panel.tsx';

beforeAll(async () => {
  await import('../../../../components/base/toasts/toast-region.tsx');
});
beforeEach(() => {
  fakeLayout();
});

test.each<[Partial<Import>, string]>([
  [
    { conversations: { added: 1, updated: 0, unchanged: 1, skipped: 0, failed: 0 } },
    '1 conversation added, 1 was already here.',
  ],
  [{ conversations: { added: 0, updated: 2, unchanged: 0, skipped: 0, failed: 0 } }, '2 conversations updated.'],
  [
    {
      conversations: { added: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 },
      memories: { added: 2, known: 1, beyondLimit: 3 },
    },
    'No conversations were added. 2 memories were added. 1 memory was already here. Your plan has no room for 3 more memories.',
  ],
  [
    { projects: { added: 2, known: 1 }, prompts: { added: 1, known: 4 }, documents: { added: 2, known: 1 } },
    '3 conversations added. 2 projects were added. 1 project was already here. 1 prompt was added. 4 prompts were already here. 2 documents were added. 1 document was already here.',
  ],
])('the report of an import: %j', async (fields, words) => {
  await openImportPanel({ 'archive.imports': () => ({ imports: [imported(fields)] }) });
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a failed import says why, and shows its problems', async () => {
  const conversations = { added: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  const problems = [{ title: 'Trip to Oslo', reason: 'It could not be read.' }];
  const failed = imported({
    state: 'failed',
    message: 'There is no space left.',
    conversations,
    problems,
    source: null,
  });
  await openImportPanel({ 'archive.imports': () => ({ imports: [failed] }) });
  expect(await screen.findByText('There is no space left.')).toBeTruthy();
  expect(screen.getByText('1 problem')).toBeTruthy();
  expect(screen.getByText('Trip to Oslo').parentElement?.textContent).toBe('Trip to Oslo: It could not be read.');
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
});

test('imports that wait show their turn, and can be cancelled', async () => {
  let imports = [
    imported({ id: 'i3', state: 'waiting', found: null, source: null }),
    imported({ id: 'i2', state: 'waiting', found: null, source: null }),
    imported({ id: 'i1', state: 'running', found: null, progress: 12 }),
  ];
  const calls = await openImportPanel({
    'archive.imports': () => ({ imports }),
    'archive.cancelImport': ({ id }: { id: string }) => {
      imports = imports.filter((one) => one.id !== id);
      return imported({ id });
    },
  });
  expect(await screen.findByText('Waiting for its turn: 2 imports are before it.')).toBeTruthy();
  expect(screen.getByText('Waiting for its turn: 1 import is before it.')).toBeTruthy();
  expect(screen.getByText('Checking the files: 12%')).toBeTruthy();
  fireEvent.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement);
  await waitFor(() => expect(screen.queryByText(/2 imports are before it/)).toBeNull());
  expect(calls['archive.cancelImport']).toEqual([{ id: 'i3' }]);
});

test('an import is undone after a question, and says what was removed and kept', async () => {
  let one = imported({ conversations: { added: 118, updated: 2, unchanged: 0, skipped: 0, failed: 0 } });
  const calls = await openImportPanel({
    'archive.imports': () => ({ imports: [one] }),
    'archive.undoImport': () => {
      const undone = { removed: 118, kept: 2 };
      one = { ...one, undone };
      return undone;
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  const question = within(await screen.findByRole('alertdialog'));
  expect(question.getByText(/118 conversations and the new messages of 2 conversations\./)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Undo import' }));
  expect(
    await screen.findByText('Undone: 118 conversations removed, 2 kept, because you have continued them since.'),
  ).toBeTruthy();
  expect(calls['archive.undoImport']).toEqual([{ id: 'i1' }]);
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull();
});

test('an import of projects and prompts alone can be undone', async () => {
  const conversations = { added: 0, updated: 0, unchanged: 3, skipped: 0, failed: 0 };
  const one = imported({ conversations, projects: { added: 1, known: 0 }, prompts: { added: 2, known: 0 } });
  await openImportPanel({ 'archive.imports': () => ({ imports: [one] }) });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  expect(await screen.findByText(/has added: 1 project and 2 prompts\./)).toBeTruthy();
});

test('an import that cannot be undone says why', async () => {
  await openImportPanel({
    'archive.imports': () => ({ imports: [imported()] }),
    'archive.undoImport': () => {
      throw new Refusal('CONFLICT', 409, 'This import is not done yet.');
    },
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Undo this import' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Undo import' }));
  expect(await screen.findByText('This import is not done yet.')).toBeTruthy();
});

test('the latest imports are shown, and all of them on request', async () => {
  const imports = Array.from({ length: 7 }, (_, at) => imported({ id: `i${at}` }));
  await openImportPanel({ 'archive.imports': () => ({ imports }) });
  expect(await screen.findAllByText('Import from ChatGPT')).toHaveLength(5);
  fireEvent.click(button('Show all 7 imports'));
  expect(screen.getAllByText('Import from ChatGPT')).toHaveLength(7);
});

test('imports that cannot be read can be asked for again', async () => {
  let works = false;
  await openImportPanel({
    'archive.imports': () => {
      if (!works) throw new Refusal('BAD_REQUEST', 400, 'That did not work.');
      return { imports: [imported()] };
    },
  });
  expect(await screen.findByText('That did not work.')).toBeTruthy();
  works = true;
  fireEvent.click(button('Try again'));
  expect(await screen.findByText('3 conversations added.')).toBeTruthy();
});
