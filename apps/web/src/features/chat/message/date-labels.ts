import { chatTexts } from '../texts.ts';

const rowDate = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const clock = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

function parse(iso: string | null | undefined): Date | null {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "Jun 28": when a conversation changed last; "Recently" when nobody knows. */
export function updatedLabel(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? rowDate.format(date) : chatTexts.message.unknownDate;
}

/** Hour and minute of a message, as the reader's system writes them. */
export function timeLabel(iso: string): string {
  const date = parse(iso);
  return date ? clock.format(date) : '';
}

/** The whole moment, for a hint. */
export function exactLabel(iso: string): string {
  const date = parse(iso);
  return date ? exact.format(date) : '';
}

/** When something happens again: a clock time today, with the day on another one. */
export function resetLabel(iso: string | null, now = new Date()): string | null {
  const date = parse(iso);
  if (!date) return null;
  const sameDay = date.toDateString() === now.toDateString();
  return sameDay ? clock.format(date) : chatTexts.message.timeOnDay(clock.format(date), rowDate.format(date));
}
