import type { Step, StepKind } from '@noek/contract/chat/answers';
import { clsx } from 'clsx';
import { Bookmark, BookOpen, CircleAlert, FileText, type LucideIcon, Search } from 'lucide-react';
import { safeLink } from '../markdown/safe-link.ts';
import { Fold } from './fold.tsx';
import { stepTexts } from './texts.ts';

const icons: Record<StepKind, LucideIcon> = {
  search: Search,
  read: FileText,
  memory: Bookmark,
  knowledge: BookOpen,
  document: FileText,
};

/**
 * The steps of an answer, above its text: a list while they happen, then one line that unfolds. `working` is true until the first text of
 * a growing answer.
 */
export function Steps({ steps, working }: { steps: readonly Step[]; working: boolean }) {
  const [first] = steps;
  if (!first) return null;
  return (
    <>
      {working || steps.length === 1 ? (
        <div className="mb-2 max-w-prose text-sm text-text-muted">
          <StepList steps={steps} />
        </div>
      ) : (
        <Fold label={stepTexts.summary(first.text, steps.length - 1)}>
          <StepList steps={steps.slice(1)} />
        </Fold>
      )}
      {working && (
        <p className="sr-only" role="status">
          {stepTexts.spoken[(steps.at(-1) ?? first).kind]}
        </p>
      )}
    </>
  );
}

const StepList = ({ steps }: { steps: readonly Step[] }) => (
  <ul className="grid gap-1 py-0.5">
    {steps.map((step) => (
      <StepRow key={step.id} step={step} />
    ))}
  </ul>
);

function StepRow({ step: { kind, status, text, url } }: { step: Step }) {
  const page = safeLink(url);
  const failed = status === 'failed';
  const Icon = failed ? CircleAlert : icons[kind];
  return (
    <li className="flex items-start gap-2" aria-busy={status === 'running'}>
      <Icon className={clsx('icon mt-0.5 flex-none', status === 'running' && 'text-accent-ink')} aria-hidden />
      <span className={clsx('min-w-0 wrap-anywhere', status === 'running' && 'text-text')}>
        {page ? (
          <a href={page} target="_blank" rel="noreferrer nofollow" className="hover:underline">
            {text}
          </a>
        ) : (
          text
        )}
        {failed && <span className="sr-only"> ({stepTexts.failed})</span>}
      </span>
    </li>
  );
}
