import { Notice } from '../base/notice.tsx';
import { componentTexts } from '../base/texts.ts';

/** Shown above data that could not be read again: why, and that it may be out of date. */
export const OutOfDate = ({ text, className }: { text: string; className?: string }) => (
  <Notice tone="warning" role="status" className={className}>
    {text} {componentTexts.outOfDate}
  </Notice>
);
