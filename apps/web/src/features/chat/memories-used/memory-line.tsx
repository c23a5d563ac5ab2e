import type { Step } from '@noek/contract/chat/answers';
import { memoryStepTexts } from '@noek/contract/memory/texts';
import { clsx } from 'clsx';
import { BookmarkCheck, CircleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { errorCode, errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { TextButton } from '../../../components/base/button.tsx';
import { useProject } from '../session/use-projects.ts';
import { memoriesUsedTexts as texts } from './texts.ts';
import { type Told, useKnownMemories } from './use-known-memories.ts';

/** What an answer did with one memory, with Undo. `title`: of a memory that no longer exists. */
export function MemoryLine(props: {
  messageId: string;
  told: Told | null;
  status: Step['status'];
  text: string;
  title?: string;
}) {
  const { messageId, told, status, text, title } = props;
  const utils = trpc.useUtils();
  const [state, setState] = useState<'open' | 'undone' | 'over'>('open');
  const [outcome, setOutcome] = useState('');
  const { known, isSure } = useKnownMemories(told ? [told] : []);
  const memory = told ? known.get(told.memoryId) : undefined;
  const project = useProject(memory?.projectId ?? null);
  const named = memory?.title ?? title;
  const isOpen = told !== null && status === 'done' && state === 'open' && isSure(told);
  const isSo = (memory !== undefined) === told?.isThere;
  const isOver = isOpen && !isSo;
  const undo = trpc.memory.undo.useMutation({
    onSuccess(result) {
      setState('undone');
      setOutcome(result.memory ? texts.undone.removed : texts.undone.saved);
    },
    meta: {
      failed: (error) => ({
        title: texts.undoFailed,
        description: errorCode(error) === 'NOT_FOUND' ? texts.nothingToUndo : errorText(error),
      }),
    },
    onError(error) {
      if (errorCode(error) === 'NOT_FOUND') setState('over');
    },
    onSettled: () => utils.memory.list.invalidate(),
  });
  const said = useRef<HTMLSpanElement>(null);
  // The button that was pressed is gone: the focus stays in the line, and a screen reader reads what happened. If the focus is elsewhere
  // by then, it stays there.
  useEffect(() => {
    if (state !== 'open' && document.activeElement === document.body) said.current?.focus();
  }, [state]);
  const Icon = status === 'failed' ? CircleAlert : BookmarkCheck;
  return (
    <li className="flex min-h-(--size-control-sm) w-fit max-w-full items-center gap-2 rounded-card border border-border bg-surface px-3 text-sm">
      <Icon className="icon flex-none text-text-muted" aria-hidden />
      <span ref={said} tabIndex={-1} className={clsx('outline-none', named ? 'flex-none' : 'min-w-0')}>
        {state === 'undone'
          ? outcome
          : project && text === memoryStepTexts.saved
            ? texts.rememberedIn(project.name)
            : text}
      </span>
      {named && status === 'done' && (
        <span dir="auto" className="min-w-0 truncate text-text-muted">
          {named}
        </span>
      )}
      {isOver && (
        <span className={clsx('text-text-muted', named ? 'flex-none' : 'min-w-0')}>
          {told.isThere ? texts.gone : texts.back}
        </span>
      )}
      {isOpen && isSo && (
        <TextButton
          className="flex-none"
          aria-label={title === undefined ? undefined : texts.undoOf(title)}
          disabled={undo.isPending}
          onClick={() => undo.mutate({ memoryId: told.memoryId, messageId })}
        >
          {texts.undo}
        </TextButton>
      )}
    </li>
  );
}
