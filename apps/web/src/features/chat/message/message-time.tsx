import { clsx } from 'clsx';
import { tooltip } from '../../../components/base/tooltip.ts';
import { exactLabel, timeLabel } from '../../../components/dates/date-labels.ts';

/** The hour and minute of a message, with the full date and time in a tooltip. */
export function MessageTime({ at, className }: { at: string; className?: string }) {
  return (
    <time className={clsx('select-none', className)} dateTime={at} {...tooltip(exactLabel(at))}>
      {timeLabel(at)}
    </time>
  );
}
