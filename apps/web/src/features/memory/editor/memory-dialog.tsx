import { zodResolver } from '@hookform/resolvers/zod';
import { memoryFieldLimits } from '@noek/contract/memory/limits';
import { type MemoryFields, memoryFieldsSchema } from '@noek/contract/memory/schemas';
import { defaultMemoryCategory } from '@noek/contract/memory/texts';
import { characterCount, trimmed } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText, isUnauthorized } from '../../../api/base/error-text.ts';
import { Notice } from '../../../components/base/notice.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Select } from '../../../components/fields/select.tsx';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { FormField } from '../../../components/forms/form-field.tsx';
import { Input } from '../../../components/forms/input.tsx';
import { useTypedValues } from '../../../components/forms/use-typed-values.ts';
import { memoryTexts } from '../texts.ts';

const texts = memoryTexts.dialog;

/** "12 / 120", in the danger colour above the limit. */
function Counter({ name, text }: { name: keyof typeof memoryFieldLimits; text: string }) {
  const length = characterCount(trimmed(text));
  const limit = memoryFieldLimits[name];
  return (
    <span className={clsx('text-xs tabular-nums', length > limit ? 'text-danger-ink' : 'text-text-muted')}>
      {texts.length(length, limit)}
    </span>
  );
}

/** Adds or edits a memory. The caller keeps the typed values, which survive a failed save. */
export function MemoryDialog(props: {
  title: string;
  fields: MemoryFields;
  onTyped: (fields: MemoryFields) => void;
  /** Suggestions for the category field. */
  categories: readonly string[];
  /** The server would refuse another memory. */
  full: boolean;
  saving: boolean;
  refusal: unknown;
  onSave: (fields: MemoryFields) => void;
  /** `discard`: closed with Cancel. Otherwise the caller keeps the typed values. */
  onClose: (discard: boolean) => void;
}) {
  const { full, saving, refusal } = props;
  const form = useForm({ resolver: zodResolver(memoryFieldsSchema), defaultValues: props.fields });
  const [title, content] = useWatch({ control: form.control, name: ['title', 'content'] });
  const list = useId();
  useTypedValues(form, props.onTyped);
  const submit = form.handleSubmit((fields) => {
    if (!saving) props.onSave(fields);
  });

  return (
    <Dialog title={props.title} busy={saving} className="max-w-120!" onClose={() => props.onClose(false)}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        {full && !refusal && <Notice tone="warning">{memoryTexts.limitReached}</Notice>}
        <FormField form={form} name="title" label={texts.title} aside={<Counter name="title" text={title} />}>
          {(control) => <Input {...control} dir="auto" autoComplete="off" />}
        </FormField>
        <FormField form={form} name="content" label={texts.content} aside={<Counter name="content" text={content} />}>
          {(control) => <Textarea {...control} dir="auto" className="max-h-[40dvh] min-h-28" />}
        </FormField>
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <FormField form={form} name="category" label={texts.category}>
            {(control) => (
              <Input {...control} dir="auto" list={list} autoComplete="off" placeholder={defaultMemoryCategory} />
            )}
          </FormField>
          <datalist id={list}>
            {props.categories.map((category) => (
              <option key={category} value={category} />
            ))}
          </datalist>
          <FormField form={form} name="importance" label={texts.importance}>
            {(control) => (
              <Select {...control}>
                {Object.entries(memoryTexts.importance).map(([importance, name]) => (
                  <option key={importance} value={importance}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </FormField>
        </div>
        {refusal !== null && (
          <Notice tone="danger" role="alert">
            {isUnauthorized(refusal) ? memoryTexts.signedOutInline : errorText(refusal)}
          </Notice>
        )}
        <FormButtons
          submit={saving ? texts.saving : texts.save}
          isSaving={saving}
          onCancel={() => props.onClose(true)}
        />
      </form>
    </Dialog>
  );
}
