import { exactLabel, timeLabel } from './date-labels.ts';

/** When something was said: hour and minute, the whole moment as a hint. */
export function MessageTime({ at, className }: { at: string; className?: string }) {
  return (
    <time className={className} dateTime={at} title={exactLabel(at)}>
      {timeLabel(at)}
    </time>
  );
}
