import type { Import } from '@noek/contract/archive/imports';
import { Notice } from '../../../../components/base/notice.tsx';
import { When } from '../../../../components/dates/when.tsx';
import { Item } from '../../item.tsx';
import { JobProgress } from '../../job-progress.tsx';
import { ProblemList } from '../problem-list.tsx';
import { importTexts, reportText } from '../texts.ts';
import { CancelImport } from './cancel-import.tsx';
import { canUndo, UndoImport } from './undo-import.tsx';
import { isUnderWay } from './use-imports.ts';

const texts = importTexts.imports;

/** An import: how far it is, or its report. `before`: how many come before it. */
export function ImportItem({ given, before }: { given: Import; before: number }) {
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
