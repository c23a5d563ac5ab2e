// @vitest-environment happy-dom
import type { Prompt } from '@noek/contract/prompts/schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useRef, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { renderPage, stubApi } from '../../../testing/render-page.tsx';
import { prompt, promptServer } from '../testing/prompt-server.ts';
import PromptPicker from './prompt-picker.tsx';

const onKey = vi.fn();

/** The message box as the chat renders it. */
function Box() {
  const [text, setText] = useState('');
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <>
      {text.startsWith('/') && <PromptPicker text={text} input={input} onText={setText} />}
      <textarea
        ref={input}
        aria-label="Message"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => onKey(key)}
      />
    </>
  );
}

const three = [
  prompt('a', { name: 'Summary', text: 'Sum up what I paste.' }),
  prompt('b', { name: 'Translate', text: 'Translate {{text}} into {{language}}.' }),
  prompt('p', { name: 'Tone', text: 'Be friendly.', published: true }),
];
const box = () => screen.getByLabelText('Message') as HTMLTextAreaElement;
const press = (key: string, more: object = {}) => fireEvent.keyDown(box(), { key, ...more });
const write = (value: string) => fireEvent.change(box(), { target: { value } });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const chosen = () => document.getElementById(box().getAttribute('aria-activedescendant') ?? '')?.textContent;

async function open(prompts: readonly Prompt[] = three, typed = '/') {
  onKey.mockClear();
  stubApi(promptServer(prompts));
  renderPage(<Box />);
  box().focus();
  write(typed);
  await screen.findByRole('listbox');
  if (prompts.length > 0) await waitFor(() => expect(options().length).toBeGreaterThan(1));
}

test('"/" opens the list, which the box names; arrows choose, and Enter inserts without sending', async () => {
  await open();
  expect(options()).toEqual([
    'SummarySum up what I paste.',
    'TranslateTranslate {{text}} into {{language}}.',
    'ToneFor everybodyBe friendly.',
    'Manage prompts',
  ]);
  expect(box().getAttribute('aria-controls')).toBe(screen.getByRole('listbox', { name: 'Prompts' }).id);
  expect(screen.getByRole('status').textContent).toMatch(/^3 prompts\./);
  expect(chosen()).toContain('Summary');
  press('ArrowDown');
  press('ArrowDown');
  expect(chosen()).toContain('Tone');
  press('ArrowUp');
  press('ArrowUp');
  press('ArrowUp');
  expect(chosen()).toBe('Manage prompts');
  press('ArrowDown');
  press('Enter');
  expect(box().value).toBe('Sum up what I paste.');
  expect(onKey).not.toHaveBeenCalled();
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box().hasAttribute('aria-activedescendant')).toBe(false);
});

test('what is typed filters by name and text; without a match it is text', async () => {
  await open();
  write('/friendly');
  expect(options()).toEqual(['ToneFor everybodyBe friendly.', 'Manage prompts']);
  press('Tab');
  expect(box().value).toBe('Be friendly.');
  write('/etc/hosts');
  expect(screen.queryByRole('listbox')).toBeNull();
  press('Enter');
  expect(onKey).toHaveBeenCalledWith('Enter');
});

test('Escape closes it and keeps what was typed, until the box is empty again', async () => {
  await open(three, '/sum');
  press('Escape');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(box().value).toBe('/sum');
  expect(onKey).not.toHaveBeenCalled();
  write('/summ');
  expect(screen.queryByRole('listbox')).toBeNull();
  press('Enter');
  expect(onKey).toHaveBeenCalledWith('Enter');
  write('');
  write('/');
  expect(await screen.findByRole('listbox')).toBeTruthy();
});

test('keys of an input method, with Shift, or with a modifier are left to the box', async () => {
  await open();
  press('Enter', { isComposing: true });
  press('Enter', { shiftKey: true });
  press('Tab', { shiftKey: true });
  press('Enter', { ctrlKey: true });
  expect(onKey).toHaveBeenCalledTimes(4);
  expect(box().value).toBe('/');
});

test('a prompt with variables asks for them; values are never filled in again', async () => {
  await open();
  fireEvent.click(screen.getByRole('option', { name: /^Translate/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Translate' });
  const preview = within(dialog).getByRole('region', { name: 'Preview' });
  expect(preview.textContent).toContain('Translate {{text}} into {{language}}.');
  const text = within(dialog).getByLabelText('text');
  fireEvent.change(text, { target: { value: '{{language}}' } });
  fireEvent.keyDown(text, { key: 'Enter' });
  const language = within(dialog).getByLabelText('language');
  expect(document.activeElement).toBe(language);
  fireEvent.change(language, { target: { value: 'French' } });
  expect(preview.textContent).toContain('Translate {{language}} into French.');
  fireEvent.keyDown(language, { key: 'Enter' });
  expect(box().value).toBe('Translate {{language}} into French.');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a form that is cancelled leaves the box as it was', async () => {
  await open();
  fireEvent.click(screen.getByRole('option', { name: /^Translate/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(box().value).toBe('/');
});

test('without prompts, "/" leads to the page of prompts, and Enter is left to the box', async () => {
  await open([]);
  expect(await screen.findByText('You have no prompts yet.')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'Manage prompts' }).getAttribute('href')).toBe('/prompts');
  press('Enter');
  expect(onKey).toHaveBeenCalledWith('Enter');
  write('/hello');
  expect(screen.queryByRole('listbox')).toBeNull();
});

test('the list closes when the focus goes elsewhere, and opens again with the box', async () => {
  await open();
  fireEvent.pointerDown(document.body);
  expect(screen.queryByRole('listbox')).toBeNull();
  fireEvent.focus(box());
  expect(screen.getByRole('listbox')).toBeTruthy();
});
