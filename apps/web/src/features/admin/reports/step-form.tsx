import type { Report } from '@noek/contract/reports/schemas';
import { useMutation } from '@tanstack/react-query';
import { trpc } from '../../../api/trpc.ts';
import { ReasonForm } from '../reason-form.tsx';
import { reportTexts } from './texts.ts';

export type ReportStep = 'takeDown' | 'allowSharing' | 'close';

/** Asks for the note or reason of a step. */
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
  const act = useMutation({
    mutationFn(reason: string) {
      const { id, version } = report;
      if (step === 'close') return client.moderation.close.mutate({ id, version, note: reason });
      return client.moderation[step].mutate({ id, reason });
    },
    onSuccess: (after) => props.onDone(after, step),
    onError: props.onRefused,
  });
  return (
    <ReasonForm
      className="mt-4 flex-none gap-3 border-border border-t pt-4"
      label={texts.label}
      help={texts.help}
      submit={texts.confirm}
      submitting={reportTexts.steps.working}
      destructive={step === 'takeDown'}
      isLong
      onSend={act.mutateAsync}
      onCancel={props.onCancel}
    />
  );
}
