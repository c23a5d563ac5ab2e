import { reportReasons } from '@noek/contract/reports/reasons';
import type { OpenedReport, Report } from '@noek/contract/reports/schemas';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toasts/toast.ts';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { DialogButtons } from '../../../components/dialogs/dialog-buttons.tsx';
import { FormRefusal } from '../../../components/forms/form-refusal.tsx';
import { LoadingList } from '../../../components/states/loading-list.tsx';
import { Unreadable } from '../../../components/states/unreadable.tsx';
import { adminHeadings } from '../admin-links.ts';
import { DocumentText } from '../messages/message-documents.tsx';
import { MessageList } from '../messages/message-list.tsx';
import { ReportFacts } from './report-facts.tsx';
import { type ReportStep, StepForm } from './step-form.tsx';
import { reportTexts } from './texts.ts';

const texts = reportTexts.dialog;
/** How many messages of a shared conversation are shown at first, and how many more each time. */
const atOnce = 40;

/**
 * A report, what it is about, and what can be done. `opened` is null until it is read. `listed`: the report as the list has it now. Its
 * author may have changed it.
 */
export function ReportDialog(props: {
  opened: OpenedReport | null;
  listed: Report | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}) {
  const { opened, onClose } = props;
  const utils = trpc.useUtils();
  const [changed, setChanged] = useState<Report | null>(null);
  const [step, setStep] = useState<ReportStep | null>(null);
  const report = newest([opened?.report, props.listed, changed]);
  const refresh = () => void utils.moderation.reports.invalidate();
  const reopen = useMutation({
    mutationFn: ({ id, version }: Report) => utils.client.moderation.reopen.mutate({ id, version }),
    onSuccess() {
      toast({ title: reportTexts.reopened });
      onClose();
    },
    onSettled: refresh,
  });
  const done = (after: Report, finished: ReportStep) => {
    toast({ title: reportTexts.steps[finished].done });
    refresh();
    if (finished === 'close') return onClose();
    setChanged(after);
    setStep(null);
  };
  return (
    <Dialog
      title={report ? texts.title(reportReasons[report.reason]) : adminHeadings.reports}
      description={opened ? texts.noted : undefined}
      className="flex max-h-[calc(100dvh-2.5rem)] max-w-160! flex-col"
      onClose={onClose}
    >
      {report && (
        <div className="mt-4 grid flex-none gap-1.5 text-[0.875rem]">
          <ReportFacts report={report} className="max-h-32 overflow-y-auto" />
        </div>
      )}
      {opened && <Reported opened={opened} />}
      {!opened && !props.error && (
        <div className="mt-4">
          <LoadingList label={texts.loading} />
        </div>
      )}
      {!opened && Boolean(props.error) && (
        <div className="mt-5">
          <Unreadable text={errorText(props.error)} onRetry={props.onRetry} />
        </div>
      )}
      {report && step && (
        <StepForm
          key={step}
          step={step}
          report={report}
          onCancel={() => setStep(null)}
          onRefused={refresh}
          onDone={done}
        />
      )}
      {!step && (
        <div className="mt-4 grid flex-none gap-3">
          <FormRefusal text={reopen.isError ? errorText(reopen.error) : undefined} />
          <DialogButtons>
            <Button variant="quiet" onClick={onClose}>
              {texts.done}
            </Button>
            {opened && report && (
              <>
                {report.link === 'taken-down' && (
                  <Button variant="quiet" onClick={() => setStep('allowSharing')}>
                    {reportTexts.steps.allowSharing.open}
                  </Button>
                )}
                {report.link !== null && report.link !== 'taken-down' && (
                  <Button variant="danger-quiet" onClick={() => setStep('takeDown')}>
                    {reportTexts.steps.takeDown.open}
                  </Button>
                )}
                {report.closed ? (
                  <Button variant="quiet" disabled={reopen.isPending} onClick={() => reopen.mutate(report)}>
                    {reportTexts.reopen}
                  </Button>
                ) : (
                  <Button onClick={() => setStep('close')}>{reportTexts.steps.close.open}</Button>
                )}
              </>
            )}
          </DialogButtons>
        </div>
      )}
    </Dialog>
  );
}

/** Of the reports with the newest version, the last one: taking a link down does not change the version. */
const newest = (reports: readonly (Report | null | undefined)[]): Report | null =>
  reports.reduce<Report | null>((last, one) => (one && one.version >= (last?.version ?? 0) ? one : last), null);

function Reported({ opened }: { opened: OpenedReport }) {
  const { report, title, messages, messageId, document } = opened;
  const { client } = trpc.useUtils();
  const [shown, setShown] = useState(atOnce);
  if (title === null) return <p className="py-8 text-center text-text-muted">{texts.nothing[report.kind]}</p>;
  return (
    <section
      aria-label={texts.region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area -mx-2 mt-4 min-h-24 flex-1 rounded-control border-border border-t px-2 pt-4"
    >
      <h3 dir="auto" className="mb-4 break-words text-base">
        {title}
      </h3>
      {document && <DocumentText title={document.title} content={document.content} />}
      <MessageList
        messages={messages.slice(0, shown)}
        marked={{ id: messageId, label: texts.reported }}
        addressOf={(fileId) => `/api/admin/reports/${report.id}/files/${encodeURIComponent(fileId)}/content`}
        readDocument={(documentId, version) =>
          client.moderation.documentContent.query({ id: report.id, documentId, version })
        }
      />
      {messages.length > shown && (
        <Button className="mt-4" variant="quiet" size="sm" onClick={() => setShown(shown + atOnce)}>
          {texts.moreMessages(Math.min(atOnce, messages.length - shown))}
        </Button>
      )}
    </section>
  );
}
