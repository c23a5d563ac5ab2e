// @vitest-environment happy-dom
import type { SearchHit } from '@noek/contract/chat/search';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
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
const options = () => screen.queryAllByRole('option');
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
  fireEvent.keyDown(input, { key: 'ArrowUp' });
  expect(chosen()).toBe(1);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
  expect(chosen()).toBe(0);
  fireEvent.keyDown(input, { key: 'ArrowDown' });
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
  await act(async () => waiting[0]?.([hit('first'), hit('second', { archived: true })]));
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

test('guests have no search', async () => {
  openChat(guest);
  await screen.findByText(/left$/);
  fireEvent.keyDown(document.body, { code: 'KeyK', key: 'k', ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Search' })).toBeNull();
});
