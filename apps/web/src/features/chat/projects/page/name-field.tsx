import { isBlank } from '@noek/contract/text/characters';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { isOfInputMethod } from '../../../../components/base/of-input-method.ts';
import { nameProblem } from '../name-problem.ts';
import { projectTexts } from '../texts.ts';

const texts = projectTexts.page;

/** Edits the name of a project in place. Enter and leaving the field save, Escape does not. It stays open until the name is saved. */
export function NameField(props: {
  name: string;
  onSave: (name: string) => Promise<unknown>;
  onClose: (byKeyboard: boolean) => void;
}) {
  const { name, onSave, onClose } = props;
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, setSaving] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => field.current?.select(), []);

  const save = async (byKeyboard: boolean) => {
    if (saving) return;
    if (text.trim() === name || (!byKeyboard && isBlank(text))) return onClose(byKeyboard);
    const invalid = nameProblem(text);
    setProblem(invalid);
    if (invalid) return;
    setSaving(true);
    try {
      await onSave(text.trim());
      onClose(byKeyboard);
    } catch (error) {
      setProblem(texts.renameFailed(errorText(error)));
      setSaving(false);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOfInputMethod(event)) return;
    if (event.key === 'Enter') void save(true);
    else if (event.key === 'Escape') onClose(true);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        ref={field}
        // biome-ignore lint/a11y/noAutofocus: the person has just pressed the name that this field replaces
        autoFocus
        dir="auto"
        aria-label={texts.nameField}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        aria-busy={saving || undefined}
        readOnly={saving}
        autoComplete="off"
        enterKeyHint="done"
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => void save(false)}
        className="-mx-1.5 h-10 w-[calc(100%+0.75rem)] rounded-control border border-border-control bg-surface-raised px-1.5 font-semibold text-2xl focus-visible:border-transparent focus-visible:outline-offset-0 aria-invalid:border-danger"
      />
      {problem && (
        <p id={id} role="alert" className="py-1 text-danger-ink text-sm">
          {problem}
        </p>
      )}
    </>
  );
}
