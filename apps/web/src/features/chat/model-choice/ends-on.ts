/** An end is shown from this many days before it. */
const toldDaysBefore = 60;
const dayMs = 24 * 60 * 60_000;

const day = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const;

/** The last day of a model, "11 December", with the year if that is not this one; null until 60 days before. Days are in UTC. */
export function endsOn(endsAt: string | null, now = new Date()): string | null {
  if (endsAt === null) return null;
  const end = new Date(endsAt);
  const daysLeft = (end.getTime() - Date.parse(now.toISOString().slice(0, 10))) / dayMs;
  if (daysLeft > toldDaysBefore) return null;
  const isThisYear = end.getUTCFullYear() === now.getUTCFullYear();
  return new Intl.DateTimeFormat('en-GB', isThisYear ? day : { ...day, year: 'numeric' }).format(end);
}
