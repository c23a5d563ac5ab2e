// @vitest-environment happy-dom
import type { Message, MessageCursor } from '@noek/contract/chat/schemas';
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { mira } from '../../session/testing/mira.ts';
import { conversation } from '../testing/conversation.ts';
import { answer, message } from '../testing/message.ts';
import { refuse } from '../testing/open-chat.tsx';
import { PrintScreen } from './print-screen.tsx';

beforeEach(() => {
  document.documentElement.dataset.theme = 'dark';
  localStorage.setItem('noek_theme', 'dark');
});
afterEach(() => {
  delete document.documentElement.dataset.theme;
});

/** All messages in one page. */
const pageOf = (messages: readonly Message[]) => ({ messages, older: null, newer: null, versions: {} });

function open(handlers: Record<string, (input: never) => unknown>) {
  const calls = stubApi({
    'auth.user': () => mira,
    'chat.conversation': () => conversation(7, { title: 'About tea' }),
    ...handlers,
  });
  const page = renderPage(<PrintScreen conversationId={7} chatHref="/chat/7" />);
  return { calls, ...page };
}

const printed = () => [...document.querySelectorAll('[data-message]')] as HTMLElement[];

test('the document has the title, the dates, every message and what belongs to it, in the light theme', async () => {
  const source = { number: 1, url: 'https://example.org/tea', title: 'How to brew', site: 'example.org', quote: '' };
  const file = { id: 'f', name: 'leaves.pdf', type: 'application/pdf', size: 9, state: 'ready' as const };
  const { unmount } = open({
    'chat.messagePage': () =>
      pageOf([
        message('q', { content: 'What is **tea**?', files: [file] }),
        answer('a', { content: 'A *drink* [1].', status: 'stopped', sources: [source] }),
      ]),
  });
  await screen.findByRole('heading', { level: 1, name: 'About tea' });
  expect(screen.getByText(/^Created June 28, 2025 at .+, last changed June 28, 2025 at /)).toBeTruthy();
  const [question, reply] = printed();
  expect(question?.textContent).toMatch(/^You.*leaves\.pdf.*What is \*\*tea\*\*\?$/);
  expect(within(reply as HTMLElement).getByText('drink').tagName).toBe('EM');
  expect(within(reply as HTMLElement).getByText('You stopped this answer.')).toBeTruthy();
  const link = within(reply as HTMLElement).getByRole('link', { name: 'How to brew' });
  expect([link.getAttribute('href'), link.parentElement?.textContent]).toEqual([
    'https://example.org/tea',
    'How to brewhttps://example.org/tea',
  ]);
  expect(document.title).toBe('About tea · Noek');
  expect(document.documentElement.dataset.theme).toBe('light');
  unmount();
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('all pages of a long conversation are read, and are there when the browser prints', async () => {
  const many = Array.from({ length: 500 }, (_, at) => message(`m${at}`, { content: `Text ${at}.` }));
  const { calls } = open({
    'chat.messagePage': ({ limit, cursor }: { limit: number; cursor?: MessageCursor }) => {
      const end = cursor && 'before' in cursor ? cursor.before : many.length;
      const start = Math.max(0, end - limit);
      return { ...pageOf(many.slice(start, end)), older: start === 0 ? null : { before: start } };
    },
  });
  await screen.findByText('Text 0.');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  expect(printed().map((section) => /Text \d+\./.exec(section.textContent ?? '')?.[0])).toEqual(
    many.map(({ content }) => content),
  );
  expect(calls['chat.messagePage']).toHaveLength(3);
});

test('the button prints once all messages are on the page', async () => {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  open({ 'chat.messagePage': () => pageOf([message('q', { content: 'Hello' })]) });
  fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(screen.getByRole('link', { name: 'Back to the chat' }).getAttribute('href')).toBe('/chat/7');
});

test('while it loads, when it is empty, missing or cannot be read, it says so', async () => {
  const loading = open({ 'chat.messagePage': () => new Promise(() => {}) });
  expect((await screen.findAllByText('Loading messages...')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: /Print|Preparing/ })).toBeNull();
  loading.unmount();

  const empty = open({ 'chat.messagePage': () => pageOf([]) });
  await screen.findByText('This conversation has no messages yet.');
  empty.unmount();

  const gone = () => refuse(404, 'NOT_FOUND', 'Conversation not found.');
  const missing = open({ 'chat.messagePage': gone, 'chat.conversation': gone });
  await screen.findByRole('heading', { name: 'Conversation not found' });
  missing.unmount();

  let works = false;
  open({
    'chat.messagePage': () =>
      works ? pageOf([message('q', { content: 'Hello' })]) : refuse(400, 'BAD_REQUEST', 'No.'),
  });
  await screen.findByText('Failed to fetch messages');
  works = true;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Hello');
});
