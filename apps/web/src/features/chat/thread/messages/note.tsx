import { useId, useState } from 'react';
import { TextButton } from '../../../../components/base/button.tsx';

/** A few words in the row below an answer that open a sentence about them, so that touch and keyboard reach it, too. */
export function useNote(label: string, text: string) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = (
    <TextButton
      className="text-text-muted! text-xs hover:text-text!"
      aria-expanded={open}
      aria-controls={open ? id : undefined}
      onClick={() => setOpen(!open)}
    >
      {label}
    </TextButton>
  );
  const note = open && (
    <p id={id} className="mt-1 mb-2 max-w-prose text-pretty text-sm text-text-muted">
      {text}
    </p>
  );
  return { button, note };
}
