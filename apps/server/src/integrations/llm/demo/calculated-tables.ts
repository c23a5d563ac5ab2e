import { z } from 'zod';
import { quote } from './conversation.ts';

const resultSchema = z.object({
  operation: z.enum(['rows', 'average', 'highest', 'lowest', 'sum', 'distinct', 'values']),
  column: z.string().nullable(),
  by: z.string().nullable(),
  where: z.array(z.object({ column: z.string(), value: z.string() })),
  ofGroup: z.enum(['sum', 'average', 'highest', 'lowest']),
  groups: z.array(z.object({ name: z.string(), value: z.number() })),
  groupCount: z.number(),
  value: z.number(),
  currency: z.string(),
  rows: z.number(),
  withoutNumber: z.number(),
});

/** What was worked out from a table for the question. */
export const calculatedSchema = z.object({
  file: z.string(),
  sheet: z.string().nullable(),
  rows: z.number(),
  sums: z.array(z.string()),
  isPartial: z.boolean(),
  results: z.array(resultSchema),
});

type Calculated = z.infer<typeof calculatedSchema>;
type Result = z.infer<typeof resultSchema>;

/** The most groups in a table, and different values in a sentence. */
const mostRows = 12;

/** The results as Markdown: each as a sentence, groups as a table, and what they were worked out from. */
export function calculatedText({ results, rows, sums, sheet, isPartial }: Calculated): string {
  const used = results[0]?.rows ?? rows;
  const from = used === rows ? `all ${counted(rows, 'row')}` : `${number(used)} of ${counted(rows, 'row')}`;
  const place = sheet === null ? '' : ` of the sheet “${quote(sheet, 60)}”`;
  const without = sums.length > 0 ? `, without ${inWords([...new Set(sums)].map((sum) => `“${quote(sum, 40)}”`))}` : '';
  const end =
    results[0]?.operation === 'rows' && sums.length === 0 && sheet === null
      ? ''
      : `The demo worked this out from ${from}${place}${without}.`;
  const partial = isPartial ? 'Not all of the table was read, so there may be more.' : '';
  return [...results.map(resultText), `${end} ${partial}`.trim()].filter(Boolean).join('\n\n');
}

function resultText(result: Result): string {
  const { column, by, groups, groupCount, withoutNumber } = result;
  const missing =
    withoutNumber > 0
      ? ` ${counted(withoutNumber, 'row')} without a number in **${quote(column ?? '')}** ${withoutNumber === 1 ? 'is' : 'are'} left out.`
      : '';
  const shown = groups.slice(0, mostRows);
  const more = groupCount - shown.length;
  const table =
    ['distinct', 'values'].includes(result.operation) || groups.length < 2
      ? ''
      : `\n\n| ${quote(by ?? '')} | ${quote(nameOf(result))} |\n| --- | ---: |\n${shown.map(({ name, value }) => `| ${quote(name || '(empty)', 80)} | ${amount(value, result)} |`).join('\n')}${more > 0 ? `\n\n${counted(more, 'more group')} left out here.` : ''}`;
  return `${sentenceOf(result)}${missing}${table}`;
}

function sentenceOf(result: Result): string {
  const { operation, column, by, where, groups, groupCount, value } = result;
  const some = inWords(where.map((one) => `**${quote(one.column)}** is **${quote(one.value)}**`));
  const of = some && ` where ${some}`;
  const name = `**${quote(column ?? '')}**`;
  const what = `**${amount(value, result)}**`;
  if (operation === 'rows')
    return some
      ? `There ${value === 1 ? 'is' : 'are'} **${counted(value, 'row')}**${of}.`
      : `It has **${counted(value, 'row')}**.`;
  if (operation === 'distinct' || operation === 'values') {
    const names = groups.slice(0, mostRows).map((group) => quote(group.name, 80));
    const more = groupCount - names.length;
    const list = inWords(more > 0 ? [...names, `${number(more)} more`] : names);
    if (operation === 'values') return `${name}${of}: **${list || 'nothing'}**.`;
    return `${name} has **${counted(value, 'different value')}**: ${list}.`;
  }
  if (operation === 'sum' || operation === 'average') {
    const all = `The ${operation === 'sum' ? 'total' : 'average'} of ${name}${of} is ${what}`;
    return groups.length > 1 ? `${all}. For each **${quote(by ?? '')}**:` : `${all}.`;
  }
  const best = groups
    .filter((group) => group.value === value)
    .map((group) => `**${quote(group.name || '(empty)', 80)}**`);
  const sum = result.ofGroup === 'sum' ? 'total of ' : '';
  const whose = best.length > 0 ? `, for ${inWords(best)}` : '';
  return `The ${operation} ${sum}${name}${of} is ${what}${whose}.`;
}

const nameOf = ({ ofGroup, column }: Result): string =>
  `${{ sum: 'Total of', average: 'Average of', highest: 'Highest', lowest: 'Lowest' }[ofGroup]} ${column ?? ''}`;

/** With the sign before the number in currencies that are written so. */
function amount(value: number, { currency }: Result): string {
  const sign = value < 0 ? '-' : '';
  const text = (some: number) => (Number.isInteger(some) || Math.abs(some) < 1 ? number(some) : decimal(some));
  if (/^[$£¥₹]$/.test(currency)) return `${sign}${quote(currency)}${text(Math.abs(value))}`;
  return currency ? `${text(value)} ${quote(currency)}` : text(value);
}

const decimal = (value: number): string =>
  value.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** A number as people read it: with two decimals at most, or three digits below 1. */
export const number = (value: number): string =>
  value.toLocaleString('en-US', Math.abs(value) < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: 2 });

export const counted = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

export const inWords = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);
