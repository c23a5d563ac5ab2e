// @vitest-environment happy-dom
import type { SearchHit } from '@noek/contract/chat/search';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { conversation, createdAt } from '../testing/conversation.ts';
import { guest, openChat, refuse, signedIn } from '../testing/open-chat.tsx';

beforeAll(() => import('./dialog/search-dialog.tsx'));

const hit = (messageId: string | null, fields: Partial<SearchHit> = {}): SearchHit => ({
  conversationId: 8,
  messageId,
  title: 'Chat 8',
  snippet: `the ${messageId} message`,
  marks: [],
  role: messageId ? 'user' : null,
  archived: false,
  createdAt,
  ...fields,
});
const listed = {
  ...signedIn,
  'chat.conversations': () => ({ conversations: [conversation(7), conversation(8, { title: ' ' })], nextCursor: null }),
};

const box = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search your conversations' });
/** Without commands. */
const options = () =>
  screen.queryAllByRole('option').filter((option) => !option.closest('[role="group"][aria-label="Commands"]'));
const chosen = () => options().findIndex((option) => option.getAttribute('aria-selected') === 'true');
async function openSearch() {
  await screen.findByText('mira@example.com');
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  return box();
}
async function type(text: string) {
  fireEvent.change(await box(), { target: { value: text } });
}

test('shows the most recent conversations first, and opens the chosen one', async () => {
  const { place } = openChat(listed);
  const input = await openSearch();
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(options()[1]?.textContent).toContain('Untitled Conversation');
  expect(options()[0]?.getAttribute('href')).toBe('/chat/7');
  expect(input.getAttribute('aria-activedescendant')).toBe(options()[0]?.id);
  // From the first one to the last, which is a command, and back.
  await screen.findByRole('option', { name: 'Sign out' });
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(chosen()).toBe(-1);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(chosen()).toBe(0);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  // Of an input method.
  for (const key of ['ArrowDown', 'Enter', 'Escape']) fireEvent.keyDown(input, { key, keyCode: 229 });
  expect([screen.queryAllByRole('dialog').length, chosen()]).toEqual([1, 1]);
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(place.current).toBe(8));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('searches when the user pauses typing, and keeps the results while it searches again', async () => {
  const waiting: ((hits: SearchHit[]) => void)[] = [];
  const { inputs, place } = openChat({
    ...listed,
    'chat.search': () => new Promise((resolve) => waiting.push(resolve)),
  });
  const input = await openSearch();
  for (const text of ['l', 'la', ' lan ']) await type(text);
  await waitFor(() => expect(inputs('chat.search')).toEqual([{ q: 'lan' }]));
  expect(options()).toHaveLength(0);
  await act(async () => waiting[0]?.([hit('first'), hit('second', { conversationId: 9, archived: true })]));
  await waitFor(() => expect(options()).toHaveLength(2));
  expect(options()[1]?.textContent).toContain('Archived');
  expect(screen.getByText('2 results')).toBeTruthy();
  await type('lant');
  await waitFor(() => expect(inputs('chat.search')).toHaveLength(2));
  expect(options()).toHaveLength(2);
  // These results belong to the previous text.
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(place.current).toBeNull();
  await act(async () => waiting[1]?.([hit('second')]));
  await waitFor(() => expect(options()).toHaveLength(1));
  fireEvent.click(options()[0] as HTMLElement, { ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeTruthy();
  fireEvent.keyDown(input, { key: 'Enter' });
  await waitFor(() => expect(place.current).toBe(8));
});

test('says when nothing is found, and when the search fails', async () => {
  let refused = true;
  openChat({
    ...listed,
    'chat.search': ({ q }: { q: string }) =>
      q === 'later' && refused ? refuse(400, 'BAD_REQUEST', 'Not like this.') : q === 'later' ? [hit(null)] : [],
  });
  await openSearch();
  await type('walnut');
  expect(await screen.findByText('Nothing found for “walnut”')).toBeTruthy();
  await type('later');
  expect(await screen.findByText('Not like this.')).toBeTruthy();
  refused = false;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(options()).toHaveLength(1));
});

test('hits of one conversation are listed together; further ones are shown on request, with the keyboard too', async () => {
  openChat({
    ...listed,
    'chat.search': () => [
      ...['a', 'b', 'c'].map((id) => hit(id)),
      hit('other', { conversationId: 9, title: 'Chat 9' }),
      ...['d', 'e'].map((id) => hit(id)),
    ],
  });
  const input = await openSearch();
  await type('message');
  const group = await screen.findByRole('group', { name: 'Chat 8' });
  expect(within(group).getAllByRole('option')).toHaveLength(4);
  expect(screen.queryByRole('group', { name: 'Chat 9' })).toBeNull();
  expect(options()[3]?.textContent).toBe('2 more in this conversation');
  expect(options()[4]?.textContent).toContain('the other message');
  expect(screen.getByText('6 results')).toBeTruthy();
  for (let step = 0; step < 3; step += 1) fireEvent.keyDown(input, { key: 'ArrowDown' });
  fireEvent.keyDown(input, { key: 'Enter' });
  expect(within(group).getAllByRole('option')).toHaveLength(5);
  // The choice continues at the first hit that was hidden.
  expect(chosen()).toBe(3);
  expect(options()[3]?.textContent).toContain('the d message');
  expect(screen.getByRole('dialog')).toBeTruthy();
});

test('a document is named in its conversation, and opens at the place', async () => {
  const document = { id: 'd1', title: 'Harbour plan', kind: 'markdown' as const };
  const { place } = openChat({
    ...listed,
    'chat.search': () => [hit(null, { snippet: 'Harbour plan The walnuts', marks: [[17, 7]], document })],
  });
  await openSearch();
  await type('walnuts');
  const [option] = await waitFor(() => {
    expect(options()).toHaveLength(1);
    return options();
  });
  expect(option?.textContent).toContain('Document: Harbour plan');
  expect(option?.getAttribute('href')).toBe('/chat/8?document=d1');
  fireEvent.click(option as HTMLElement);
  await waitFor(() => expect(place.current).toBe(8));
});

test('guests have no search', async () => {
  openChat(guest);
  await screen.findByText(/left$/);
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});
