import { chatTexts } from '../texts.ts';

const rowDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

function parse(iso: string | null | undefined): Date | null {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "Jun 28": when a conversation last changed; "Recently" if that is unknown. */
export function updatedLabel(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? rowDate.format(date) : chatTexts.message.unknownDate;
}

/** The hour and minute of a message, in the format of the reader's system. */
export function timeLabel(iso: string): string {
  const date = parse(iso);
  return date ? clock.format(date) : '';
}

/** The full date and time, for a tooltip. */
export function exactLabel(iso: string): string {
  const date = parse(iso);
  return date ? exact.format(date) : '';
}

/** When something happens again: the time, with the day if it is not today. */
export function resetLabel(iso: string | null, now = new Date()): string | null {
  const date = parse(iso);
  if (!date) return null;
  const sameDay = date.toDateString() === now.toDateString();
  return sameDay ? clock.format(date) : chatTexts.message.timeOnDay(clock.format(date), rowDate.format(date));
}
