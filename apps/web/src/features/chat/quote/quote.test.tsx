// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { answer, message } from '../testing/message.ts';
import { guest, openChat, sent, setWide, signedIn } from '../testing/open-chat.tsx';
import { readSelection } from './use-selected-answer.ts';

const handlers = {
  'chat.messages': () => [
    message('q', { content: 'Where?' }),
    answer('a', { status: 'complete', content: 'In the attic. Behind the trunk.' }),
  ],
  'chat.send': (input: { content: string; clientMessageId: string }) => sent(input),
};

beforeAll(() => Promise.all([import('./quote-toolbar.tsx'), import('../composer/box-parts.tsx')]));
beforeEach(() => setWide(false));
afterEach(() => {
  document.getSelection()?.removeAllRanges();
  localStorage.clear();
});

/** Selects from one text of the page to another, or within one. */
function select(first: Element, last = first, length?: number) {
  const [start, end] = [textOf(first), textOf(last)];
  act(() => {
    document.getSelection()?.setBaseAndExtent(start, 0, end, length ?? end.data.length);
    document.dispatchEvent(new Event('selectionchange'));
  });
}
function textOf(element: Element): Text {
  const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode();
  return text as Text;
}
const answerText = () => screen.findByText('In the attic. Behind the trunk.');
/** Without a layout, the selected text has no place, so the toolbar is hidden as if the text had left the screen. */
const bar = () => document.querySelector<HTMLElement>('[role="toolbar"][aria-label="Selected text"]');
async function inToolbar(name: string): Promise<HTMLElement> {
  await waitFor(() => expect(bar()).not.toBeNull());
  return within(bar() as HTMLElement)
    .getByText(name)
    .closest('button') as HTMLElement;
}
const quotes = () => screen.queryAllByRole('blockquote').map(({ textContent }) => textContent);

test.each([
  ['a signed-in person', signedIn],
  ['a guest', guest],
])('%s quotes the selected text of an answer, and sends it above the question', async (_, who) => {
  const { box, send, inputs } = openChat({ ...who, ...handlers }, 7);
  select(await answerText(), undefined, 13);
  fireEvent.click(await inToolbar('Quote'));
  await waitFor(() => expect(quotes()).toEqual(['In the attic.']));
  expect(bar()).toBeNull();
  expect(box().value).toBe('');
  // A quote alone is not a message.
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveProperty('disabled', true);

  select(await answerText());
  fireEvent.click(await inToolbar('Ask about this'));
  await waitFor(() => expect(quotes()).toHaveLength(2));
  expect(document.activeElement).toBe(box());
  expect(box().placeholder).toBe('Message Noek...');
  fireEvent.click(screen.getAllByRole('button', { name: 'Remove quote' })[1] as HTMLElement);
  await waitFor(() => expect(quotes()).toEqual(['In the attic.']));

  send('Which one?');
  await waitFor(() => expect(inputs('chat.send')).toMatchObject([{ content: '> In the attic.\n\nWhich one?' }]));
  // Now it is a quote in the list of messages.
  await waitFor(() => expect(quotes()).toEqual(['In the attic.']));
  expect(screen.queryByRole('list', { name: 'Quotes in your message' })).toBeNull();
  expect(screen.getByText('Which one?').closest('[data-text]')?.querySelector('blockquote')).toBeTruthy();
});

test('the keyboard reaches the toolbar, and Escape closes it without stopping anything', async () => {
  openChat({ ...signedIn, ...handlers }, 7);
  select(await answerText());
  const quote = await inToolbar('Quote');
  const scroller = screen.getByRole('region', { name: 'Conversation' });
  scroller.focus();
  fireEvent.keyDown(scroller, { key: 'Tab' });
  expect(document.activeElement).toBe(quote);
  fireEvent.keyDown(document.activeElement as Element, { key: 'ArrowRight' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Ask about this'));
  fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' });
  await waitFor(() => expect(bar()).toBeNull());
  expect(document.activeElement).toBe(scroller);
});

test('a quote is kept with the draft of a conversation', async () => {
  localStorage.setItem('noek_draft_7', JSON.stringify({ text: '> Kept.\n\nAnd?' }));
  const { box } = openChat({ ...signedIn, ...handlers }, 7);
  await waitFor(() => expect(quotes()).toEqual(['Kept.']));
  expect(box().value).toBe('And?');
});

test('nothing is offered for questions, for more than one message, and outside of the list', async () => {
  openChat({ ...signedIn, ...handlers }, 7);
  const words = await answerText();
  const log = screen.getByRole('log');
  const question = screen.getByText('Where?');
  select(words, undefined, 6);
  expect(readSelection(log)?.text).toBe('In the');
  expect(readSelection(question)).toBeNull();
  select(question);
  expect(readSelection(log)).toBeNull();
  select(question, words);
  expect(readSelection(log)).toBeNull();
  document.getSelection()?.removeAllRanges();
  expect(readSelection(log)).toBeNull();
});
