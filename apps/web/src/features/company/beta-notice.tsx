import { clsx } from 'clsx';
import { TriangleAlert } from 'lucide-react';
import { companyTexts } from './texts.ts';

/** The warning that Noek is in beta: a quiet line, because nothing has happened that needs attention. */
export const BetaNotice = ({ className }: { className?: string }) => (
  <p className={clsx('flex max-w-160 gap-2 text-left text-[0.875rem] text-text-muted leading-5.5', className)}>
    <TriangleAlert className="icon mt-0.75 flex-none" aria-hidden />
    <span>
      <b className="font-medium text-text">{companyTexts.betaWarning.title}</b> {companyTexts.betaWarning.text}
    </span>
  </p>
);
