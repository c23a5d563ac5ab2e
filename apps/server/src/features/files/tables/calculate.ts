import { foldFully } from '@noek/contract/text/folded-words';
import { stopWordsOf } from '../../../text/stop-words.ts';
import {
  asksForGroups,
  asksForPrice,
  asksWho,
  isOfPeople,
  kindOfColumn,
  type Operation,
  operationIn,
  QuestionWords,
} from './question-words.ts';
import type { Table } from './table.ts';

/** What is to be worked out from a table for a question. */
export type Calculation = {
  operation: Operation;
  /** The column of the numbers, or whose different values are counted; null for rows. */
  column: string | null;
  /** The column whose values are the groups. */
  by: string | null;
  /** What the rows that are used have in these columns. */
  where: { column: string; value: string }[];
  /** What the number of a group is. */
  ofGroup: 'sum' | 'average' | 'highest' | 'lowest';
  currency: string;
};

/** The most columns that are worked out at once, and different values of a column that a question may name. */
const mostColumns = 3;
const mostValues = 2_000;
/** The most characters of a value that a question may name. */
const longestValue = 100;

/** In characters. What a question asks for is at its beginning. */
const longestQuestion = 1_000;

/** What a question asks of a table: counts, sums, averages and extremes, in groups and of some rows. Empty if it asks for none. */
export function calculationsFor(table: Table, whole: string): Calculation[] {
  const question = whole.slice(0, longestQuestion);
  const words = new QuestionWords(question);
  const operation = operationIn(question) ?? (isSumOfGroups(table, question, words) ? 'sum' : 'values');
  const where = namedValues(table, words);
  const rows = [...table.rows.keys()].filter((row) =>
    where.every(({ at, value }) => (table.rows[row]?.[at] ?? '').trim() === value),
  );
  const conditions = where.map(({ at, value }) => ({ column: table.columns[at] ?? '', value }));
  if (operation === 'values') return where.length > 0 ? valuesIn(table, words, rows, conditions) : [];
  const by = groupsIn(table, question, words, { operation, where });
  const columns = columnsFor(table, words, {
    ...{ operation, isGrouped: by !== null, isSome: where.length > 0 },
    isPrice: asksForPrice(question),
  });
  const nameOf = (at: number | null) => (at === null ? null : (table.columns[at] ?? null));
  if (operation === 'rows' || (operation === 'distinct' && columns.length === 0 && where.length > 0)) {
    return [{ ...plain(conditions), operation: 'rows' }];
  }
  if (operation === 'distinct' && columns.length === 0)
    return by === null ? [] : [{ ...plain(conditions), operation: 'distinct', column: nameOf(by) }];
  const added = operation === 'distinct' ? 'sum' : operation;
  return columns.flatMap((at) => withNumbers(table, at, by, { where: conditions, operation: added, rows }));
}

/** "Sales by region" names both columns, and means sums. */
const isSumOfGroups = ({ columns, amounts }: Table, question: string, words: QuestionWords): boolean =>
  asksForGroups(question) &&
  [true, false].every((isNumeric) =>
    columns.some((column, at) => (amounts[at] !== null) === isNumeric && words.fitOf(column) > 0),
  );

/** The values of columns of words that a question names: "How much did the North sell?" */
function namedValues({ columns, rows, amounts }: Table, words: QuestionWords): { at: number; value: string }[] {
  return columns.flatMap((column, at) => {
    if (amounts[at]) return [];
    const values = new Set(rows.map((row) => (row[at] ?? '').trim()));
    if (values.size > mostValues) return [];
    const isStopWord = stopWordsOf([]);
    const named = [...values].filter(
      (value) => value.length <= longestValue && !isStopWord(foldFully(value)) && value !== column && words.has(value),
    );
    // Of "North" and "North West", the longer one is meant.
    const [longest] = named.toSorted((a, b) => b.length - a.length);
    return longest === undefined || named.some((value) => !longest.includes(value)) ? [] : [{ at, value: longest }];
  });
}

type Grouped = { operation: Operation; where: readonly { at: number }[] };

/** The column whose values are the groups that a question asks for; null for none. */
function groupsIn(table: Table, question: string, words: QuestionWords, { operation, where }: Grouped): number | null {
  if (operation === 'rows' || (['sum', 'average'].includes(operation) && !asksForGroups(question))) return null;
  const isGroup = (at: number) => !table.amounts[at] || kindOfColumn(table.columns[at] ?? '') === 'label';
  const candidates = [...table.columns.keys()].filter((at) => isGroup(at) && !where.some((one) => one.at === at));
  const [best] = candidates
    .map((at) => ({ at, fit: words.fitOf(table.columns[at] ?? '') }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit);
  if (best) return best.at;
  return asksWho(question) ? (candidates.find((at) => isOfPeople(table.columns[at] ?? '')) ?? null) : null;
}

/** The columns of numbers that a question names, otherwise those whose name says that their numbers can be added up. */
function columnsFor(
  table: Table,
  words: QuestionWords,
  {
    operation,
    isGrouped,
    isSome,
    isPrice,
  }: { operation: Operation; isGrouped: boolean; isSome: boolean; isPrice: boolean },
): number[] {
  const numeric = [...table.columns.keys()].filter((at) => table.amounts[at]);
  const { place } = words;
  if (place !== null && place < table.columns.length) return numeric.includes(place) ? [place] : [];
  const fits = numeric.map((at) => ({ at, fit: words.fitOf(table.columns[at] ?? '') })).filter(({ fit }) => fit > 0);
  const best = Math.max(0, ...fits.map(({ fit }) => fit));
  if (best > 0)
    return fits
      .filter(({ fit }) => fit === best)
      .map(({ at }) => at)
      .slice(0, mostColumns);
  const kind = (at: number) => kindOfColumn(table.columns[at] ?? '');
  const prices = numeric.filter((at) => isPrice && kind(at) === 'single');
  if (prices.length > 0) return prices.slice(0, mostColumns);
  if (operation === 'distinct' || !(isGrouped || isSome)) return [];
  const usable = numeric.filter((at) => kind(at) !== 'label' && (kind(at) !== 'single' || operation === 'average'));
  return usable.toSorted((a, b) => Number(kind(b) === 'amount') - Number(kind(a) === 'amount')).slice(0, mostColumns);
}

const plain = (where: Calculation['where']) => ({
  ...{ column: null, by: null, where, currency: '' },
  ofGroup: 'sum' as const,
});

/** What the rows have in the column that a question names: "What is the price of tea?" */
function valuesIn(
  table: Table,
  words: QuestionWords,
  rows: readonly number[],
  where: Calculation['where'],
): Calculation[] {
  const [best] = [...table.columns.keys()]
    .filter((at) => !where.some(({ column }) => column === table.columns[at]))
    .map((at) => ({ at, fit: words.fitOf(table.columns[at] ?? '') }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit);
  if (!best) return [];
  const name = table.columns[best.at] ?? '';
  // Several amounts are added up, several prices are not.
  if (table.amounts[best.at] && rows.length > 1 && !['single', 'label'].includes(kindOfColumn(name)))
    return withNumbers(table, best.at, null, { where, operation: 'sum', rows });
  return [{ ...plain(where), operation: 'values', column: name }];
}

type Asked = { where: Calculation['where']; operation: Operation; rows: readonly number[] };

/** Of the rows of each group; of the best rows, if the groups are not asked for. Empty if there is no number. */
function withNumbers(table: Table, at: number, by: number | null, { where, operation, rows }: Asked): Calculation[] {
  const { values = [], currency = '' } = table.amounts[at] ?? {};
  if (rows.every((row) => values[row] == null)) return [];
  const isExtreme = operation === 'highest' || operation === 'lowest';
  // The price of a product is not the sum of its rows.
  const isSingle = kindOfColumn(table.columns[at] ?? '') === 'single';
  const ofGroup: Calculation['ofGroup'] =
    operation === 'average' || (isExtreme && (isSingle || by === null)) ? operation : 'sum';
  // Without groups, the best row is told by its first cell with words.
  const label = table.columns.findIndex((_, column) => !table.amounts[column]);
  const groupBy = by ?? (isExtreme && label >= 0 ? label : null);
  const [column = null, ofColumn = null] = [table.columns[at], groupBy === null ? null : table.columns[groupBy]];
  return [{ operation, ofGroup, currency, column, by: ofColumn, where }];
}
