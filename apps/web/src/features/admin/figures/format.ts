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

/** A number beside an axis. Large ones are short: "120K". */
export const axisCount = (value: number): string => short(value, 100_000).format(value);

/** An amount in the smallest unit of a currency beside an axis: "$1,200", "$120K". */
export function axisMoney(cents: number, currency: string): string {
  const amount = cents / unitsIn(currency);
  return short(amount, 10_000, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' }).format(amount);
}

const short = (value: number, from: number, options: Intl.NumberFormatOptions = {}) =>
  new Intl.NumberFormat('en-US', {
    ...options,
    ...(Math.abs(value) >= from && { notation: 'compact', maximumFractionDigits: 1 }),
  });

/** An amount in the smallest unit of a currency: "$12.50". */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / unitsIn(currency));
}

function unitsIn(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions();
  return 10 ** (maximumFractionDigits ?? 2);
}
