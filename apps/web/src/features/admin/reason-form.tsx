import { maxReasonLength } from '@noek/contract/reports/limits';
import { isBlank } from '@noek/contract/text/characters';
import { clsx } from 'clsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { errorText } from '../../api/base/error-text.ts';
import { FormButtons } from '../../components/dialogs/dialog-buttons.tsx';
import { Textarea } from '../../components/fields/textarea.tsx';
import { Field, type FieldControl } from '../../components/forms/field.tsx';
import { FormRefusal } from '../../components/forms/form-refusal.tsx';
import { Input } from '../../components/forms/input.tsx';
import { useSubmit } from '../../components/forms/use-submit.ts';

/**
 * Asks an administrator for the reason of a step, for the audit log, and sends it. What was typed stays when the step is refused.
 * `children` are shown above the reason, `status` below it.
 */
export function ReasonForm(props: {
  label: string;
  help?: string;
  submit: string;
  /** The text of the button while the step runs. */
  submitting: string;
  destructive?: boolean;
  /** The form can be sent without a reason, or `onSend` says that it is missing. */
  isOptional?: boolean;
  /** The reason has several lines, the focus from the beginning, and no way out while the step runs. */
  isLong?: boolean;
  className?: string;
  children?: ReactNode;
  status?: ReactNode;
  onSend: (reason: string) => Promise<unknown>;
  failed?: (error: unknown) => string;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState('');
  const isMissing = !props.isOptional && isBlank(reason);
  const { onSubmit, problem, isSending } = useSubmit({
    send: async () => !isMissing && props.onSend(reason.trim()),
    failed: props.failed ?? errorText,
  });
  return (
    <form className={clsx('grid', props.className ?? 'mt-5 gap-4')} onSubmit={onSubmit}>
      <FormRefusal text={problem} />
      {props.children}
      <Field label={props.label} help={props.help}>
        {(control) =>
          props.isLong ? (
            <LongReason control={control} value={reason} onChange={setReason} />
          ) : (
            <Input
              {...control}
              autoComplete="off"
              dir="auto"
              maxLength={maxReasonLength}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
            />
          )
        }
      </Field>
      {props.status}
      <FormButtons
        submit={isSending ? props.submitting : props.submit}
        disabled={isMissing || isSending}
        cancelDisabled={props.isLong === true && isSending}
        destructive={props.destructive === true}
        onCancel={props.onCancel}
      />
    </form>
  );
}

function LongReason(props: { control: FieldControl; value: string; onChange: (reason: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <Textarea
      {...props.control}
      ref={field}
      dir="auto"
      rows={2}
      maxLength={maxReasonLength}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      className="max-h-32 min-h-16 resize-none!"
    />
  );
}
