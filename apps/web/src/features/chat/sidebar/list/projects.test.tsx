// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mira } from '../../../session/testing/mira.ts';
import { project } from '../../projects/testing/project.ts';
import { projectServer } from '../../projects/testing/project-server.ts';
import { chooseInList } from '../../testing/choose-in-list.ts';
import { conversation } from '../../testing/conversation.ts';
import { arrives, headerItem, openChat, projectPlace, refuse } from '../../testing/open-chat.tsx';

beforeEach(() => localStorage.clear());

const garden = project('g', { name: 'Garden' });
const cafe = project('c', { name: 'Café' });
const server = (handlers = {}) =>
  projectServer([cafe, garden], [conversation(8), conversation(7), conversation(5, { projectId: 'g' })], handlers);

const folded = (name: string) => screen.findByRole('button', { name, expanded: false });
const titles = () =>
  screen.queryAllByRole('link', { name: /^Chat \d/ }).map((link) => /^Chat \d/.exec(link.textContent ?? '')?.[0]);

async function openMenu(name: string): Promise<void> {
  const button = await screen.findByRole('button', { name: `Actions for “${name}”` });
  button.focus();
  fireEvent.keyDown(button, { key: 'Enter' });
}
async function choose(name: string, item: string): Promise<void> {
  await openMenu(name);
  fireEvent.click(await screen.findByRole('menuitem', { name: item }));
}
const search = () => screen.findByRole('combobox', { name: 'Search projects' });

test('the chats of a project are below it once it is unfolded, and read only then; folding is kept', async () => {
  const { inputs } = openChat(server());
  const button = await folded('Garden');
  await waitFor(() => expect(titles()).toEqual(['Chat 8', 'Chat 7']));
  expect(inputs('chat.conversations')).not.toContainEqual(expect.objectContaining({ project: 'g' }));
  fireEvent.click(button);
  await waitFor(() => expect(titles()).toEqual(['Chat 5', 'Chat 8', 'Chat 7']));
  expect(screen.getByRole('button', { name: 'New chat in Garden' })).toBeTruthy();
  expect(localStorage.getItem('noek_open_projects')).toBe('["g"]');
  fireEvent.keyDown(screen.getByRole('button', { name: 'Garden', expanded: true }), { key: 'ArrowLeft' });
  await waitFor(() => expect(titles()).toEqual(['Chat 8', 'Chat 7']));
});

test('"Move to project" finds a project by the beginning of its name, moves at once, and Undo moves back', async () => {
  const { inputs } = openChat(server());
  fireEvent.click(await folded('Garden'));
  await choose('Chat 7', 'Move to project');
  const field = await search();
  fireEvent.change(field, { target: { value: 'cafe' } });
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Café', 'New project “cafe”…']);
  fireEvent.change(field, { target: { value: '' } });
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  // Of an input method.
  fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 });
  expect(screen.getAllByRole('option')).toHaveLength(3);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(titles()).toEqual(['Chat 7', 'Chat 5', 'Chat 8']));
  await screen.findByText('Moved to Garden');
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await screen.findByText('Moved back');
  await waitFor(() => expect(titles()).toEqual(['Chat 5', 'Chat 8', 'Chat 7']));
  expect(inputs('chat.changeConversations')).toEqual([
    { action: 'move', conversationIds: [7], projectId: 'g' },
    { action: 'move', conversationIds: [7], projectId: null },
  ]);
});

test('a move that the server refuses is taken back, with the reason', async () => {
  openChat(server({ 'chat.changeConversations': () => refuse(404, 'NOT_FOUND', 'Project not found.') }));
  fireEvent.click(await folded('Garden'));
  await screen.findByRole('link', { name: /Chat 5/ });
  await choose('Chat 5', 'Move to project');
  fireEvent.click(await screen.findByRole('option', { name: 'Remove from Garden' }));
  await screen.findByText('Failed to move conversation');
  expect(screen.getByText('Project not found.')).toBeTruthy();
  expect(titles()).toEqual(['Chat 5', 'Chat 8', 'Chat 7']);
});

test('several that are selected move together', async () => {
  const { inputs } = openChat(server());
  await chooseInList('Select');
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2' }));
  fireEvent.click(screen.getByRole('button', { name: 'Move to project' }));
  fireEvent.click(await screen.findByRole('option', { name: 'Garden' }));
  await screen.findByText('2 conversations moved to Garden');
  await waitFor(() => expect(titles()).toEqual([]));
  expect(inputs('chat.changeConversations')).toEqual([{ action: 'move', conversationIds: [8, 7], projectId: 'g' }]);
  expect(screen.getByRole('button', { name: 'List actions' })).toBeTruthy();
});

test('a row that is dropped on a project moves there; other things that are dropped do nothing', async () => {
  const { inputs } = openChat(server());
  const kept = new Map<string, string>();
  const dataTransfer = {
    get types() {
      return [...kept.keys()];
    },
    setData: (type: string, value: string) => void kept.set(type, value),
    getData: (type: string) => kept.get(type) ?? '',
  };
  const target = (await folded('Garden')).parentElement as HTMLElement;
  fireEvent.drop(target, { dataTransfer });
  fireEvent.dragStart(await screen.findByRole('link', { name: /Chat 8/ }), { dataTransfer });
  fireEvent.dragOver(target, { dataTransfer });
  fireEvent.drop(target, { dataTransfer });
  await screen.findByText('Moved to Garden');
  expect(inputs('chat.changeConversations')).toEqual([{ action: 'move', conversationIds: [8], projectId: 'g' }]);
});

test('a move in another tab comes here, and so does the end of a project', async () => {
  let projects = [cafe, garden];
  openChat(server({ 'projects.list': () => projects }));
  fireEvent.click(await folded('Garden'));
  await waitFor(() => expect(titles()).toEqual(['Chat 5', 'Chat 8', 'Chat 7']));
  await arrives({ type: 'conversation', conversation: conversation(8, { projectId: 'g' }) });
  await waitFor(() => expect(titles()).toEqual(['Chat 8', 'Chat 5', 'Chat 7']));
  projects = [cafe];
  await arrives({ type: 'account', user: mira });
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Garden' })).toBeNull());
});

test('"New chat in" creates the conversation in the project, and opens it', async () => {
  const { inputs, place } = openChat(
    server({
      'chat.createConversation': ({ projectId }: { projectId: string }) => conversation(20, { projectId }),
      'chat.messages': () => [],
    }),
  );
  fireEvent.click(await folded('Garden'));
  fireEvent.click(await screen.findByRole('button', { name: 'New chat in Garden' }));
  await waitFor(() => expect(place.current).toBe(20));
  expect(inputs('chat.createConversation')).toEqual([{ projectId: 'g' }]);
  const header = within(screen.getByRole('banner'));
  fireEvent.click(await header.findByRole('link', { name: /Garden/ }));
  await waitFor(() => expect(projectPlace.current).toBe('g'));
});

test("the header's menu moves the open conversation", async () => {
  openChat(server(), 7);
  await screen.findByRole('link', { name: /Chat 7/ });
  fireEvent.click(await headerItem('Move to project'));
  fireEvent.click(await screen.findByRole('option', { name: 'Garden' }));
  await screen.findByText('Moved to Garden');
  expect(await within(screen.getByRole('banner')).findByRole('link', { name: /Garden/ })).toBeTruthy();
});

test('a new project opens; a name is required', async () => {
  const { inputs } = openChat(
    server({ 'projects.create': ({ name }: { name: string }) => project('n', { name, color: 'blue' }) }),
  );
  await chooseInList('New project');
  const dialog = within(await screen.findByRole('dialog', { name: 'New project' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create project' }));
  expect(dialog.getByText('A project needs a name.')).toBeTruthy();
  fireEvent.change(dialog.getByRole('textbox', { name: 'Name' }), { target: { value: ' Boat ' } });
  fireEvent.click(dialog.getByRole('radio', { name: 'Blue' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(projectPlace.current).toBe('n'));
  expect(inputs('projects.create')).toEqual([{ name: 'Boat', color: 'blue' }]);
  expect(await screen.findByRole('button', { name: 'Boat', expanded: false })).toBeTruthy();
});

test('the colour of a project changes in its menu; a refusal is shown and taken back', async () => {
  const { inputs } = openChat(server({ 'projects.update': () => refuse(404, 'NOT_FOUND', 'Project not found.') }));
  await folded('Garden');
  await choose('Garden', 'Colour');
  fireEvent.click(await screen.findByRole('radio', { name: 'Red' }));
  await screen.findByText('Failed to change the project');
  expect(inputs('projects.update')).toEqual([{ projectId: 'g', color: 'red' }]);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Green' }).checked).toBe(true);
});
