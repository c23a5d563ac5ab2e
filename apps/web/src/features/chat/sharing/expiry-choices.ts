const dayMs = 24 * 60 * 60_000;

/** The offered lifetimes of a link, in days. */
export const expiryDays = [1, 7, 30] as const;

/** The time `days` days after `now`, ISO 8601. */
export const daysFrom = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString();

/** A day in the reader's time zone, in the format of a date field: "2026-11-21". */
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
