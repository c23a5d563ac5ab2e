import { comparedWords } from '@noek/contract/text/compared-words';
import { foldFully, unspaced } from '@noek/contract/text/folded-words';

/** What a question asks to have worked out; `values`: what some rows have in a column. */
export type Operation = 'rows' | 'average' | 'highest' | 'lowest' | 'sum' | 'distinct' | 'values';

// English, German, Chinese and Arabic, in the folded form of `foldFully`. The first that matches holds.
const operations: readonly (readonly [Operation, RegExp])[] = [
  [
    'rows',
    /\b(?:how many|number of) (?:rows|lines|entries|records)\b|\b(?:wie ?viele|anzahl der) (?:zeilen|eintrage|datensatze)\b|多少行|几行|行数|كم (?:عدد )?(?:ال)?(?:صفوف|صفا|صف|اسطر|سطرا|سطر)/,
  ],
  ['average', /\b(?:average|mean|avg)\b|durchschnitt|\bmittelwert\b|平均|متوسط|معدل/],
  [
    'lowest',
    /\b(?:least|fewest|lowest|smallest|minimum|min|cheapest|worst)\b|\b(?:am )?(?:wenigsten?|niedrigste[nrs]?|kleinste[nrs]?|geringste[nrs]?|gunstigste[nrs]?)\b|最(?:少|低|小|差|便宜)|الاقل|اقل|ادني|اصغر|ارخص/,
  ],
  [
    'highest',
    /\b(?:most|highest|largest|biggest|greatest|maximum|max|top|best|expensive)\b|\b(?:am )?(?:meisten?|hochste[nrs]?|grosste[nrs]?|beste[nrs]?|teuerste[nrs]?)\b|最(?:多|高|大|好|贵)|الاكثر|اكثر|الاعلي|اعلي|اكبر|اغلي/,
  ],
  [
    'sum',
    /\b(?:totals?|sums?|altogether|overall|add up|how much)\b|\b(?:summen?|gesamt\w*|insgesamt|zusammen|wie ?viel)\b|总|總|合计|合計|一共|多少(?!个|個|种|種)|مجموع|اجمالي/,
  ],
  ['distinct', /\b(?:how many|number of)\b|\b(?:wie ?viele|anzahl)\b|多少|几(?:个|种)|كم/],
];

/** What is asked for; null if nothing that can be worked out. */
export const operationIn = (question: string): Operation | null =>
  operations.find(([, pattern]) => pattern.test(foldFully(question)))?.[0] ?? null;

const groupMarks =
  /\b(?:per|by|each|every|which|what|who|whose)\b|\b(?:pro|je|nach|jede[nrs]?|welche[nrs]?|wer)\b|每|各|哪|按|谁|لكل|حسب|اي /;

/** Whether a question asks for something of each group: "per region", "which region". */
export const asksForGroups = (question: string): boolean => groupMarks.test(foldFully(question));

const amountName =
  /amount|revenue|sales|turnover|total|value|umsatz|betrag|erlos|wert|gesamt|金额|金額|销售|收入|总|المبلغ|مبيعات|ايرادات|قيمه|اجمالي/;
const countName = /units?|qty|quantity|pieces|sold|menge|anzahl|stuck|数量|件|كميه|عدد|وحدات/;
/** What a sum of says nothing about. */
const singleName = /\bunit price\b|price|preis|rate|score|temperature|\bage\b|alter|percent|share|单价|价格|سعر/;
const labelName =
  /\b(?:ids?|no|nr|number|nummer|year|jahr|month|monat|day|tag|zip|plz|postcode|phone|telefon|date|datum|code)\b|编号|年|月|日期|电话|رقم|سنه|تاريخ/;
const personName =
  /name|person|seller|rep|customer|client|employee|agent|verkaufer|kunde|mitarbeiter|姓名|客户|销售员|员工|اسم|عميل|بائع|موظف/;

type ColumnKind = 'amount' | 'count' | 'single' | 'label' | 'other';

/** What the numbers of a column are, by its name: only some can be added up. */
export function kindOfColumn(name: string): ColumnKind {
  const folded = foldFully(name);
  if (singleName.test(folded)) return 'single';
  if (labelName.test(folded)) return 'label';
  return amountName.test(folded) ? 'amount' : countName.test(folded) ? 'count' : 'other';
}

/** Whether a column has the names of people, for "who". */
export const isOfPeople = (name: string): boolean => personName.test(foldFully(name));

/** Whether a question asks what costs the most or the least. */
export const asksForPrice = (question: string): boolean =>
  /expensive|cheap|\bteuer|gunstig|贵|便宜|اغلي|ارخص/.test(foldFully(question));

export const asksWho = (question: string): boolean => /\b(?:who|wer)\b|谁|من (?:هو|باع)/.test(foldFully(question));

const columnPlace = /\b(?:column|col|spalte)\s+["'“„]?(?:([A-Z]{1,2})|(\d{1,3}))\b|列\s?([A-Z])\b|\b([A-Z])\s?列/;

function placeIn(question: string): number | null {
  // Small letters are words: “column a person is in”.
  const [found, letters, digits, before, after] =
    columnPlace.exec(question.replace(/\b(?:Column|Col|Spalte)\b/g, (word) => word.toLowerCase())) ?? [];
  if (found === undefined) return null;
  if (digits !== undefined) return Number(digits) - 1;
  const name = letters ?? before ?? after ?? '';
  return [...name].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** The words of a question, to look for names in it. */
export class QuestionWords {
  readonly #folded: string;
  readonly #words: ReadonlySet<string>;

  /** The place of the column that is named as in a spreadsheet, from 0: “column B”, “Spalte 2”. */
  readonly place: number | null;

  constructor(question: string) {
    this.place = placeIn(question);
    this.#folded = foldFully(question);
    this.#words = new Set(comparedWords(question));
  }

  /**
   * How well a question names a column: 0 if no word of it is there, and more with each word. "Region" is in "regions", "Preis" in
   * "Durchschnittspreis", and of "Units" and "Unit price", "the unit price" is the second.
   */
  fitOf(name: string): number {
    if (unspaced.test(name)) return this.#folded.includes(foldFully(name).trim()) ? 1 : 0;
    const words = comparedWords(name).filter((word) => word.length > 1);
    const found = words.filter((word) => [...this.#words].some((asked) => areAlike(asked, word)));
    return words.length === 0 ? 0 : found.length ** 2 / words.length;
  }

  /** Whether the question has all words of a value, as they are. Arabic writes articles and prepositions together with their word. */
  has(value: string): boolean {
    const folded = foldFully(value).trim();
    if (unspaced.test(value)) return folded.length > 1 && this.#folded.includes(folded);
    const words = comparedWords(value);
    const isThere = (word: string) =>
      this.#words.has(word) ||
      (arabic.test(word) && word.length > 2 && [...this.#words].some((asked) => asked.endsWith(word)));
    return folded.length > 1 && words.length > 0 && words.every(isThere);
  }
}

const arabic = /\p{sc=Arabic}/u;
const mostAdded = 4;

/** Whether one word is the other with another ending, or has it at its end. */
function areAlike(asked: string, word: string): boolean {
  const [short, long] = asked.length < word.length ? [asked, word] : [word, asked];
  if (short === long) return true;
  if (short.length < 3 || unspaced.test(asked)) return false;
  if (long.startsWith(short) && long.length - short.length <= mostAdded) return true;
  return (short.length > 4 || arabic.test(short)) && long.endsWith(short);
}
