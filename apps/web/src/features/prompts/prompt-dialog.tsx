import { zodResolver } from '@hookform/resolvers/zod';
import { maxPromptLength, maxPromptNameLength } from '@noek/contract/prompts/limits';
import { type PromptFields, promptFieldsSchema } from '@noek/contract/prompts/schemas';
import { characterCount } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { useForm, useWatch } from 'react-hook-form';
import { errorText, isUnauthorized } from '../../api/base/error-text.ts';
import { Notice } from '../../components/base/notice.tsx';
import { Dialog } from '../../components/dialogs/dialog.tsx';
import { FormButtons } from '../../components/dialogs/dialog-buttons.tsx';
import { Textarea } from '../../components/fields/textarea.tsx';
import { FormField } from '../../components/forms/form-field.tsx';
import { Input } from '../../components/forms/input.tsx';
import { useTypedValues } from '../../components/forms/use-typed-values.ts';
import { promptTexts } from './texts.ts';

const texts = promptTexts.dialog;

/** "12 / 80", in the danger colour above the limit. */
function Counter({ text, limit }: { text: string; limit: number }) {
  const length = characterCount(text);
  return (
    <span className={clsx('text-xs tabular-nums', length > limit ? 'text-danger-ink' : 'text-text-muted')}>
      {texts.length(length, limit)}
    </span>
  );
}

/** Adds or edits a prompt. The caller keeps the typed values, which survive a failed save. */
export function PromptDialog(props: {
  title: string;
  /** The name of the button that saves. */
  submit: string;
  fields: PromptFields;
  onTyped: (fields: PromptFields) => void;
  saving: boolean;
  refusal: unknown;
  onSave: (fields: PromptFields) => void;
  /** `discard`: closed with Cancel. Otherwise the caller keeps the typed values. */
  onClose: (discard: boolean) => void;
}) {
  const { saving, refusal } = props;
  const form = useForm({ resolver: zodResolver(promptFieldsSchema), defaultValues: props.fields });
  const [name, text] = useWatch({ control: form.control, name: ['name', 'text'] });
  useTypedValues(form, props.onTyped);
  const submit = form.handleSubmit((fields) => {
    if (!saving) props.onSave(fields);
  });
  return (
    <Dialog title={props.title} busy={saving} className="max-w-140!" onClose={() => props.onClose(false)}>
      <form noValidate onSubmit={submit} className="mt-5 grid gap-4">
        <FormField
          form={form}
          name="name"
          label={texts.name}
          aside={<Counter text={name} limit={maxPromptNameLength} />}
        >
          {(control) => <Input {...control} dir="auto" autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="text"
          label={texts.text}
          help={texts.textHelp}
          aside={<Counter text={text} limit={maxPromptLength} />}
        >
          {(control) => <Textarea {...control} dir="auto" className="max-h-[40dvh] min-h-40" />}
        </FormField>
        {refusal !== null && (
          <Notice tone="danger" role="alert">
            {isUnauthorized(refusal) ? promptTexts.signedOutInline : errorText(refusal)}
          </Notice>
        )}
        <FormButtons
          submit={saving ? texts.saving : props.submit}
          isSaving={saving}
          onCancel={() => props.onClose(true)}
        />
      </form>
    </Dialog>
  );
}
