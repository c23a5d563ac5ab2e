import { number } from './calculated-tables.ts';

const months = [
  ['january', 'januar', 'jan'],
  ['february', 'februar', 'feb'],
  ['march', 'marz', 'mar'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'juni', 'jun'],
  ['july', 'juli', 'jul'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oktober', 'oct', 'okt'],
  ['november', 'nov'],
  ['december', 'dezember', 'dec', 'dez'],
];
const monthNames = months.flat().toSorted((a, b) => b.length - a.length);
const english = [...'JFMAMJJASOND'].map((_, at) =>
  new Date(Date.UTC(2026, at, 1)).toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }),
);

const date = String.raw`(\d{4}-\d{1,2}-\d{1,2}|\d{1,2}(?:st|nd|rd|th|\.)? (?:of )?(?:${monthNames.join('|')})\.?,?(?: \d{4})?|(?:${monthNames.join('|')})\.? \d{1,2}(?:st|nd|rd|th)?(?:,? \d{4})?)`;
const asksForDays = new RegExp(
  String.raw`\b(?:(?:how many|number of|count(?: the)?) days|days|wie ?viele tage)\b.{0,30}?\b(?:from|between|since|vom|von|zwischen)(?: the)?(?: dem)? ${date} (?:to|until|till|and|bis|und)(?: zum)?(?: the)?(?: dem)? ${date}$`,
);

type Day = { day: number; month: number; year: number | null };

/** The program for "how many days from 3 March to 24 December?", and the dates as they are shown; null for any other question. */
export function daysIn(plain: string): { program: string; shown: string } | null {
  const [, first = '', last = ''] = (plain.length <= 200 && asksForDays.exec(plain)) || [];
  const [from, to] = [dayIn(first), dayIn(last)];
  if (!from || !to) return null;
  const isNextYear = to.month < from.month || (to.month === from.month && to.day < from.day);
  const year = from.year ?? to.year;
  const yearOf = ({ year: own }: Day, otherwise: string) => (own === null ? otherwise : String(own));
  // A date without a year is in the year of the other one; "3 March to 1 February" ends in the next year.
  const begin = yearOf(from, year === null ? 'year' : String(from.year ?? (isNextYear ? year - 1 : year)));
  const end = yearOf(to, year === null ? `year${isNextYear ? ' + 1' : ''}` : String(isNextYear ? year + 1 : year));
  const dateOf = (day: Day, its: string) => `new Temporal.PlainDate(${its}, ${day.month}, ${day.day})`;
  const lines = [
    ...(year === null ? ['const year = Temporal.Now.plainDateISO().year;'] : []),
    `${dateOf(from, begin)}.until(${dateOf(to, end)}).days`,
  ];
  return { program: lines.join('\n'), shown: `From ${shownAs(from)} to ${shownAs(to)}` };
}

function dayIn(text: string): Day | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) };
  const month = months.findIndex((names) => names.some((name) => new RegExp(String.raw`\b${name}\b`).test(text)));
  const [, day] = /\b(\d{1,2})(?!\d)/.exec(text) ?? [];
  const [, year] = /\b(\d{4})\b/.exec(text) ?? [];
  return month < 0 || !day ? null : { day: Number(day), month: month + 1, year: year ? Number(year) : null };
}

const shownAs = ({ day, month, year }: Day): string =>
  `${day} ${english[month - 1] ?? month}${year === null ? '' : ` ${year}`}`;

/** `days`: what was calculated; null if a date does not exist. */
export function daysText(shown: string, days: string | null): string {
  const count = Number(days);
  if (days === null || !Number.isInteger(count))
    return `${shown}: one of these dates does not exist, so I cannot count the days.`;
  return `${shown}, it is **${number(count)} ${Math.abs(count) === 1 ? 'day' : 'days'}**.`;
}
