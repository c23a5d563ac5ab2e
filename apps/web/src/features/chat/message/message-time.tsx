import { exactLabel, timeLabel } from './date-labels.ts';

/** The hour and minute of a message, with the full date and time as a tooltip. */
export function MessageTime({ at, className }: { at: string; className?: string }) {
  return (
    <time className={className} dateTime={at} title={exactLabel(at)}>
      {timeLabel(at)}
    </time>
  );
}
