import type { Figures } from '@noek/contract/admin/figures';

const hour = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', month: 'short', day: 'numeric' });
const shortHour = new Intl.DateTimeFormat('en-US', { hour: 'numeric' });
const day = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: 'UTC' });
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** A point of time in full: hours in the reader's time zone, days in UTC, which is how they are counted. */
export const fullTime = (at: string, step: Figures['step']): string =>
  (step === 'hour' ? hour : day).format(new Date(at));

/** A point of time under an axis. */
export const shortTime = (at: string, step: Figures['step']): string =>
  (step === 'hour' ? shortHour : shortDay).format(new Date(at));

/** An amount in the smallest unit of a currency: "$12.50". */
export function money(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(cents / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
