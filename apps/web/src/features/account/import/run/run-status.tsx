import type { TextSpace } from '@noek/contract/archive/schemas';
import { useEffect } from 'react';
import { trpc } from '../../../../api/trpc.ts';
import { Button } from '../../../../components/base/button.tsx';
import { Notice } from '../../../../components/base/notice.tsx';
import { JobProgress } from '../../job-progress.tsx';
import { ChoiceDialog } from '../choice/choice-dialog.tsx';
import { ProblemList } from '../problem-list.tsx';
import { importTexts as texts } from '../texts.ts';
import { WhereToExport } from '../where-to-export.tsx';
import { endRun, hasSomething, type ImportRun, sendChosen, setChoice, setChoosing, stopSending } from './import-run.ts';

/** How far an import is that the server does not have yet, and what can be done about it. */
export function RunStatus({ run, space }: { run: ImportRun; space: TextSpace | null }) {
  useWarningBeforeLeaving(run.step === 'reading' || run.step === 'writing' || run.step === 'uploading');
  return (
    <div className="grid gap-3 empty:absolute" role="status">
      {run.step === 'refused' && <Refused problem={run.problem} />}
      {run.step === 'reading' && <Working text={texts.reading(run.percent)} percent={run.percent} onCancel={endRun} />}
      {run.step === 'writing' && (
        <Working text={texts.writing(run.percent)} percent={run.percent} onCancel={stopSending} />
      )}
      {run.step === 'uploading' && (
        <Working text={texts.uploading(run.percent)} percent={run.percent} onCancel={stopSending} />
      )}
      {run.step === 'read' && <WasRead run={run} space={space} />}
    </div>
  );
}

/** The browser asks before it leaves a page with work that would be lost. */
function useWarningBeforeLeaving(isWorking: boolean): void {
  useEffect(() => {
    if (!isWorking) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isWorking]);
}

function Refused({ problem }: { problem: string }) {
  if (problem !== 'not-recognized') return <Notice tone="danger">{problem}</Notice>;
  return (
    <Notice tone="danger">
      <p className="font-medium">{texts.notRecognized.title}</p>
      <p>{texts.notRecognized.text}</p>
      <WhereToExport />
    </Notice>
  );
}

function Working({ text, percent, onCancel }: { text: string; percent: number | null; onCancel: () => void }) {
  return (
    <div className="grid gap-3">
      <JobProgress text={text} label={texts.progress} percent={percent} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm text-text-muted">{texts.stayHere}</p>
        <Button size="sm" variant="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

function WasRead({ run, space }: { run: ImportRun & { step: 'read' }; space: TextSpace | null }) {
  const utils = trpc.useUtils();
  const { listing, choice, problem, isChoosing } = run;
  const canChoose = hasSomething(listing);
  const { sources, conversations } = listing;
  return (
    <>
      {problem !== null && <Notice tone="danger">{problem}</Notice>}
      <Notice tone={conversations.length > 0 ? 'info' : 'warning'}>
        <p className="font-medium">
          {conversations.length > 0 ? texts.found(sources, conversations.length) : texts.foundNone(sources)}
        </p>
        <p>{texts.leftOut(listing)}</p>
        {conversations.length === 0 && <p>{texts.taken}</p>}
        <ProblemList problems={listing.problems} count={listing.problemCount} />
        <div className="mt-3 flex flex-wrap gap-2">
          {canChoose && (
            <Button size="sm" onClick={() => setChoosing(true)}>
              {texts.chooseConversations}
            </Button>
          )}
          <Button size="sm" variant="quiet" onClick={endRun}>
            {texts.discard}
          </Button>
        </div>
      </Notice>
      {isChoosing && (
        <ChoiceDialog
          listing={listing}
          choice={choice}
          space={space}
          onChange={setChoice}
          onClose={() => setChoosing(false)}
          onImport={() =>
            sendChosen(() => {
              void utils.archive.imports.invalidate();
            })
          }
        />
      )}
    </>
  );
}
