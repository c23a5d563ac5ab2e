// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Field } from './field.tsx';
import { Input } from './input.tsx';
import { useSubmit } from './use-submit.ts';

afterEach(cleanup);

function Form({ send }: { send: (name: string) => Promise<unknown> }) {
  const [name, setName] = useState('');
  const { onSubmit, problem, isSending, clear } = useSubmit({
    check: () => (name === '' ? 'Enter a name.' : null),
    send: () => send(name),
    failed: (error) => (error as Error).message,
  });
  return (
    <form onSubmit={onSubmit} aria-label="Form" aria-busy={isSending}>
      <Field label="Name" error={problem}>
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              clear();
            }}
          />
        )}
      </Field>
      <button type="submit">Save</button>
    </form>
  );
}

function open(send: (name: string) => Promise<unknown> = async () => {}) {
  const sent = vi.fn(send);
  render(<Form send={sent} />);
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const form = screen.getByRole('form', { name: 'Form' });
  const submit = () => act(async () => void fireEvent.submit(form));
  return { sent, field, form, submit, type: (value: string) => fireEvent.change(field, { target: { value } }) };
}

test('what is missing is shown at the field, which gets the focus, and nothing is sent', async () => {
  const { sent, field, submit, type } = open();
  for (const _ of ['first', 'again']) {
    screen.getByRole('button').focus();
    await submit();
    expect(document.activeElement).toBe(field);
    expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe('Enter a name.');
  }
  type('Mira');
  expect(field.getAttribute('aria-invalid')).toBeNull();
  expect(sent).not.toHaveBeenCalled();
});

test('after a failure what was typed stays, and can be sent again', async () => {
  const { sent, field, submit, type } = open(vi.fn().mockRejectedValueOnce(new Error('Too long.')));
  type('Mira');
  await submit();
  expect([field.value, screen.getByText('Too long.').tagName]).toEqual(['Mira', 'P']);
  expect(document.activeElement).toBe(field);
  await submit();
  expect(sent.mock.calls).toEqual([['Mira'], ['Mira']]);
  expect(screen.queryByText('Too long.')).toBeNull();
});

test('a second submission is ignored while the first one runs', async () => {
  const answer = Promise.withResolvers<void>();
  const { sent, form, submit, type } = open(() => answer.promise);
  type('Mira');
  await submit();
  await submit();
  expect([sent.mock.calls.length, form.getAttribute('aria-busy')]).toEqual([1, 'true']);
  await act(async () => answer.resolve());
  expect(form.getAttribute('aria-busy')).toBe('false');
});

test('the Enter of an input method does not submit', () => {
  const { field } = open();
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false);
  expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true);
});
