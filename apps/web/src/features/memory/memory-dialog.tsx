import { zodResolver } from '@hookform/resolvers/zod';
import { defaultMemoryCategory, memoryFieldLimits } from '@noek/contract/limits';
import { type MemoryFields, memoryFieldsSchema } from '@noek/contract/memory';
import { clsx } from 'clsx';
import * as Radix from 'radix-ui/dialog';
import { useId } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText, isUnauthorized } from '../../api/error-text.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { overlayClass, panelClass } from '../../components/dialog-classes.ts';
import { FormField } from '../../components/form-field.tsx';
import { Input } from '../../components/input.tsx';
import { Notice } from '../../components/notice.tsx';
import { useReturnFocus } from '../../components/return-focus.ts';
import { Select } from '../../components/select.tsx';
import { Textarea } from '../../components/textarea.tsx';
import { useTypedValues } from '../../components/use-typed-values.ts';
import { importanceNames } from './importance-badge.tsx';
import { limitReachedText } from './memory-limit.ts';
import { signedOutText } from './use-memory-changes.ts';

/** "12 / 120", in words of warning once it is too much. */
function Counter({ name, text }: { name: keyof typeof memoryFieldLimits; text: string }) {
  const { length } = text.trim();
  const limit = memoryFieldLimits[name];
  return (
    <span className={clsx('text-xs tabular-nums', length > limit ? 'text-danger-ink' : 'text-text-muted')}>
      {length.toLocaleString('en-US')} / {limit.toLocaleString('en-US')}
    </span>
  );
}

/** Adds a memory or changes one. What was typed belongs to whoever opened the dialog, and stays when saving fails. */
export function MemoryDialog(props: {
  title: string;
  fields: MemoryFields;
  onTyped: (fields: MemoryFields) => void;
  /** Offered while a category is typed. */
  categories: readonly string[];
  /** One more would be refused. */
  full: boolean;
  saving: boolean;
  refusal: unknown;
  onSave: (fields: MemoryFields) => void;
  /** Closed; `discard` when by Cancel. Otherwise what was typed is to be kept. */
  onClose: (discard: boolean) => void;
}) {
  const { full, saving, refusal } = props;
  const form = useForm({ resolver: zodResolver(memoryFieldsSchema), defaultValues: props.fields });
  const [title, content] = useWatch({ control: form.control, name: ['title', 'content'] });
  const list = useId();
  const returnFocus = useReturnFocus();
  useTypedValues(form, props.onTyped);
  const submit = form.handleSubmit((fields) => {
    if (!saving) props.onSave(fields);
  });

  return (
    <Radix.Root open onOpenChange={(open) => !open && !saving && props.onClose(false)}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass}>
          <Radix.Content
            className={clsx(panelClass, 'max-w-120! max-sm:px-5')}
            aria-describedby={undefined}
            {...returnFocus}
          >
            <Radix.Title className="text-lg">{props.title}</Radix.Title>
            <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
              {full && !refusal && <Notice tone="warning">{limitReachedText}</Notice>}
              <FormField form={form} name="title" label="Title" aside={<Counter name="title" text={title} />}>
                {(control) => <Input {...control} autoComplete="off" />}
              </FormField>
              <FormField
                form={form}
                name="content"
                label="What to remember"
                aside={<Counter name="content" text={content} />}
              >
                {(control) => <Textarea {...control} className="max-h-[40dvh] min-h-28" />}
              </FormField>
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <FormField form={form} name="category" label="Category">
                  {(control) => (
                    <Input {...control} list={list} autoComplete="off" placeholder={defaultMemoryCategory} />
                  )}
                </FormField>
                <datalist id={list}>
                  {props.categories.map((category) => (
                    <option key={category} value={category} />
                  ))}
                </datalist>
                <FormField form={form} name="importance" label="Importance">
                  {(control) => (
                    <Select {...control}>
                      {Object.entries(importanceNames).map(([importance, name]) => (
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
                  {isUnauthorized(refusal)
                    ? `${signedOutText.title}: ${signedOutText.description.toLowerCase()}.`
                    : errorText(refusal)}
                </Notice>
              )}
              <div className="mt-1 flex flex-wrap justify-end gap-2">
                <button type="button" className={buttonClass('quiet')} onClick={() => props.onClose(true)}>
                  Cancel
                </button>
                <Button type="submit" aria-disabled={saving}>
                  {saving ? 'Saving…' : 'Save'}
                </Button>
              </div>
            </form>
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  );
}
