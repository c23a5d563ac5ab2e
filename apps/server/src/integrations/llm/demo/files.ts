import { cutWords } from '@noek/contract/text/compared-words';
import { z } from 'zod';
import { queryWords } from '../../web-search/query-words.ts';
import type { PreparedAnswers } from './answers.ts';
import { bestSentences, hitsIn, isEnough } from './best-sentences.ts';
import { type DemoConversation, quote } from './conversation.ts';
import { type AnswerValues, fillAnswer } from './match-answer.ts';

const fileSchema = z.object({
  name: z.string(),
  type: z.string(),
  size: z.number(),
  pages: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  colors: z.array(z.string()).optional(),
  columns: z.array(z.string()).optional(),
  rows: z.number().optional(),
  totals: z.record(z.string(), z.number()).optional(),
  title: z.string().optional(),
});
const passageSchema = z.object({
  number: z.number(),
  /** The name of its file. */
  file: z.string(),
  page: z.number().optional(),
  text: z.string(),
});
const partSchema = z.object({ files: z.array(fileSchema), passages: z.array(passageSchema) });

type GivenFile = z.infer<typeof fileSchema>;
type Passage = z.infer<typeof passageSchema>;

/** How much of a passage the demo repeats, in characters, and how many columns it names. */
const longestFinding = 320;
const mostColumns = 20;
/** Marks that a text on one line does not need. */
const marks = /\*\*|__|~~|`/g;

/** What can be said about the files of a conversation: about each in turn. Null without files. */
export function describedFiles(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const { files, passages } = filesIn(conversation);
  if (files.length === 0) return null;
  const words = queryWords(conversation.question);
  const described = files.map((file) => {
    const ofFile = passages.filter((passage) => passage.file === file.name);
    const [name, values] = isPicture(file)
      ? (['files/picture', pictureValues(file)] as const)
      : isTable(file)
        ? (['files/table', tableValues(file, ofFile, words)] as const)
        : (['files/document', documentValues(file, ofFile, words)] as const);
    const text = fillAnswer(answers, name, conversation, { name: quote(file.name), ...values });
    // Parts without a value leave empty lines.
    return text.replace(/\n{3,}/g, '\n\n').trim();
  });
  const end = fillAnswer(answers, 'files/how-it-reads', conversation, {
    files: files.length === 1 ? 'file' : 'files',
    pictures: files.some(isPicture) ? 'pictures' : undefined,
  });
  return [...described, end].join('\n\n');
}

/** The same if the newest message asks about the files: it came with them, names them, or has the words of a passage. Otherwise null. */
export function fromFiles(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  return asksAboutFiles(conversation) ? describedFiles(answers, conversation) : null;
}

function asksAboutFiles(conversation: DemoConversation): boolean {
  const { question, plain, asked } = conversation;
  const { files, passages } = filesIn(conversation);
  const words = queryWords(question);
  return (
    plain === '' ||
    asked.length === 0 ||
    aboutAnyFile.test(plain) ||
    files.some(
      (file) =>
        plain.includes(file.name.toLowerCase()) ||
        (isPicture(file) && aboutPictures.test(plain)) ||
        (isTable(file) && aboutTables.test(plain)) ||
        (file.pages !== undefined && aboutPages.test(plain)),
    ) ||
    passages.some(({ text }) => isEnough(hitsIn(text, words), words))
  );
}

const aboutAnyFile =
  /\b(?:files?|documents?|pdfs?|attach\w*|upload\w*|summari[sz]\w*|summary|in (?:it|this|there|them))\b/;
const aboutPictures = /\b(?:pictures?|photos?|images?|screenshots?|colou?rs?|see|show[ns]?)\b/;
const aboutTables = /\b(?:tables?|spreadsheets?|sheets?|columns?|rows?|totals?|sums?)\b/;
const aboutPages = /\b(?:pages?|slides?|title)\b/;

function filesIn({ data }: DemoConversation): { files: GivenFile[]; passages: Passage[] } {
  const part = data.findLast(({ name }) => name === 'files');
  try {
    const read = part && partSchema.safeParse(JSON.parse(part.content)).data;
    return read ?? { files: [], passages: [] };
  } catch {
    return { files: [], passages: [] };
  }
}

const isPicture = ({ type }: GivenFile): boolean => type.startsWith('image/');
const isTable = ({ columns = [] }: GivenFile): boolean => columns.length > 0;

function pictureValues({ width, height, colors = [], size }: GivenFile): AnswerValues {
  const names = inWords(colors.map((color) => quote(color)));
  return {
    pixels: width && height ? `${number(width)} × ${number(height)} pixels` : undefined,
    size: sizeOf(size),
    [colors.length === 1 ? 'color' : 'colors']: names,
  };
}

function tableValues(file: GivenFile, passages: readonly Passage[], words: readonly string[]): AnswerValues {
  const { columns = [], rows, totals = {} } = file;
  const shown = columns.slice(0, mostColumns).map((column) => quote(column));
  const more = columns.length - shown.length;
  const all = Object.entries(totals);
  const asked = all.find(([column]) => cutWords(column).some((word) => words.includes(word)));
  const finding = findingIn(passages, words);
  return {
    columnCount: counted(columns.length, 'column'),
    rowCount: rows === undefined ? undefined : counted(rows, 'row'),
    columns: inWords(more > 0 ? [...shown, `${more} more`] : shown),
    ...(asked && { column: quote(asked[0]), total: number(asked[1]) }),
    totals: all.map(([column, total]) => `| ${quote(column)} | ${number(total)} |`).join('\n'),
    ...(finding?.fits && finding),
  };
}

function documentValues(file: GivenFile, passages: readonly Passage[], words: readonly string[]): AnswerValues {
  const [, kind = 'a text file', piece = 'page'] = kinds.find(([pattern]) => pattern.test(file.type)) ?? [];
  return {
    kind,
    pages: file.pages === undefined ? undefined : counted(file.pages, piece),
    heading: file.title && quote(file.title),
    ...findingIn(passages, words),
  };
}

const kinds: readonly (readonly [type: RegExp, kind: string, piece: string])[] = [
  [/pdf/, 'a PDF', 'page'],
  [/wordprocessing/, 'a Word document', 'page'],
  [/presentation/, 'a presentation', 'slide'],
  [/spreadsheet/, 'a spreadsheet', 'sheet'],
];

/** The sentences with most of the words, or the beginning. */
function findingIn(passages: readonly Passage[], words: readonly string[]): AnswerValues | null {
  const [best] = passages.toSorted((a, b) => hitsIn(b.text, words) - hitsIn(a.text, words));
  if (!best) return null;
  const fits = isEnough(hitsIn(best.text, words), words);
  const { number: citation, page, text } = (!fits && passages[0]) || best;
  return {
    finding: quote(bestSentences(text, words).replace(marks, ''), longestFinding),
    number: String(citation),
    page: page === undefined ? undefined : String(page),
    fits: fits ? 'fits' : undefined,
  };
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 2 });

const counted = (count: number, what: string): string => `${number(count)} ${what}${count === 1 ? '' : 's'}`;

const inWords = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${number(Math.round(bytes / 100_000) / 10)} MB`;
