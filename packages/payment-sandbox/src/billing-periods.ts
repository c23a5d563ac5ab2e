const daySeconds = 24 * 60 * 60;

/** After how many seconds an unpaid first invoice expires. */
export const incompleteSeconds = 23 * 60 * 60;

/** When a renewal that failed is tried again, in seconds after the first try. After the last of them the subscription ends. */
export const retrySeconds = [3 * daySeconds, 5 * daySeconds, 7 * daySeconds];

/** Months later at the same time of the month, or at its last day if the month is shorter. In seconds since 1970. */
export function addMonths(anchor: number, months: number): number {
  const date = new Date(anchor * 1_000);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime() / 1_000;
}

/** The end of the period after the one that ends at `periodEnd`: of months that are counted from `anchor`. */
export function nextPeriodEnd(anchor: number, periodEnd: number): number {
  const [from, to] = [new Date(anchor * 1_000), new Date(periodEnd * 1_000)];
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  return addMonths(anchor, months + 1);
}
