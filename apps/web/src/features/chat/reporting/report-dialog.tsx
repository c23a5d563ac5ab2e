import { maxReportLength } from '@noek/contract/reports/limits';
import { type ReportReason, reportReasons } from '@noek/contract/reports/reasons';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons, FormButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { Textarea } from '../../../components/fields/textarea.tsx';
import { Field } from '../../../components/forms/field.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { useSubmit } from '../../../components/forms/use-submit.ts';
import type { ReportedThing } from './reported-thing.ts';
import { reportingTexts as texts } from './texts.ts';

/** Asks what is wrong with an answer or something that is shared, and sends it to the administrators. */
export default function ReportDialog({ about, onClose }: { about: ReportedThing; onClose: () => void }) {
  const { client } = trpc.useUtils();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn(report: { reason: ReportReason; text: string }) {
      if (about.kind === 'answer') return client.reports.answer.mutate({ ...report, messageId: about.messageId });
      if (about.kind === 'document') return client.reports.document.mutate({ ...report, token: about.token });
      return client.reports.share.mutate({ ...report, conversationId: about.conversationId });
    },
  });
  const { onSubmit, problem } = useSubmit({
    send: async () => reason && send.mutateAsync({ reason, text: text.trim() }),
    failed: (error) => errorText(error, texts.failed),
  });
  const { data: reported } = send;
  return (
    <Dialog
      title={!reported ? texts[about.kind].title : reported.isNew ? texts.sent : texts.changed}
      description={reported ? <p role="status">{reported.message}</p> : texts[about.kind].lead}
      busy={send.isPending}
      onClose={onClose}
    >
      {reported ? (
        <Close onClose={onClose} />
      ) : (
        <form className="mt-5 grid gap-4" onSubmit={onSubmit}>
          <FormRefusal text={problem} />
          <Reasons reason={reason} onReason={setReason} />
          <Field label={texts.text}>
            {(control) => (
              <Textarea
                {...control}
                dir="auto"
                rows={3}
                maxLength={maxReportLength}
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="max-h-48 min-h-20 resize-none!"
              />
            )}
          </Field>
          <FormButtons
            submit={send.isPending ? texts.sending : texts.send}
            disabled={reason === null || send.isPending}
            cancelDisabled={send.isPending}
            onCancel={onClose}
          />
        </form>
      )}
    </Dialog>
  );
}

function Reasons(props: { reason: ReportReason | null; onReason: (reason: ReportReason) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-medium text-sm">{texts.reason}</legend>
      {(Object.keys(reportReasons) as ReportReason[]).map((one) => (
        <label key={one} className="flex min-h-10 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="reason"
            required
            value={one}
            checked={one === props.reason}
            onChange={() => props.onReason(one)}
            className="size-4.5 flex-none cursor-pointer accent-accent"
          />
          {reportReasons[one]}
        </label>
      ))}
    </fieldset>
  );
}

/** Takes the focus, because the form with the focused button is gone. */
function Close({ onClose }: { onClose: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return (
    <DialogButtons className="mt-6">
      <Button ref={button} onClick={onClose}>
        {texts.close}
      </Button>
    </DialogButtons>
  );
}
