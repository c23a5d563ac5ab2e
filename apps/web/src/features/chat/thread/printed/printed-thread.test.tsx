// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { message } from '../../testing/message.ts';
import { openChat, signedIn } from '../../testing/open-chat.tsx';

const hundred = Array.from({ length: 100 }, (_, index) => message(`Question ${index}`));
const tell = (name: 'beforeprint' | 'afterprint') => act(() => void window.dispatchEvent(new Event(name)));
const mounted = (list: HTMLElement) =>
  [...list.querySelectorAll('[data-message]')].map((item) => item.getAttribute('data-message'));
const printed = () => document.querySelector<HTMLElement>('body > .printed');

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

test('a printed conversation has its title and all loaded messages in the light theme, and the page is as before afterwards', async () => {
  document.documentElement.dataset.theme = 'dark';
  openChat({ ...signedIn, 'chat.messages': () => hundred }, 7);
  await screen.findByText('Question 99');
  expect(screen.queryByText('Question 0')).toBeNull();
  const shown = mounted(screen.getByRole('log'));

  tell('beforeprint');
  const paper = printed() as HTMLElement;
  expect(within(paper).getByRole('heading', { level: 1 }).textContent).toBe('Chat 7');
  expect(mounted(paper)).toEqual(hundred.map(({ id }) => id));
  expect(within(paper).getByText('Question 0')).toBeTruthy();
  expect(within(paper).queryByText(/Not all messages are printed/)).toBeNull();
  expect(document.documentElement.dataset.theme).toBe('light');

  tell('afterprint');
  expect(printed()).toBeNull();
  expect(mounted(screen.getByRole('log'))).toEqual(shown);
  expect(document.documentElement.dataset.theme).toBe('dark');
});

test('the printed page says that earlier messages are not loaded', async () => {
  openChat(
    { ...signedIn, 'chat.messagePage': () => ({ messages: hundred, versions: {}, older: 'a', newer: null }) },
    7,
  );
  await screen.findByText('Question 99');
  tell('beforeprint');
  expect(within(printed() as HTMLElement).getByText(/Not all messages are printed/)).toBeTruthy();
  tell('afterprint');
});
