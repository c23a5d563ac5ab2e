import type { Step } from '@noek/contract/chat/answers';
import { memoryStepTexts } from '@noek/contract/memory/texts';
import { Suspense } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { MemoryLine } from './memory-line.tsx';

const ForgetCard = codePart(() => import('./forget-card.tsx')).lazy();
const KeepCard = codePart(() => import('./keep-card.tsx')).lazy();

/** What an answer did with memories: one line per memory, with Undo. */
export function MemorySteps(props: { messageId: string; steps: readonly Step[]; growing: boolean }) {
  const { messageId, growing } = props;
  const shown = distinct(
    props.steps.filter(({ kind, forget, keep }) => kind === 'memory' && !forget && keep?.state !== 'open'),
  );
  if (shown.length === 0) return null;
  return (
    <div role={growing ? 'status' : undefined}>
      <ul className="mb-3 grid gap-1.5">
        {shown.map(({ id, status, text, memoryId }) => (
          <MemoryLine
            key={id}
            messageId={messageId}
            told={
              memoryId === null
                ? null
                : { key: `${messageId} ${id}`, memoryId, isThere: text !== memoryStepTexts.removed }
            }
            status={status}
            text={text}
          />
        ))}
      </ul>
    </div>
  );
}

/** A person's request and the model's call may fail for the same reason. */
const distinct = (steps: readonly Step[]): Step[] =>
  steps.filter(
    (step, at) =>
      step.memoryId !== null || steps.findIndex(({ text, memoryId }) => text === step.text && !memoryId) === at,
  );

/** The questions of an answer about memories, below its text. They cannot be decided while the answer grows. */
export function MemoryQuestions(props: { messageId: string; steps: readonly Step[]; growing: boolean }) {
  const { messageId, growing } = props;
  const toForget = props.steps.flatMap(({ id, forget }) => (forget ? { id, forget } : []));
  const toKeep = props.steps.flatMap(({ id, keep }) => (keep ? { id, keep } : []));
  if (toForget.length + toKeep.length === 0) return null;
  return (
    <Suspense>
      {toForget.map(({ id, forget }) => (
        <ForgetCard key={id} messageId={messageId} stepId={id} proposal={forget} growing={growing} />
      ))}
      {toKeep.map(({ id, keep }) => (
        <KeepCard key={id} messageId={messageId} stepId={id} proposal={keep} growing={growing} />
      ))}
    </Suspense>
  );
}
