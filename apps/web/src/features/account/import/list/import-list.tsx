import type { Import } from '@noek/contract/archive/imports';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../../../api/base/error-text.ts';
import { reasonOr } from '../../../../api/failed.ts';
import { trpc } from '../../../../api/trpc.ts';
import { Button, TextButton } from '../../../../components/base/button.tsx';
import { Notice } from '../../../../components/base/notice.tsx';
import { toast } from '../../../../components/base/toasts/toast.ts';
import { When } from '../../../../components/dates/when.tsx';
import { ConfirmButton } from '../../../../components/dialogs/confirm-button.tsx';
import { OutOfDate } from '../../../../components/states/out-of-date.tsx';
import { Unreadable } from '../../../../components/states/unreadable.tsx';
import { Item, Items } from '../../item.tsx';
import { JobProgress } from '../../job-progress.tsx';
import { LoadingItems } from '../../section-states.tsx';
import { ProblemList } from '../problem-list.tsx';
import { addedText, importTexts, reportText } from '../texts.ts';
import { isUnderWay, useChangedLists, type useImports } from './use-imports.ts';

const texts = importTexts.imports;
const headingId = 'imports-heading';
/** How many are shown at first, besides those that wait or run. */
const shownAtFirst = 5;

/** The imports of the person with their reports, the newest first. */
export function ImportList({ query }: { query: ReturnType<typeof useImports> }) {
  const [isWhole, setWhole] = useState(false);
  if (query.isPending) return <LoadingItems label={texts.loading} lines={1} />;
  if (!query.data)
    return <Unreadable text={errorText(query.error, texts.failed)} onRetry={() => void query.refetch()} />;
  const { imports } = query.data;
  if (imports.length === 0) return null;
  const shown = isWhole ? imports : imports.filter((one, at) => at < shownAtFirst || isUnderWay(one));
  return (
    <section aria-labelledby={headingId} className="grid gap-3">
      <h3 id={headingId} className="text-[0.9375rem]">
        {texts.heading}
      </h3>
      {query.isError && <OutOfDate text={errorText(query.error, texts.failed)} />}
      <Items>
        {shown.map((one) => (
          <ImportItem key={one.id} given={one} before={waitingBefore(imports, one)} />
        ))}
      </Items>
      {shown.length < imports.length && (
        <TextButton className="w-fit" onClick={() => setWhole(true)}>
          {texts.showAll(imports.length)}
        </TextButton>
      )}
    </section>
  );
}

/** How many imports come before this one. The list begins with the newest. */
const waitingBefore = (imports: readonly Import[], one: Import) =>
  imports.slice(imports.indexOf(one) + 1).filter(isUnderWay).length;

/** An import: how far it is, or its report. `before`: how many come before it. */
function ImportItem({ given, before }: { given: Import; before: number }) {
  const { source, createdAt, state, message, problems, undone } = given;
  const underWay = isUnderWay(given);
  return (
    <div className="grid gap-2">
      <Item
        wraps
        title={texts.from(source)}
        control={underWay ? <CancelImport id={given.id} /> : canUndo(given) && <UndoImport given={given} />}
      >
        <When at={createdAt} />
        {(state === 'done' || canUndo(given)) && <p className="mt-1 text-text">{reportText(given)}</p>}
        {undone && <p className="mt-1 text-text">{texts.undone(undone)}</p>}
      </Item>
      {underWay && (
        <div role="status">
          <JobProgress {...progressOf(given, before)} label={importTexts.progress} />
          <p className="mt-2 text-sm text-text-muted">{texts.canLeave}</p>
        </div>
      )}
      {state === 'failed' && message && <Notice tone="warning">{message}</Notice>}
      <ProblemList problems={problems} count={problems.length} />
    </div>
  );
}

function progressOf({ state, progress, found, conversations }: Import, before: number) {
  if (state === 'waiting') return { text: texts.waiting(before), percent: null };
  if (found === null) return { text: texts.checking(progress), percent: progress };
  const { added, updated, unchanged } = conversations;
  const done = Math.min(found, added + updated + unchanged);
  return { text: texts.running(done, found), percent: found === 0 ? 100 : Math.floor((done / found) * 100) };
}

/** Cancels an import that waits or runs. */
function CancelImport({ id }: { id: string }) {
  const utils = trpc.useUtils();
  const cancel = trpc.archive.cancelImport.useMutation({
    onSettled: () => utils.archive.imports.invalidate(),
    meta: { failed: reasonOr(texts.cancelFailed) },
  });
  return (
    <Button size="sm" variant="quiet" disabled={cancel.isPending} onClick={() => cancel.mutate({ id })}>
      {cancel.isPending ? texts.cancelling : texts.cancel}
    </Button>
  );
}

/** Whether an import has added anything that can be removed. */
const canUndo = (given: Import): boolean => !isUnderWay(given) && given.undone === null && addedText(given) !== '';

/** Removes what an import has added, after a question. */
function UndoImport({ given }: { given: Import }) {
  const utils = trpc.useUtils();
  const readAgain = useChangedLists();
  const undo = trpc.archive.undoImport.useMutation({
    onSuccess() {
      toast({ title: texts.undoneToast });
      readAgain();
    },
    meta: { failed: reasonOr(texts.undoFailed) },
    onSettled: () => utils.archive.imports.invalidate(),
  });
  return (
    <ConfirmButton
      size="sm"
      variant="quiet"
      disabled={undo.isPending}
      question={{ ...texts.question, question: texts.question.question(addedText(given)) }}
      destructive
      onConfirm={() => undo.mutate({ id: given.id })}
    >
      <Undo2 className="icon" aria-hidden />
      {undo.isPending ? texts.undoing : texts.undo}
    </ConfirmButton>
  );
}
