import { isBlank } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isOfInputMethod } from '../base/of-input-method.ts';
import { useSubmit } from '../forms/use-submit.ts';

/**
 * Edits a title in place. Enter and leaving the field save, Escape does not, and the keys of an input method do neither. It stays open
 * with what was typed until the new title is saved. `onClose` says whether the keyboard closed it, so that the focus can go back.
 */
export function EditInPlace(props: {
  label: string;
  title: string;
  /** What is wrong with a title; null if it is valid. */
  check: (title: string) => string | null;
  failed: (error: unknown) => string;
  onSave: (title: string) => Promise<unknown>;
  onClose: (byKeyboard: boolean) => void;
  className: string;
  problemClass: string;
}) {
  const { title, onSave, onClose } = props;
  const [text, setText] = useState(title);
  const input = useRef<HTMLInputElement>(null);
  const problemId = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const { submit, problem, isSending, clear } = useSubmit<boolean>({
    check: () => props.check(text),
    async send(byKeyboard = false) {
      await onSave(text.trim());
      onClose(byKeyboard);
    },
    failed: props.failed,
  });
  const save = (byKeyboard: boolean) => {
    if (isSending) return;
    if (text.trim() === title.trim() || (!byKeyboard && isBlank(text))) onClose(byKeyboard);
    else submit(byKeyboard);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Enter') save(true);
    else if (event.key === 'Escape') {
      // Only the field closes, not the drawer around it.
      event.stopPropagation();
      onClose(true);
    } else return;
    event.preventDefault();
  };

  return (
    <>
      <input
        ref={input}
        data-title-field
        dir="auto"
        aria-label={props.label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? problemId : undefined}
        aria-busy={isSending || undefined}
        readOnly={isSending}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          clear();
        }}
        onKeyDown={onKeyDown}
        onBlur={() => save(false)}
        autoComplete="off"
        enterKeyHint="done"
        className={clsx(
          'border border-border-control bg-surface-raised focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger',
          props.className,
        )}
      />
      {problem && (
        <p id={problemId} role="alert" className={clsx('py-1 text-danger-ink', props.problemClass)}>
          {problem}
        </p>
      )}
    </>
  );
}
