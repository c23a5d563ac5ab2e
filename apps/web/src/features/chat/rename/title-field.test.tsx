// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { TitleField } from './title-field.tsx';

afterEach(cleanup);

function open(onSave: (title: string) => Promise<unknown> = async () => {}) {
  const saved = vi.fn(onSave);
  const onClose = vi.fn();
  render(<TitleField title="About tea" onSave={saved} onClose={onClose} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  const press = (key: string) => act(async () => void fireEvent.keyDown(field, { key }));
  const leave = () => act(async () => void fireEvent.blur(field));
  return { field, saved, onClose, type, press, leave };
}

test('it opens with the whole title selected, and Enter saves what was typed', async () => {
  const { field, saved, onClose, type, press } = open();
  expect(document.activeElement).toBe(field);
  expect([field.value, field.selectionStart, field.selectionEnd]).toEqual(['About tea', 0, 9]);
  type('  Green tea ');
  await press('Enter');
  expect(saved.mock.calls).toEqual([['Green tea']]);
  expect(onClose.mock.calls).toEqual([[true]]);
});

test('Enter and Escape of an input method neither save the title nor close the field', async () => {
  const { field, saved, onClose, type } = open();
  type('緑茶');
  for (const key of ['Enter', 'Escape']) {
    await act(async () => void fireEvent.keyDown(field, { key, isComposing: true }));
    await act(async () => void fireEvent.keyDown(field, { key, keyCode: 229 }));
  }
  expect([saved.mock.calls, onClose.mock.calls]).toEqual([[], []]);
});

test('Escape closes it without saving; so does leaving the field while it is blank or unchanged', async () => {
  const first = open();
  first.type('Green tea');
  await first.press('Escape');
  expect(first.onClose.mock.calls).toEqual([[true]]);
  expect(first.saved).not.toHaveBeenCalled();
  for (const text of ['  ', 'About tea ']) {
    cleanup();
    const { saved, onClose, type, leave } = open();
    type(text);
    await leave();
    expect(saved).not.toHaveBeenCalled();
    expect(onClose.mock.calls).toEqual([[false]]);
  }
});

test('leaving it saves what was typed', async () => {
  const { saved, onClose, type, leave } = open();
  type('Green tea');
  await leave();
  expect(saved.mock.calls).toEqual([['Green tea']]);
  expect(onClose.mock.calls).toEqual([[false]]);
});

test('an emoji is one character of a title', async () => {
  const { saved, type, press } = open();
  type('😀'.repeat(200));
  await press('Enter');
  expect(saved).toHaveBeenCalledOnce();
});

test.each([
  ['   ', 'Enter a title.'],
  ['x'.repeat(201), 'A title can have up to 200 characters.'],
  ['😀'.repeat(201), 'A title can have up to 200 characters.'],
])('a title that is not allowed is refused with a sentence', async (text, problem) => {
  const { field, saved, onClose, type, press } = open();
  type(text);
  await press('Enter');
  expect(screen.getByRole('alert').textContent).toBe(problem);
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(problem);
  type('Green tea');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved).not.toHaveBeenCalled();
  expect(onClose).not.toHaveBeenCalled();
});

test('a title that could not be saved stays, and can be saved again', async () => {
  let works = false;
  const { field, onClose, type, press } = open(async () => {
    if (!works) throw new TypeError('Failed to fetch');
  });
  type('Green tea');
  await press('Enter');
  expect(screen.getByRole('alert').textContent).toMatch(/^Failed to rename conversation\. Can't reach Noek/);
  expect([field.value, field.readOnly]).toEqual(['Green tea', false]);
  expect(onClose).not.toHaveBeenCalled();
  works = true;
  await press('Enter');
  expect(onClose).toHaveBeenCalledTimes(1);
});
