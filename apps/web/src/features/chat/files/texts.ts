import type { File, PageUnit, UsedFile } from '@noek/contract/files/schemas';
import { counted } from '../../../components/base/texts.ts';

const unitNames = {
  page: { one: 'Page', many: 'Pages' },
  slide: { one: 'Slide', many: 'Slides' },
  sheet: { one: 'Sheet', many: 'Sheets' },
} as const;

/** The texts of files in the conversation and of their viewer. */
export const filesTexts = {
  ofMessage: 'Files of this message',
  reading: 'Reading…',
  /** A page of a scan takes seconds. */
  readingPage: (read: number, count: number) =>
    `Reading page ${counted(Math.min(read + 1, count))} of ${counted(count)}…`,
  failed: 'Its text could not be read.',
  deleted: 'Deleted',
  /** What an answer was given of a file. */
  used: {
    whole: 'Whole file',
    passages: 'Parts of it',
    fromScan: 'read from a scan',
    partFromScan: (places: string) => `${places} read from a scan`,
    /** Of a picture. */
    textRead: 'with the text in it',
    readAs: (encoding: string) => `read as ${encoding}`,
    none: (reason: string | undefined) => (reason ? `Not read: ${reason}` : 'Not read'),
  },
  place: (unit: PageUnit, number: number, count: number) =>
    `${unitNames[unit].one} ${counted(number)} of ${counted(count)}`,
  viewer: {
    close: 'Close',
    download: 'Download',
    previousFile: 'Previous file',
    nextFile: 'Next file',
    fileOf: (number: number, count: number) => `${number} of ${count}`,
    previous: (unit: PageUnit) => `Previous ${unit}`,
    next: (unit: PageUnit) => `Next ${unit}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoom: (percent: number) => `${percent}%`,
    loading: 'Loading…',
    reading: 'This file is still being read.',
    readingScans: ({ pagesRead = 0, pages = 1 }: Pick<File, 'pagesRead' | 'pages'>) =>
      `Its pages are pictures. Their text is being read: ${counted(pagesRead)} of ${counted(pages)}.`,
    readText: 'Read text',
    readingText: 'Reading its text…',
    readFromPicture: 'Text in this picture',
    textOf: (name: string) => `Text in ${name}`,
    copyText: 'Copy text',
    hideText: 'Hide',
    noTextInPicture: 'No text was found in this picture.',
    gone: 'This file has been deleted.',
    noText: 'There is no text on it.',
    noTextInFile: 'There is no text in this file.',
    broken: 'This picture cannot be shown.',
    asText: 'Its pages cannot be drawn here. This is their text.',
    /** The head of the column with the numbers of the rows. */
    row: 'Row',
    /** Of a column without a name. */
    column: (number: number) => `Column ${number}`,
    moreRows: (count: number) => `Show ${counted(count)} more rows`,
    content: (name: string) => `Content of ${name}`,
  },
} as const;

/** How far a file that is being read is. */
export const readingText = ({ pages, pagesRead }: Pick<File, 'pages' | 'pagesRead'>): string =>
  pages !== undefined && pagesRead !== undefined ? filesTexts.readingPage(pagesRead, pages) : filesTexts.reading;

/** What an answer was given of a file: "Whole file", "Pages 3–5 and 17 of 120", "Not read: there was no room for it". */
export function givenText(file: UsedFile): string {
  const { given, pages, pagesOfFile, unit = 'page', reason, readAs } = file;
  if (given === 'none') return filesTexts.used.none(reason);
  // What is missing is named in place of "Whole file".
  const text = given === 'whole' ? (reason ?? filesTexts.used.whole) : pages?.length ? placesText(unit, pages) : null;
  const of = given === 'passages' && text !== null && pagesOfFile !== undefined ? ` of ${counted(pagesOfFile)}` : '';
  const how = [scanText(file), readAs && filesTexts.used.readAs(readAs)].filter(Boolean).map((each) => `, ${each}`);
  return `${text ?? filesTexts.used.passages}${of}${how.join('')}`;
}

/** "read from a scan", or which of the given pages were; null if none was. */
function scanText({ given, pages, pagesOfFile, fromScan, isPicture }: UsedFile): string | null {
  if (!fromScan?.length) return null;
  if (isPicture) return filesTexts.used.textRead;
  const count = (ranges: UsedFile['pages']) => (ranges ?? []).reduce((sum, [from, to]) => sum + to - from + 1, 0);
  const isAll = count(fromScan) >= (given === 'whole' ? (pagesOfFile ?? 1) : count(pages));
  return isAll ? filesTexts.used.fromScan : filesTexts.used.partFromScan(placesText('page', fromScan).toLowerCase());
}

/** "Page 3", "Pages 3–5", "Pages 3–5, 8 and 17" */
function placesText(unit: PageUnit, ranges: readonly (readonly [number, number])[]): string {
  const parts = ranges.map(([from, to]) => (from === to ? counted(from) : `${counted(from)}–${counted(to)}`));
  const [first] = ranges;
  const isOne = ranges.length === 1 && first !== undefined && first[0] === first[1];
  const last = parts.pop() ?? '';
  const listed = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${unitNames[unit][isOne ? 'one' : 'many']} ${listed}`;
}
