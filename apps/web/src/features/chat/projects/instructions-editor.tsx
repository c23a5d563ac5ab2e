import { maxInstructionsLength } from '@noek/contract/projects/limits';
import { characterCount, trimmed } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import { serverText } from '../../../api/base/error-text.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import { sessionTexts } from '../../session/texts.ts';
import { projectTexts } from './texts.ts';

const texts = projectTexts.page.instructions;

/** What was typed and not saved yet, and the instructions that it began with. */
type Unsaved = { text: string; from: string };

/** Unsaved instructions by `keptAs`, so that a visit to another page of the chat loses nothing. */
const unsaved = new Map<string, Unsaved>();

/**
 * A field for instructions, which are saved with its button. `saved`: as the server has them. `keptAs` names the person and the place;
 * give the field the same `key`. `onSave` rejects if the server refuses.
 */
export function InstructionsEditor(props: {
  label: string;
  placeholder: string;
  saved: string;
  keptAs: string;
  onSave: (instructions: string) => Promise<unknown>;
}) {
  const { saved, keptAs } = props;
  const [draft, setDraft] = useState<Unsaved | null>(() => unsaved.get(keptAs) ?? null);
  const form = useRef<HTMLFormElement>(null);
  const write = (next: Unsaved | null) => {
    if (next) unsaved.set(keptAs, next);
    else unsaved.delete(keptAs);
    setDraft(next);
    clear();
  };

  const text = draft?.text ?? saved;
  const length = characterCount(trimmed(text));
  const isTooLong = length > maxInstructionsLength;
  const isChanged = draft !== null && trimmed(text) !== saved;
  const isOutdated = isChanged && draft.from !== saved;
  const focus = () => form.current?.querySelector('textarea')?.focus();

  const {
    onSubmit,
    problem,
    isSending: saving,
    clear,
  } = useSubmit({
    check: () => (isTooLong ? texts.tooLong : null),
    async send() {
      await props.onSave(trimmed(text));
      write(null);
      toast({ title: navigator.onLine ? texts.saved : sessionTexts.changeWaits });
    },
    failed: (error) => serverText(error) ?? texts.failed,
  });
  return (
    <form ref={form} noValidate onSubmit={onSubmit} className="grid gap-3">
      <Field
        label={props.label}
        error={isTooLong ? texts.tooLong : problem}
        aside={
          <span className={clsx('text-xs tabular-nums', isTooLong ? 'text-danger-ink' : 'text-text-muted')}>
            {texts.length(length)}
          </span>
        }
      >
        {(control) => (
          <Textarea
            {...control}
            dir="auto"
            className="max-h-[50dvh] min-h-32"
            placeholder={props.placeholder}
            value={text}
            onChange={(event) => write({ text: event.target.value, from: draft?.from ?? saved })}
          />
        )}
      </Field>
      {isOutdated && (
        <Notice tone="warning" role="status">
          <p>{texts.changedElsewhere}</p>
          <p dir="auto" className="mt-1 line-clamp-4 whitespace-pre-line break-words">
            {saved === '' ? texts.none : saved}
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="sm" disabled={!isChanged} aria-disabled={saving || undefined}>
          {saving ? texts.saving : texts.save}
        </Button>
        {isChanged && !saving && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => {
              write(null);
              focus();
            }}
          >
            {texts.discard}
          </Button>
        )}
        <span role="status" className="text-sm text-text-muted">
          {isChanged && !saving && texts.unsaved}
        </span>
      </div>
    </form>
  );
}
