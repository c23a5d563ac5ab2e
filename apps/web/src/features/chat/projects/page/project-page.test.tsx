// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { conversation } from '../../testing/conversation.ts';
import { openChat, place, projectPlace, refuse, sent } from '../../testing/open-chat.tsx';
import { fakeUploads, upload, uploadsBegun } from '../../testing/uploads.ts';
import { project } from '../testing/project.ts';
import { projectServer } from '../testing/project-server.ts';

fakeUploads();
beforeEach(() => localStorage.clear());

const garden = project('g', { name: 'Garden', instructions: 'Be brief.' });
const server = (handlers = {}) =>
  projectServer([garden], [conversation(7), conversation(5, { projectId: 'g', title: 'Herbs' })], handlers);
const main = () => within(screen.getByRole('main'));
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('the page shows its chats, its instructions, its memory and its files', async () => {
  openChat(server({ 'projects.files': () => [file('notes.txt')] }), 'g');
  expect(await screen.findByRole('heading', { level: 1, name: 'Garden' })).toBeTruthy();
  expect((await main().findByRole('link', { name: /Herbs/ })).getAttribute('href')).toBe('/chat/5');
  expect(main().queryByRole('link', { name: /Chat 7/ })).toBeNull();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Instructions of this project').value).toBe('Be brief.');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Shared/ }).checked).toBe(true);
  expect(await (await region('Files')).findByText('notes.txt')).toBeTruthy();
  expect(document.title).toBe('Garden · Noek');
});

const file = (name: string) => ({
  id: 'f1',
  name,
  type: 'text/plain',
  size: 20,
  state: 'ready',
  createdAt: '2026-01-02T12:00:00.000Z',
});

test('a message that is sent there begins a chat in the project', async () => {
  const { send, inputs } = openChat(
    server({
      'chat.createConversation': ({ projectId }: { projectId: string }) => conversation(9, { projectId }),
      'chat.send': (input: Parameters<typeof sent>[0]) => ({
        ...sent(input),
        conversation: conversation(9, { projectId: 'g' }),
      }),
    }),
    'g',
  );
  await screen.findByRole('heading', { level: 1, name: 'Garden' });
  send('What grows in the shade?');
  await waitFor(() => expect(place.current).toBe(9));
  expect(inputs('chat.createConversation')).toEqual([{ projectId: 'g' }]);
  await waitFor(() => expect(inputs('chat.send')).toHaveLength(1));
  expect(inputs('chat.send')[0]).toMatchObject({ conversationId: 9, content: 'What grows in the shade?' });
});

test('New chat there stays in the project', async () => {
  const { inputs } = openChat(
    server({ 'chat.createConversation': ({ projectId }: { projectId: string }) => conversation(9, { projectId }) }),
    'g',
  );
  await screen.findByRole('heading', { level: 1, name: 'Garden' });
  fireEvent.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'New chat' }));
  await waitFor(() => expect(place.current).toBe(9));
  expect(inputs('chat.createConversation')).toEqual([{ projectId: 'g' }]);
});

test('instructions of 8,001 characters are refused with a sentence, and stay in their field', async () => {
  const { inputs } = openChat(server(), 'g');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Instructions of this project');
  const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save instructions' });
  expect(save().disabled).toBe(true);
  fireEvent.change(field, { target: { value: 'x'.repeat(8_001) } });
  expect(screen.getByText('8,001 / 8,000')).toBeTruthy();
  fireEvent.click(save());
  expect(await screen.findByText('Instructions have at most 8,000 characters.')).toBeTruthy();
  expect(field.value).toHaveLength(8_001);
  expect(inputs('projects.update')).toEqual([]);
  fireEvent.change(field, { target: { value: ' Answer in Czech. ' } });
  fireEvent.click(save());
  await screen.findByText('Instructions saved');
  expect(inputs('projects.update')).toEqual([{ projectId: 'g', instructions: 'Answer in Czech.' }]);
  expect(save().disabled).toBe(true);
});

test('instructions that cannot be saved stay in their field, with the reason', async () => {
  openChat(server({ 'projects.update': () => refuse(404, 'NOT_FOUND', 'Project not found.') }), 'g');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Instructions of this project');
  fireEvent.change(field, { target: { value: 'Answer in Czech.' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save instructions' }));
  expect(await screen.findByText('Project not found.')).toBeTruthy();
  expect(field.value).toBe('Answer in Czech.');
  fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
  expect(field.value).toBe('Be brief.');
});

test('the memory of the project changes at once', async () => {
  const { inputs } = openChat(server(), 'g');
  fireEvent.click(await screen.findByRole('radio', { name: /^This project only/ }));
  await screen.findByText('Project memory: this project only');
  expect(inputs('projects.update')).toEqual([{ projectId: 'g', memory: 'own' }]);
});

test('the name is changed in place; an empty one is refused', async () => {
  const { inputs } = openChat(server(), 'g');
  fireEvent.click(within(await screen.findByRole('heading', { level: 1, name: 'Garden' })).getByRole('button'));
  const field = screen.getByRole('textbox', { name: 'Name of the project' });
  fireEvent.change(field, { target: { value: ' ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(screen.getByText('A project needs a name.')).toBeTruthy();
  fireEvent.change(field, { target: { value: 'Balcony' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Balcony' })).toBeTruthy();
  expect(inputs('projects.update')).toEqual([{ projectId: 'g', name: 'Balcony' }]);
});

test('deleting says what is in it and asks about its chats; Undo brings back the page', async () => {
  const { inputs } = openChat(server({ 'projects.restore': () => garden }), 'g');
  await screen.findByRole('heading', { level: 1, name: 'Garden' });
  const button = screen.getByRole('button', { name: 'Actions for this project' });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete “Garden”?' }));
  expect(await dialog.findByText('It has 1 chat, 0 files and 0 memories of its own.')).toBeTruthy();
  fireEvent.click(dialog.getByRole('radio', { name: /^Move its chats to the trash/ }));
  fireEvent.click(dialog.getByRole('button', { name: 'Delete project' }));
  await screen.findByText('Project moved to the trash');
  expect(inputs('projects.delete')).toEqual([{ projectId: 'g', conversations: 'trash' }]);
  await waitFor(() => expect(projectPlace.current).toBeNull());
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Project restored');
  await waitFor(() => expect(projectPlace.current).toBe('g'));
});

test('the page says that a project was not found if it does not exist or belongs to another person', async () => {
  openChat(server(), 'other');
  expect(await screen.findByRole('heading', { level: 1, name: 'Project not found' })).toBeTruthy();
});

test('projects that cannot be read can be tried again', async () => {
  let isDown = true;
  openChat(
    server({ 'projects.list': () => (isDown ? refuse(400, 'BAD_REQUEST', 'Something is wrong.') : [garden]) }),
    'g',
  );
  const alert = within(await main().findByRole('alert'));
  isDown = false;
  fireEvent.click(alert.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Garden' })).toBeTruthy();
});

const addFiles = async (...added: File[]) => {
  const section = (await (await region('Files')).findByRole('button', { name: 'Add files' })).parentElement;
  fireEvent.change(section?.querySelector('input[type=file]') as HTMLInputElement, { target: { files: added } });
};

test('a file that is on its way is added, also when the page is left', async () => {
  const { inputs } = openChat(server({ 'projects.addFile': () => file('notes.txt') }), 'g');
  await addFiles(new File(['words'], 'notes.txt'));
  await uploadsBegun(1);
  expect(await (await region('Files')).findByText('Adding… 0%')).toBeTruthy();
  fireEvent.click(await main().findByRole('link', { name: /Herbs/ }));
  await waitFor(() => expect(place.current).toBe(5));
  expect(upload(0).aborted).toBe(false);
  upload(0).answer(201, file('notes.txt'));
  await waitFor(() => expect(inputs('projects.addFile')).toEqual([{ projectId: 'g', fileId: 'f1' }]));
});

test('a file that the project does not take is deleted, and says why; trying again sends it again', async () => {
  let isFull = true;
  const { inputs } = openChat(
    server({
      'projects.addFile': () => (isFull ? refuse(409, 'CONFLICT', 'This project is full.') : file('notes.txt')),
      'files.remove': () => ({ fileId: 'f1' }),
    }),
    'g',
  );
  await addFiles(new File(['words'], 'notes.txt'));
  await uploadsBegun(1);
  upload(0).answer(201, file('notes.txt'));
  const files = await region('Files');
  expect(await files.findByText('This project is full.')).toBeTruthy();
  await waitFor(() => expect(inputs('files.remove')).toEqual([{ fileId: 'f1' }]));
  isFull = false;
  fireEvent.click(files.getByRole('button', { name: 'Try again' }));
  await uploadsBegun(2);
  upload(1).answer(201, file('notes.txt'));
  expect(await files.findByRole('link', { name: 'notes.txt' })).toBeTruthy();
});

test('an empty file says so and cannot be tried again, because it would be refused again', async () => {
  openChat(server(), 'g');
  const files = await region('Files');
  await addFiles(new File([], 'empty.txt'));
  expect(await files.findByText('This file is empty.')).toBeTruthy();
  expect(files.queryByRole('button', { name: 'Try again' })).toBeNull();
  fireEvent.click(files.getByRole('button', { name: 'Remove empty.txt' }));
  expect(files.queryByText('This file is empty.')).toBeNull();
});

test('files cannot be added offline, which is said', async () => {
  openChat(server(), 'g');
  const files = await region('Files');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await addFiles(new File(['words'], 'notes.txt'));
  expect(await files.findByText('Files can be added when you are online again.')).toBeTruthy();
});

test('a message that waits for a connection is above the box, and the page stays', async () => {
  const { send, inputs } = openChat(server(), 'g');
  await screen.findByRole('heading', { level: 1, name: 'Garden' });
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  send('What grows in the shade?');
  const waiting = await region('Waiting messages');
  expect(waiting.getByText('What grows in the shade?')).toBeTruthy();
  expect(screen.getByRole('heading', { level: 1, name: 'Garden' })).toBeTruthy();
  expect(inputs('chat.createConversation')).toEqual([]);
  expect(JSON.parse(localStorage.getItem('noek_outbox') ?? '{}').entries[0].begins).toMatch(/@g$/);
});
