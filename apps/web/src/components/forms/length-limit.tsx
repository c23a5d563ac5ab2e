import { characterCount } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { type ComponentProps, type FormEvent, useId, useState } from 'react';
import { fieldTexts } from './texts.ts';

type Control = HTMLInputElement | HTMLTextAreaElement;
type Given = Pick<ComponentProps<'textarea'>, 'maxLength' | 'value' | 'aria-describedby' | 'aria-invalid'>;

/** A sentence about a text of more than `limit` characters; null if it is not too long. */
function tooLong(text: string, limit: number): string | null {
  // A text never has more characters than code units, and counting takes longer.
  if (text.length <= limit) return null;
  const count = characterCount(text);
  return count > limit ? fieldTexts.tooLong(count, limit) : null;
}

/**
 * The limit of a text field, `maxLength` in characters as the server counts them. The attribute of the same name counts UTF-16 code
 * units, and the browser silently cuts off pasted text. Here everything that is typed stays, `problem` says by how much it is too long,
 * and the form is not sent. `control`: attributes in place of the given ones.
 */
export function useLengthLimit({ maxLength, value, ...given }: Given) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const check = (text: string) => (maxLength === undefined ? null : tooLong(text, maxLength));
  const problem = typeof value === 'string' ? check(value) : typed;
  // A field that its form has refused already says why.
  const isNews = problem !== null && given['aria-invalid'] !== true;
  return {
    problem: isNews ? problem : null,
    id,
    control: {
      ...(value !== undefined && { value }),
      'aria-invalid': problem ? true : given['aria-invalid'],
      'aria-describedby': [given['aria-describedby'], isNews && id].filter(Boolean).join(' ') || undefined,
      onInput({ currentTarget }: FormEvent<Control>) {
        const found = check(currentTarget.value);
        currentTarget.setCustomValidity(found ?? '');
        setTyped(found);
      },
    },
  };
}

/** Below a field: by how much its text is too long. */
export const TooLong = ({ id, text, className }: { id: string; text: string; className?: string }) => (
  <p id={id} role="alert" className={clsx('text-danger-ink text-sm', className)}>
    {text}
  </p>
);
