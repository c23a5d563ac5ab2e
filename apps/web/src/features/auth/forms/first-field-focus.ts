import { type RefObject, useEffect, useRef } from 'react';
import { hasFinePointer } from '../../../components/page/fine-pointer.ts';

/**
 * For the form that a page opens with: moves the focus to its first empty field, unless something else has it already. On touch screens,
 * the keyboard would cover the page.
 */
export function useFirstFieldFocus(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!hasFinePointer() || document.activeElement !== document.body) return;
    const fields = [...(form.current?.querySelectorAll('input') ?? [])];
    (fields.find(({ value }) => value === '') ?? fields[0])?.focus();
  }, []);
  return form;
}
