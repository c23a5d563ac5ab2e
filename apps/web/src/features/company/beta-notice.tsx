import { clsx } from 'clsx';
import { Notice } from '../../components/base/notice.tsx';
import { companyTexts } from './texts.ts';

/** The warning that Noek is in beta. */
export const BetaNotice = ({ className }: { className?: string }) => (
  <Notice tone="warning" className={clsx('w-fit max-w-160 text-left', className)}>
    <b className="font-semibold">{companyTexts.betaWarning.title}</b> {companyTexts.betaWarning.text}
  </Notice>
);
