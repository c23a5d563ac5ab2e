import { cutWords } from '@noek/contract/text/compared-words';
import { z } from 'zod';
import type { PreparedAnswers } from './answers.ts';
import { isEnough } from './best-sentences.ts';
import {
  type Calculated,
  calculatedSchema,
  calculatedText,
  counted,
  inWords,
  number,
  type PlannedTable,
} from './calculated-tables.ts';
import { calculatedTables } from './calculations.ts';
import { type DemoConversation, quote } from './conversation.ts';
import { around, beginningOf, bestSentence, type FileQuestion, hitsOf, readFileQuestion } from './file-sentences.ts';
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
const partSchema = z.object({
  files: z.array(fileSchema),
  passages: z.array(passageSchema),
  notRead: z.array(z.object({ name: z.string(), reason: z.string().optional() })).default([]),
  calculated: z.array(calculatedSchema).default([]),
});

type GivenPart = z.infer<typeof partSchema>;
type GivenFiles = Omit<GivenPart, 'calculated'> & { calculated: Calculated[] };
type GivenFile = z.infer<typeof fileSchema>;
type Passage = z.infer<typeof passageSchema>;

/** How much of a passage the demo repeats, in characters, and how many columns it names. */
const longestFinding = 320;
const mostColumns = 20;
/** Marks that a text on one line does not need. */
const marks = /\*\*|__|~~|`/g;

/**
 * What can be said about the files of a conversation: first of those that answer the question, then of the others, and which were not read.
 * Null without files.
 */
export function describedFiles(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  const given = filesIn(conversation);
  const { files, passages, notRead, calculated } = given;
  // A table that was too large to be given can be worked out all the same.
  const others = calculated.filter(({ file }) => !files.some(({ name }) => name === file));
  if (files.length + others.length + notRead.length === 0) return null;
  const { plain } = conversation;
  const question = readFileQuestion(conversation.question);
  const found = files.map((file) => {
    const ofFile = passages.filter((passage) => passage.file === file.name);
    const tables = calculated.filter((table) => table.file === file.name);
    const finding = isPicture(file) ? null : findingIn(ofFile, question, isTable(file));
    return {
      file,
      passages: ofFile,
      tables,
      finding,
      isAnswer: tables.length > 0 || Boolean(finding?.fits) || (isPicture(file) && namesPictures.test(plain)),
    };
  });
  const hasAnswer = others.length > 0 || found.some(({ isAnswer }) => isAnswer);
  const inOrder = [...found.filter(({ isAnswer }) => isAnswer), ...found.filter(({ isAnswer }) => !isAnswer)];
  const described = inOrder.map(({ file, passages: ofFile, tables, finding, isAnswer }) => {
    const [name, values] = isPicture(file)
      ? (['files/picture', pictureValues(file)] as const)
      : isTable(file)
        ? (['files/table', tableValues(file, { tables, finding, question })] as const)
        : (['files/document', documentValues(file, finding)] as const);
    const text = fillAnswer(answers, name, conversation, {
      ...{ name: quote(file.name), ...values },
      // Where another file answers the question, the beginning of this one does not help.
      ...(hasAnswer && !isAnswer && ofFile.length > 0 && { finding: undefined, totals: undefined, nothing: 'nothing' }),
    });
    // Parts without a value leave empty lines.
    return text.replace(/\n{3,}/g, '\n\n').trim();
  });
  const worked = others.map((table) => `**${quote(table.file)}** is a table.\n\n${calculatedText(table)}`);
  const unread = notRead.map(
    ({ name, reason }) => `**${quote(name)}** was not read${reason ? `: ${quote(reason)}` : ''}.`,
  );
  const count = files.length + others.length;
  const end =
    count === 0
      ? ''
      : fillAnswer(answers, 'files/how-it-reads', conversation, {
          files: count === 1 ? 'file' : 'files',
          pictures: files.some(isPicture) ? 'pictures' : undefined,
        });
  return [...worked, ...described, ...unread, end].filter(Boolean).join('\n\n');
}

/** The same if the newest message asks about the files: it came with them, names them, or has the words of a passage. Otherwise null. */
export function fromFiles(answers: PreparedAnswers, conversation: DemoConversation): string | null {
  return asksAboutFiles(conversation) ? describedFiles(answers, conversation) : null;
}

function asksAboutFiles(conversation: DemoConversation): boolean {
  const { question, plain, asked } = conversation;
  const { files, passages, calculated } = filesIn(conversation);
  const asks = readFileQuestion(question);
  return (
    plain === '' ||
    calculated.length > 0 ||
    asked.length === 0 ||
    aboutAnyFile.test(plain) ||
    files.some(
      (file) =>
        plain.includes(file.name.toLowerCase()) ||
        (isPicture(file) && aboutPictures.test(plain)) ||
        (isTable(file) && aboutTables.test(plain)) ||
        (file.pages !== undefined && aboutPages.test(plain)),
    ) ||
    passages.some(({ text }) => isEnough(hitsOf(text, asks.words).length, asks.words))
  );
}

const aboutAnyFile =
  /\b(?:files?|documents?|pdfs?|attach\w*|upload\w*|summari[sz]\w*|summary|in (?:it|this|there|them))\b/;
const namesPictures = /\b(?:pictures?|photos?|images?|screenshots?|bild(?:er)?|fotos?)\b|照片|图片|صورة/;
const aboutPictures = /\b(?:pictures?|photos?|images?|screenshots?|colou?rs?|see|show[ns]?)\b/;
const aboutTables = /\b(?:tables?|spreadsheets?|sheets?|columns?|rows?|totals?|sums?)\b/;
const aboutPages = /\b(?:pages?|slides?|title)\b/;

/** What the question asks of tables. */
export const askedOfTables = (conversation: DemoConversation): readonly PlannedTable[] =>
  partIn(conversation).calculated;

function filesIn(conversation: DemoConversation): GivenFiles {
  const part = partIn(conversation);
  return { ...part, calculated: calculatedTables(conversation, part.calculated) };
}

function partIn({ data }: DemoConversation): GivenPart {
  const part = data.findLast(({ name }) => name === 'files');
  const none = { files: [], passages: [], notRead: [], calculated: [] };
  try {
    const read = part && partSchema.safeParse(JSON.parse(part.content)).data;
    return read ?? none;
  } catch {
    return none;
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

type TableFound = { tables: GivenFiles['calculated']; finding: Finding | null; question: FileQuestion };

function tableValues(file: GivenFile, { tables, finding, question }: TableFound): AnswerValues {
  const { columns = [], rows, totals = {} } = file;
  const shown = columns.slice(0, mostColumns).map((column) => quote(column));
  const more = columns.length - shown.length;
  const about = {
    columnCount: counted(columns.length, 'column'),
    rowCount: rows === undefined ? undefined : counted(rows, 'row'),
    columns: inWords(more > 0 ? [...shown, `${more} more`] : shown),
  };
  if (tables.length > 0) return { ...about, calculated: tables.map(calculatedText).join('\n\n') };
  const all = Object.entries(totals);
  const asked = all.find(([column]) => cutWords(column).some((word) => question.words.includes(word)));
  return {
    ...about,
    ...(asked && { column: quote(asked[0]), total: number(asked[1]) }),
    totals: all.map(([column, total]) => `| ${quote(column)} | ${number(total)} |`).join('\n'),
    ...(finding?.fits && finding),
  };
}

function documentValues(file: GivenFile, finding: Finding | null): AnswerValues {
  const [, kind = 'a text file', piece = 'page'] = kinds.find(([pattern]) => pattern.test(file.type)) ?? [];
  return {
    kind,
    pages: file.pages === undefined ? undefined : counted(file.pages, piece),
    heading: file.title && quote(file.title),
    ...finding,
  };
}

const kinds: readonly (readonly [type: RegExp, kind: string, piece: string])[] = [
  [/pdf/, 'a PDF', 'page'],
  [/wordprocessing/, 'a Word document', 'page'],
  [/presentation/, 'a presentation', 'slide'],
  [/spreadsheet/, 'a spreadsheet', 'sheet'],
];

type Finding = { finding: string; number: string; page: string | undefined; fits: string | undefined };

/** The sentence that fits the question best, or the beginning. */
function findingIn(passages: readonly Passage[], question: FileQuestion, isTable: boolean): Finding | null {
  const [first] = passages;
  if (!first) return null;
  const [best] = passages
    .flatMap((passage) => {
      const sentence = bestSentence(passage.text.replace(marks, ''), question, { isTable });
      return sentence && isEnough(sentence.hits, question.words) ? [{ passage, sentence }] : [];
    })
    .toSorted((a, b) => b.sentence.score - a.sentence.score);
  const { number: citation, page } = best?.passage ?? first;
  const text = best ? around(best.sentence.text, question, longestFinding) : beginningOf(first.text.replace(marks, ''));
  return {
    // In an item of a list, the number of a paragraph would begin another list.
    finding: quote(text, longestFinding).replace(/^(\d+)(?=[.)] )|^(?=[-+] )/, '$1\\'),
    number: String(citation),
    page: page === undefined ? undefined : String(page),
    fits: best ? 'fits' : undefined,
  };
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${number(Math.round(bytes / 100_000) / 10)} MB`;
