const dayMs = 24 * 60 * 60_000;

/** How long a link may be set to work, in days. */
export const expiryDays = [1, 7, 30] as const;

/** The time `days` days after `now`, ISO 8601. */
export const daysFrom = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString();

/** "2026-11-21": a day of the reader's calendar, as a date field has it. */
export function dayOf(date: Date): string {
  const part = (n: number) => String(n).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

/** The end of a calendar day in the reader's time zone, ISO 8601; null for an invalid or past day. */
export function endOfDay(day: string, now: Date): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year || !month || !date) return null;
  const end = new Date(Number(year), Number(month) - 1, Number(date), 23, 59, 59, 999);
  return end > now && dayOf(end) === day ? end.toISOString() : null;
}
