import type { Step } from '@noek/contract/answers';
import { memoryStepTexts } from '@noek/contract/limits';
import { clsx } from 'clsx';
import { BookmarkCheck, CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { toast } from '../../../components/base/toast.ts';
import { memoriesUsedTexts as texts } from './texts.ts';
import { useKnownMemories } from './use-known-memories.ts';

/** What an answer did with memories: a line for each, in which it can be taken back. */
export function MemorySteps(props: { messageId: string; steps: readonly Step[]; growing: boolean }) {
  const shown = distinct(props.steps.filter(({ kind }) => kind === 'memory'));
  if (shown.length === 0) return null;
  return (
    <div role={props.growing ? 'status' : undefined}>
      <ul className="mb-3 grid gap-1.5">
        {shown.map((step) => (
          <MemoryLine key={step.id} messageId={props.messageId} step={step} />
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

function MemoryLine({ messageId, step }: { messageId: string; step: Step }) {
  const { memoryId, status, text } = step;
  const utils = trpc.useUtils();
  const [state, setState] = useState<'open' | 'undone' | 'over'>('open');
  const [outcome, setOutcome] = useState('');
  const wasRemoved = text === memoryStepTexts.removed;
  const told = memoryId === null ? null : { key: `${messageId} ${step.id}`, memoryId, isThere: !wasRemoved };
  const { known, isSure } = useKnownMemories(told ? [told] : []);
  const memory = memoryId === null ? undefined : known.get(memoryId);
  const isOpen = told !== null && status === 'done' && state === 'open' && isSure(told);
  const isSo = (memory !== undefined) === told?.isThere;
  const canUndo = isOpen && isSo;
  const isOver = isOpen && !isSo;
  const undo = trpc.memory.undo.useMutation({
    onSuccess(result) {
      setState('undone');
      setOutcome(result.memory ? texts.undone.removed : texts.undone.saved);
    },
    onError(error) {
      const isOver = errorCode(error) === 'NOT_FOUND';
      if (isOver) setState('over');
      toast({
        title: texts.undoFailed,
        description: isOver ? texts.nothingToUndo : errorText(error),
        variant: 'destructive',
      });
    },
    onSettled: () => utils.memory.list.invalidate(),
  });
  const said = useRef<HTMLSpanElement>(null);
  // The button that was pressed is gone: the focus stays in the line, and a screen reader reads what happened. Who is
  // elsewhere by then stays there.
  useEffect(() => {
    if (state !== 'open' && document.activeElement === document.body) said.current?.focus();
  }, [state]);
  const Icon = status === 'failed' ? CircleAlert : BookmarkCheck;
  return (
    <li className="flex min-h-(--size-control-sm) w-fit max-w-full items-center gap-2 rounded-card border border-border bg-surface px-3 text-sm">
      <Icon className="icon flex-none text-text-muted" aria-hidden />
      <span ref={said} tabIndex={-1} className={clsx('outline-none', memory ? 'flex-none' : 'min-w-0')}>
        {state === 'undone' ? outcome : text}
      </span>
      {memory && status === 'done' && (
        <span dir="auto" className="min-w-0 truncate text-text-muted">
          {memory.title}
        </span>
      )}
      {isOver && <span className="min-w-0 text-text-muted">{wasRemoved ? texts.back : texts.gone}</span>}
      {canUndo && (
        <TextButton
          className="flex-none"
          disabled={undo.isPending}
          onClick={() => undo.mutate({ memoryId: told.memoryId, messageId })}
        >
          {texts.undo}
        </TextButton>
      )}
    </li>
  );
}
