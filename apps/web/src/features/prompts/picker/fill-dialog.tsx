import type { Prompt } from '@noek/contract/prompts/schemas';
import { fillVariables, variablesOf } from '@noek/contract/prompts/variables';
import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react';
import { isOfInputMethod } from '../../../components/base/of-input-method.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { promptTexts } from '../texts.ts';

const texts = promptTexts.fill;
const none: ReadonlyMap<string, string> = new Map();

/**
 * Asks for the values of a prompt's variables and shows the text with them. Enter goes to the next field, and in the last one inserts the
 * text; Shift+Enter adds a line. A variable without a value stays as it is written.
 */
export function FillDialog(props: { prompt: Prompt; onInsert: (text: string) => void; onClose: () => void }) {
  const { name, text } = props.prompt;
  const [values, setValues] = useState(none);
  const form = useRef<HTMLFormElement>(null);
  const variables = variablesOf(text);
  const filled = fillVariables(text, new Map([...values].filter(([, value]) => value !== '')));
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    props.onInsert(filled);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || isOfInputMethod(event)) return;
    event.preventDefault();
    const fields = [...(form.current?.querySelectorAll('textarea') ?? [])];
    const next = fields[fields.indexOf(event.currentTarget) + 1];
    if (next) next.focus();
    else submit();
  };
  return (
    <Dialog title={name} description={texts.description} className="max-w-120!" onClose={props.onClose}>
      <form ref={form} noValidate onSubmit={submit} className="mt-5 grid gap-4">
        {variables.map((variable) => (
          <Field key={variable} label={variable}>
            {(control) => (
              <Textarea
                {...control}
                rows={1}
                dir="auto"
                autoComplete="off"
                className="max-h-32 resize-none"
                value={values.get(variable) ?? ''}
                onChange={({ target }) => setValues(new Map(values).set(variable, target.value))}
                onKeyDown={onKeyDown}
              />
            )}
          </Field>
        ))}
        <section aria-label={texts.preview} className="grid gap-1.5">
          <p className="font-medium text-sm" aria-hidden>
            {texts.preview}
          </p>
          <p
            dir="auto"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
            tabIndex={0}
            className="scroll-area max-h-40 whitespace-pre-wrap rounded-control bg-surface px-3 py-2 text-sm [overflow-wrap:anywhere]"
          >
            {filled}
          </p>
        </section>
        <FormButtons submit={texts.insert} onCancel={props.onClose} />
      </form>
    </Dialog>
  );
}
