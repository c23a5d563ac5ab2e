import { z } from 'zod';
import { quote } from './conversation.ts';

const plannedSchema = z.object({
  operation: z.enum(['rows', 'average', 'highest', 'lowest', 'sum', 'distinct', 'values']),
  column: z.string().nullable(),
  by: z.string().nullable(),
  where: z.array(z.object({ column: z.string(), value: z.string() })),
  ofGroup: z.enum(['sum', 'average', 'highest', 'lowest']),
  currency: z.string(),
});

/** What the question asks of a table. */
export const calculatedSchema = z.object({
  file: z.string(),
  sheet: z.string().nullable(),
  rows: z.number(),
  sums: z.array(z.string()),
  isPartial: z.boolean(),
  results: z.array(plannedSchema),
});

type Planned = z.infer<typeof plannedSchema>;
export type PlannedTable = z.infer<typeof calculatedSchema>;

// Integers that no number can be come as their digits.
const valueSchema = z.union([z.number(), z.string()]).transform(Number);
const workedOutSchema = z.object({
  rows: z.number(),
  numbers: z.number().optional(),
  value: valueSchema.nullish(),
  values: z.array(z.union([z.string(), z.number()]).transform(String)).optional(),
  groups: z.array(z.object({ name: z.string(), value: valueSchema })).default([]),
  count: z.number().optional(),
});

/** With what the program has worked out. */
type Result = Planned & {
  value: number;
  groups: { name: string; value: number }[];
  groupCount: number;
  rows: number;
  withoutNumber: number;
};
export type Calculated = Omit<PlannedTable, 'results'> & { results: Result[] };

/** The most groups and different values that a program returns, and how much of each name, in characters. */
const mostGroups = 20;

const functions = { sum: 'sum', average: 'mean', highest: 'max', lowest: 'min' } as const;
const text = JSON.stringify;

/** A program that works out what is asked of tables: its value has one result for each. */
export function tableProgram(tables: readonly PlannedTable[]): string {
  const parts = tables.flatMap((table) => table.results.map((planned) => ({ table, planned })));
  const only = parts.length === 1;
  const programs = parts.map(({ table, planned }, at) => {
    const number = only ? '' : String(at + 1);
    const { before, value } = programOf(table, planned, number);
    return [...before, only ? `(${value})` : `const result${number} = ${value};`].join('\n');
  });
  const names = parts.map((_, at) => `result${at + 1}`);
  return [...programs, ...(only ? [] : [`[${names.join(', ')}]`])].join('\n');
}

function programOf({ file, sheet }: PlannedTable, planned: Planned, number: string) {
  const { operation, column, by, where, ofGroup } = planned;
  const rows = `rows${number}`;
  const filters = where.map((one) => `.filter((row) => row[${text(one.column)}] === ${text(one.value)})`).join('');
  const table = `table(${[file, ...(sheet === null ? [] : [sheet])].map((name) => text(name)).join(', ')})`;
  const before = [`const ${rows} = ${table}${filters};`];
  if (operation === 'rows') return { before, value: `{ rows: ${rows}.length }` };
  const ofColumn = text(column ?? '');
  if (operation === 'distinct' || operation === 'values') {
    before.push(`const values${number} = distinct(${rows}, ${ofColumn});`);
    const values = `values: values${number}.slice(0, ${mostGroups}), count: values${number}.length`;
    return { before, value: `{ rows: ${rows}.length, ${values} }` };
  }
  const numbers = `rows: ${rows}.length, numbers: numbers(${rows}, ${ofColumn}).length`;
  const worked = `${numbers}, value: ${functions[ofGroup]}(${rows}, ${ofColumn})`;
  if (by === null) return { before, value: `{ ${worked} }` };
  const order = operation === 'lowest' ? '.reverse()' : '';
  before.push(`const all${number} = groups(${rows}, ${text(by)}, ${functions[ofGroup]}, ${ofColumn})${order};`);
  const best = operation === 'highest' || operation === 'lowest';
  const value = best ? `${numbers}, value: all${number}[0].value` : worked;
  return { before, value: `{ ${value}, groups: all${number}.slice(0, ${mostGroups}), count: all${number}.length }` };
}

/** The tables with what a program has returned; none if it did not return that. */
export function withResults(tables: readonly PlannedTable[], returned: string): Calculated[] {
  const read = parsed(returned);
  const list = z.array(workedOutSchema).safeParse(Array.isArray(read) ? read : [read]).data ?? [];
  const left = list.values();
  const all = tables.map((table) => ({
    ...table,
    results: table.results.flatMap((planned) => {
      const { value: worked } = left.next();
      return worked ? [resultOf(planned, worked)] : [];
    }),
  }));
  return all.filter(({ results }) => results.length > 0);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // It was cut off, or the program has failed.
    return null;
  }
}

function resultOf(planned: Planned, worked: z.infer<typeof workedOutSchema>): Result {
  const { rows, numbers = rows, values, groups } = worked;
  const named = values?.map((name) => ({ name, value: 1 })) ?? groups;
  const count = worked.count ?? named.length;
  const value = worked.value ?? (values ? count : rows);
  return { ...planned, rows, value, groups: named, groupCount: count, withoutNumber: rows - numbers };
}

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
