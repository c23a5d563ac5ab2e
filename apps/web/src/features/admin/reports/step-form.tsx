import { maxReasonLength } from '@noek/contract/admin/limits';
import type { Report } from '@noek/contract/reports/schemas';
import { isBlank } from '@noek/contract/text/characters';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { reportTexts } from './texts.ts';

export type ReportStep = 'takeDown' | 'allowSharing' | 'close';

/** Asks for the note or reason of a step. What was typed stays when the step is refused. */
export function StepForm(props: {
  step: ReportStep;
  report: Report;
  onCancel: () => void;
  onRefused: () => void;
  onDone: (after: Report, step: ReportStep) => void;
}) {
  const { step, report } = props;
  const texts = reportTexts.steps[step];
  const { client } = trpc.useUtils();
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const act = useMutation({
    mutationFn(reason: string) {
      const { id, version } = report;
      if (step === 'close') return client.moderation.close.mutate({ id, version, note: reason });
      return client.moderation[step].mutate({ id, reason });
    },
    onSuccess: (after) => props.onDone(after, step),
    onError: props.onRefused,
  });
  const isMissing = isBlank(text);
  return (
    <form
      className="mt-4 grid flex-none gap-3 border-border border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMissing && !act.isPending) act.mutate(text.trim());
      }}
    >
      <FormRefusal text={act.isError ? errorText(act.error) : undefined} />
      <Field label={texts.label} help={texts.help}>
        {(control) => (
          <Textarea
            {...control}
            ref={field}
            dir="auto"
            rows={2}
            maxLength={maxReasonLength}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="max-h-32 min-h-16 resize-none!"
          />
        )}
      </Field>
      <FormButtons
        submit={act.isPending ? reportTexts.steps.working : texts.confirm}
        disabled={isMissing || act.isPending}
        cancelDisabled={act.isPending}
        destructive={step === 'takeDown'}
        onCancel={props.onCancel}
      />
    </form>
  );
}
