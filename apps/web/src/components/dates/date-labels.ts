import { componentTexts } from '../base/texts.ts';

/**
 * The results of the formats below, by format and minute. The first use of `Intl` takes more time than anything else that shows a
 * conversation. Dates that were formatted during the last visit are therefore kept on the device; see `kept-dates.ts`.
 */
export const formattedDates = new Map<string, string>();
const mostFormatted = 2_000;

/** A format that is made when it is first used. None of them shows seconds. */
export function dateFormat(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): { format(date: Date): string } {
  let made: Intl.DateTimeFormat | undefined;
  const name = JSON.stringify([locale, options]);
  return {
    format(date) {
      const key = `${name} ${date.toDateString()} ${date.getHours()}:${date.getMinutes()}`;
      const known = formattedDates.get(key);
      if (known !== undefined) return known;
      made ??= new Intl.DateTimeFormat(locale, options);
      const text = made.format(date);
      if (formattedDates.size >= mostFormatted) formattedDates.clear();
      formattedDates.set(key, text);
      return text;
    },
  };
}

const rowDate = dateFormat('en-US', { month: 'short', day: 'numeric' });
const clock = dateFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const exact = dateFormat(undefined, { dateStyle: 'long', timeStyle: 'short' });

/** A date of the API; null if it is missing or invalid. */
export function parseDate(iso: string | null | undefined): Date | null {
  const date = new Date(iso ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "Jun 28": when a conversation last changed; "Recently" if that is unknown. */
export function updatedLabel(iso: string | null | undefined): string {
  const date = parseDate(iso);
  return date ? rowDate.format(date) : componentTexts.dates.unknown;
}

/** The hour and minute of a message, in the format of the reader's system. */
export function timeLabel(iso: string): string {
  const date = parseDate(iso);
  return date ? clock.format(date) : '';
}

/** The full date and time, for a tooltip. */
export function exactLabel(iso: string): string {
  const date = parseDate(iso);
  return date ? exact.format(date) : '';
}

/** When something happens again: the time, with the day if it is not today. */
export function resetLabel(iso: string | null, now = new Date()): string | null {
  const date = parseDate(iso);
  if (!date) return null;
  const sameDay = date.toDateString() === now.toDateString();
  return sameDay ? clock.format(date) : componentTexts.dates.timeOnDay(clock.format(date), rowDate.format(date));
}
