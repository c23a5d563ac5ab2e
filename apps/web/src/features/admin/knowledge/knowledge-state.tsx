import type { KnowledgeStatus } from '@noek/contract/knowledge/schemas';
import { type ComponentProps, useRef } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { When } from '../../../components/dates/when.tsx';
import { knowledgeTexts } from './texts.ts';

type State = keyof typeof knowledgeTexts.states;

const tones: Record<State, ComponentProps<typeof Notice>['tone']> = {
  none: 'info',
  reading: 'info',
  current: 'success',
  empty: 'warning',
  failing: 'danger',
  stale: 'warning',
};

/** The state of the knowledge base. */
function stateOf({ configured, failure, revision }: KnowledgeStatus): State {
  if (!configured) return 'none';
  if (failure) return revision ? 'stale' : 'failing';
  if (!revision) return 'reading';
  return revision.size === 0 ? 'empty' : 'current';
}

/** Whether answers have the current text, and what to do if they do not. */
export function KnowledgeState({ status }: { status: KnowledgeStatus }) {
  const { failure, problem, notes, emptied } = status;
  const box = useRef<HTMLDivElement>(null);
  const state = stateOf(status);
  const { title, text } = knowledgeTexts.states[state];
  return (
    <div ref={box} tabIndex={-1} className="grid gap-5 outline-none">
      {(failure || !emptied) && (
        <Notice tone={tones[state] ?? 'info'} role="status">
          <p className="font-medium">{title}</p>
          <p>{text}</p>
          {failure && (
            <>
              <p className="mt-2">{failure.message}</p>
              <p className="mt-1">
                {knowledgeTexts.failedSince} <When at={failure.since} />.{' '}
                {knowledgeTexts.nextTry(secondsUntil(failure.nextTryAt))}
              </p>
            </>
          )}
        </Notice>
      )}
      {emptied && (
        <EmptiedSource
          emptied={emptied}
          source={status.source === 'folder' ? 'folder' : 'document'}
          // The pressed button goes away.
          onDecided={() => box.current?.focus()}
        />
      )}
      {problem && <Notice tone="warning">{problem}</Notice>}
      {notes.length > 0 && (
        <Notice tone="warning">
          <p className="font-medium">{knowledgeTexts.notes}</p>
          <ul className="mt-1 list-disc pl-4.5">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}

const secondsUntil = (iso: string): number => Math.max(0, Math.round((Date.parse(iso) - Date.now()) / 1_000));

const emptiedTexts = knowledgeTexts.emptied;

type Props = {
  emptied: NonNullable<KnowledgeStatus['emptied']>;
  source: 'document' | 'folder';
  /** Called when the state after a decision is shown. */
  onDecided: () => void;
};

/** A source that has become empty: asks whether answers keep the last text. */
function EmptiedSource({ emptied: { since, kept }, source, onDecided }: Props) {
  const utils = trpc.useUtils();
  const decide = trpc.knowledge.decideEmptied.useMutation({
    onSuccess(status) {
      utils.knowledge.status.setData(undefined, status);
      onDecided();
    },
    onError: () => void utils.knowledge.status.invalidate(),
  });
  const press = (use: 'last' | 'empty') => !decide.isPending && decide.mutate({ use });
  return (
    <Notice tone={kept ? 'info' : 'warning'}>
      <div role="status">
        <p className="font-medium">{emptiedTexts.title(source)}</p>
        <p>{kept ? emptiedTexts.kept(source) : emptiedTexts.asks(source)}</p>
        <p className="mt-1">
          {emptiedTexts.since} <When at={since} />.
        </p>
      </div>
      <div className="mt-3 flex flex-wrap gap-2.5">
        {!kept && (
          <Button size="sm" aria-disabled={decide.isPending} onClick={() => press('last')}>
            {emptiedTexts.keep}
          </Button>
        )}
        <Button variant="quiet" size="sm" aria-disabled={decide.isPending} onClick={() => press('empty')}>
          {emptiedTexts.use(source)}
        </Button>
      </div>
      {decide.error && (
        <p className="mt-2.5" role="alert">
          {emptiedTexts.failed} {errorText(decide.error)}
        </p>
      )}
    </Notice>
  );
}
