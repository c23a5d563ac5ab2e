import { memoryFieldLimits } from '@noek/contract/limits';
import type { Importance } from '@noek/contract/memory';
import { clsx } from 'clsx';
import * as Radix from 'radix-ui/dialog';
import { type FormEvent, useId, useRef, useState } from 'react';
import { errorText, isUnauthorized } from '../../api/error-text.ts';
import { Button, buttonClass } from '../../components/button.tsx';
import { overlayClass, panelClass } from '../../components/dialog-classes.ts';
import { Field } from '../../components/field.tsx';
import { Input } from '../../components/input.tsx';
import { Notice } from '../../components/notice.tsx';
import { useReturnFocus } from '../../components/return-focus.ts';
import { Select } from '../../components/select.tsx';
import { Textarea } from '../../components/textarea.tsx';
import { importanceNames } from './importance-badge.tsx';
import { draftErrors, type MemoryDraft } from './memory-form.ts';
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

/** Adds a memory or changes one. What was typed belongs to whoever opened it, and stays when saving fails. */
export function MemoryDialog(props: {
  title: string;
  draft: MemoryDraft;
  onDraft: (draft: MemoryDraft) => void;
  /** Offered while a category is typed. */
  categories: readonly string[];
  /** One more would be refused. */
  full: boolean;
  saving: boolean;
  refusal: unknown;
  onSave: () => void;
  /** Closed; `discard` when by Cancel, else what was typed is to be kept. */
  onClose: (discard: boolean) => void;
}) {
  const { draft, full, saving, refusal } = props;
  const [tried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const list = useId();
  const returnFocus = useReturnFocus();
  const errors = draftErrors(draft);
  const shown = tried ? errors : {};
  const put = (fields: Partial<MemoryDraft>) => props.onDraft({ ...draft, ...fields });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(errors);
    if (first) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (!saving) props.onSave();
  };

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
            <form ref={form} noValidate onSubmit={submit} className="mt-5 grid gap-4">
              {full && !refusal && <Notice tone="warning">{limitReachedText}</Notice>}
              <Field label="Title" error={shown.title} aside={<Counter name="title" text={draft.title} />}>
                {(control) => (
                  <Input
                    {...control}
                    name="title"
                    autoComplete="off"
                    value={draft.title}
                    onChange={(event) => put({ title: event.target.value })}
                  />
                )}
              </Field>
              <Field
                label="What to remember"
                error={shown.content}
                aside={<Counter name="content" text={draft.content} />}
              >
                {(control) => (
                  <Textarea
                    {...control}
                    name="content"
                    className="max-h-[40dvh] min-h-28"
                    value={draft.content}
                    onChange={(event) => put({ content: event.target.value })}
                  />
                )}
              </Field>
              <div className="grid items-start gap-4 sm:grid-cols-2">
                <Field label="Category" error={shown.category}>
                  {(control) => (
                    <Input
                      {...control}
                      name="category"
                      list={list}
                      autoComplete="off"
                      placeholder="General"
                      value={draft.category}
                      onChange={(event) => put({ category: event.target.value })}
                    />
                  )}
                </Field>
                <datalist id={list}>
                  {props.categories.map((category) => (
                    <option key={category} value={category} />
                  ))}
                </datalist>
                <Field label="Importance">
                  {(control) => (
                    <Select
                      {...control}
                      value={draft.importance}
                      onChange={(event) => put({ importance: event.target.value as Importance })}
                    >
                      {Object.entries(importanceNames).map(([importance, name]) => (
                        <option key={importance} value={importance}>
                          {name}
                        </option>
                      ))}
                    </Select>
                  )}
                </Field>
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
