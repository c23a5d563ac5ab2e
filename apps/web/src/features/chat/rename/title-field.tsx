import { maxTitleLength } from '@noek/contract/chat/limits';
import { characterCount, isBlank } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { renameTexts } from './texts.ts';

/** What is wrong with a title; null if it is valid. */
export function titleProblem(title: string): string | null {
  if (isBlank(title)) return renameTexts.empty;
  return characterCount(title.trim()) > maxTitleLength ? renameTexts.tooLong : null;
}

/**
 * Edits a title in place. Enter and leaving the field save, Escape does not. It stays open with what was
 * typed until the new title is saved. `onClose` says whether the keyboard closed it, so that the focus can go back.
 */
export function TitleField(props: {
  title: string;
  onSave: (title: string) => Promise<unknown>;
  onClose: (byKeyboard: boolean) => void;
  className?: string;
  /** Errors float over the content below instead of moving it. */
  floating?: boolean;
}) {
  const { title, onSave, onClose } = props;
  const [text, setText] = useState(title);
  const [error, setError] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const errorId = useId();
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);

  const save = async (byKeyboard: boolean) => {
    if (saving) return;
    if (text.trim() === title.trim() || (!byKeyboard && isBlank(text))) return onClose(byKeyboard);
    const problem = titleProblem(text);
    setError(problem);
    if (problem) return;
    setSaving(true);
    try {
      await onSave(text.trim());
      onClose(byKeyboard);
    } catch (failure) {
      setError(renameTexts.failed(errorText(failure)));
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Enter') void save(true);
    else if (event.key === 'Escape') {
      // Only the field closes, not the drawer around it.
      event.stopPropagation();
      onClose(true);
    } else return;
    event.preventDefault();
  };

  return (
    <div className={clsx('relative min-w-0', props.className)}>
      <input
        ref={input}
        data-title-field
        dir="auto"
        aria-label={renameTexts.field}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? errorId : undefined}
        aria-busy={saving || undefined}
        readOnly={saving}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save(false)}
        autoComplete="off"
        enterKeyHint="done"
        className="h-8 w-full rounded-[0.375rem] border border-border-control bg-surface-raised px-2 text-[0.875rem] focus-visible:border-transparent focus-visible:outline-offset-0 aria-busy:text-text-muted aria-invalid:border-danger coarse:h-10 coarse:text-[1rem]"
      />
      {error && (
        <p
          id={errorId}
          role="alert"
          className={clsx(
            'px-2 py-1 text-danger-ink text-xs',
            props.floating &&
              'absolute top-full left-0 z-(--z-sticky) mt-1 w-full rounded-control border border-danger-edge bg-danger-soft',
          )}
        >
          {error}
        </p>
      )}
    </div>
  );
}
