// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { Textarea } from '../fields/textarea.tsx';
import { Input, PasswordInput } from './input.tsx';

afterEach(cleanup);

type Field = HTMLInputElement | HTMLTextAreaElement;
const described = (field: Field) =>
  field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);

test.each([
  ['a text field', <Input key="1" aria-label="Field" aria-describedby="help" maxLength={1_000} />],
  ['a password', <PasswordInput key="2" aria-label="Field" aria-describedby="help" maxLength={1_000} />],
  ['a long text', <Textarea key="3" aria-label="Field" aria-describedby="help" maxLength={1_000} />],
])('%s counts characters as the server does, cuts nothing off, and says by how much it is too long', (_, field) => {
  render(
    <>
      {field}
      <p id="help">Help</p>
    </>,
  );
  const box = screen.getByLabelText<Field>('Field');
  const type = (value: string) => fireEvent.input(box, { target: { value } });
  expect(box.hasAttribute('maxlength')).toBe(false);

  // Twice as many UTF-16 code units.
  type('😀'.repeat(1_000));
  expect([screen.queryByRole('alert'), box.validity.valid, described(box)]).toEqual([null, true, ['Help']]);

  type('😀'.repeat(1_001));
  const words = 'This text has 1,001 characters. The limit is 1,000.';
  expect(box.value).toBe('😀'.repeat(1_001));
  expect(screen.getByRole('alert').textContent).toBe(words);
  expect([box.validationMessage, box.getAttribute('aria-invalid')]).toEqual([words, 'true']);
  expect(described(box)).toEqual(['Help', words]);

  type('😀');
  expect([screen.queryByRole('alert'), box.validity.valid, box.getAttribute('aria-invalid')]).toEqual([
    null,
    true,
    null,
  ]);
});

test('the text that the page has put into a field counts, too', () => {
  const of = (value: string) => <Textarea aria-label="Field" maxLength={3} value={value} onChange={() => {}} />;
  const { rerender } = render(of('teas'));
  expect(screen.getByRole('alert').textContent).toBe('This text has 4 characters. The limit is 3.');
  rerender(of('tea'));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('a field that its form has refused says so once', () => {
  render(<Input aria-label="Field" aria-invalid maxLength={3} value="teas" onChange={() => {}} />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText('Field').getAttribute('aria-invalid')).toBe('true');
});
