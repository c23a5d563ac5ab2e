import { componentTexts } from '../../../components/base/texts.ts';
import { dateFormat, parseDate } from '../../../components/dates/date-labels.ts';
import { messageTexts } from './texts.ts';
import { startOfDay } from './use-today.ts';

const fullDay = dateFormat(undefined, { dateStyle: 'full' });
const dayOfYear = dateFormat(undefined, { month: 'short', day: 'numeric' });
const dayOfOtherYear = dateFormat(undefined, { month: 'short', day: 'numeric', year: 'numeric' });
const monthOfYear = dateFormat(undefined, { month: 'long' });
const monthOfOtherYear = dateFormat(undefined, { month: 'long', year: 'numeric' });

/** The full date without the time, for a tooltip. */
export function fullDayLabel(iso: string): string {
  const date = parseDate(iso);
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
  const date = parseDate(iso);
  if (!date) return null;
  const day = startOfDay(date);
  // A clock here that is slow puts new messages in the future.
  if (day >= today) return messageTexts.today;
  if (day >= daysBefore(today, 1)) return messageTexts.yesterday;
  return (isInYearOf(date, today) ? dayOfYear : dayOfOtherYear).format(date);
}

/** The group of a conversation in a list, given the start of today: the day, a number of days, or the month. */
export function groupLabel(iso: string, today: number): string {
  const date = parseDate(iso);
  if (!date) return componentTexts.dates.unknown;
  const day = startOfDay(date);
  if (day >= daysBefore(today, 1)) return day >= today ? messageTexts.today : messageTexts.yesterday;
  const days = [7, 30].find((count) => day >= daysBefore(today, count));
  if (days) return messageTexts.previousDays(days);
  return (isInYearOf(date, today) ? monthOfYear : monthOfOtherYear).format(date);
}
