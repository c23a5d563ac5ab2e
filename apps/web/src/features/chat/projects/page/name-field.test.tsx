// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { NameField } from './name-field.tsx';

afterEach(cleanup);

test('Enter and Escape of an input method neither save the name nor close the field', async () => {
  const onSave = vi.fn(async () => {});
  const onClose = vi.fn();
  render(<NameField name="Garden" onSave={onSave} onClose={onClose} />);
  const field = screen.getByRole('textbox', { name: 'Name of the project' });
  const press = (key: string, how: object) => act(async () => void fireEvent.keyDown(field, { key, ...how }));
  fireEvent.change(field, { target: { value: '庭' } });
  for (const key of ['Enter', 'Escape']) {
    await press(key, { isComposing: true });
    await press(key, { keyCode: 229 });
  }
  expect([onSave.mock.calls, onClose.mock.calls]).toEqual([[], []]);
  await press('Enter', { keyCode: 13 });
  expect([onSave.mock.calls, onClose.mock.calls]).toEqual([[['庭']], [[true]]]);
});
