import { chatTexts } from '../texts.ts';
import { startOfDay } from './use-today.ts';

/** A format that is made when it is first used: that takes longer than to use it, and a page needs few of them. */
function dateFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Pick<Intl.DateTimeFormat, 'format'> {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format(date) {
      made ??= new Intl.DateTimeFormat(locale, options);
      return made.format(date);
    },
  };
}

const rowDate = dateFormat('en-US', { month: 'short', day: 'numeric' });
const clock = dateFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const exact = dateFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });
const fullDay = dateFormat(undefined, { dateStyle: 'full' });
const dayOfYear = dateFormat(undefined, { month: 'short', day: 'numeric' });
const dayOfOtherYear = dateFormat(undefined, { month: 'short', day: 'numeric', year: 'numeric' });
const monthOfYear = dateFormat(undefined, { month: 'long' });
const monthOfOtherYear = dateFormat(undefined, { month: 'long', year: 'numeric' });

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

/** The full date without the time, for a tooltip. */
export function fullDayLabel(iso: string): string {
  const date = parse(iso);
  return date ? fullDay.format(date) : '';
}

/** The start of the day that is `days` before another one. Days are not all 24 hours long. */
function daysBefore(today: number, days: number): number {
  const date = new Date(today);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

const isInYearOf = (date: Date, today: number): boolean => date.getFullYear() === new Date(today).getFullYear();

/** "Today", "Yesterday", "Nov 12", "Nov 12, 2025": the day of a message, given the start of today; null if it is unknown. */
export function dayLabel(iso: string, today: number): string | null {
  const date = parse(iso);
  if (!date) return null;
  const day = startOfDay(date);
  // A clock here that is slow puts new messages in the future.
  if (day >= today) return chatTexts.message.today;
  if (day >= daysBefore(today, 1)) return chatTexts.message.yesterday;
  return (isInYearOf(date, today) ? dayOfYear : dayOfOtherYear).format(date);
}

/** The group of a conversation in a list, given the start of today: the day, a number of days, or the month. */
export function groupLabel(iso: string, today: number): string {
  const date = parse(iso);
  if (!date) return chatTexts.message.unknownDate;
  const day = startOfDay(date);
  if (day >= daysBefore(today, 1)) return day >= today ? chatTexts.message.today : chatTexts.message.yesterday;
  const days = [7, 30].find((count) => day >= daysBefore(today, count));
  if (days) return chatTexts.message.previousDays(days);
  return (isInYearOf(date, today) ? monthOfYear : monthOfOtherYear).format(date);
}
