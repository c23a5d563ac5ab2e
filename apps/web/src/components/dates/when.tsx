import { tooltip } from '../base/tooltip.ts';

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** "3 hours ago", "yesterday"; "now" within a minute, also for a time that a slow clock here puts in the future. */
export function agoLabel(iso: string, now = Date.now()): string {
  const seconds = Math.max(0, (now - Date.parse(iso)) / 1000);
  const [unit, size] = units.find(([, unitSeconds]) => seconds >= unitSeconds) ?? ['second', 1];
  return relative.format(unit === 'second' ? 0 : -Math.floor(seconds / size), unit);
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** A day, with the exact time in a tooltip. */
export function OnDay({ at }: { at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} {...tooltip(exact.format(date))}>
      {day.format(date)}
    </time>
  );
}

/** A relative time, with the exact time in a tooltip. */
export function When({ at }: { at: string }) {
  return (
    <time dateTime={at} {...tooltip(exact.format(new Date(at)))}>
      {agoLabel(at)}
    </time>
  );
}
