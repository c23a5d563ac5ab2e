/** A page of a PDF, a slide of a presentation, a sheet of a workbook, or the whole of a file without pages. */
export type ReadPage = {
  /** From 1, in the order of the file. */
  number: number;
  /** The name of a sheet. */
  name: string | null;
  /** Plain text; headings, lists and tables of documents as in Markdown. A page may have none. */
  text: string;
  /** The cells of a sheet as text, row by row; null for what is no sheet. */
  rows: string[][] | null;
};

/** The text of a file. */
export type ReadFile = {
  state: 'ready';
  /** What `pages` are; null if the kind has no pages and `pages` has the whole text as one. */
  unit: 'page' | 'slide' | 'sheet' | null;
  /** The pages that were read: all of them, or the first ones. */
  pages: ReadPage[];
  /** How many pages the file has, also those that were not read; null if its kind has none. */
  pageCount: number | null;
  /** The title that the file gives itself. */
  title: string | null;
  /** How much was read, in characters (Unicode code points). */
  characters: number;
  /** The part of the text that was not read, as a sentence for people; null if all of it was read. */
  leftOut: string | null;
  /** What the file has beside its text and was not read, such as "3 charts" or "the comments"; as they follow "without". */
  without: readonly string[];
  /** The encoding that the text was read in, as people call it ("Windows-1252"), if it was guessed; null for UTF-8 and for other kinds. */
  readAs: string | null;
  /** The numbers of the pages that are pictures, as scanners make them: they may have text that is not in `pages`. */
  scans: readonly number[];
};

/** Why there is no text of a file. */
export type ReadFailure = {
  state: 'failed';
  /** A sentence for people. */
  problem: string;
  /** What the reader of this kind said, for the log; never for people. */
  detail: string | null;
  /** Whether the reading was ended from outside, by time or memory. Such a file would hold up the next reader, too. */
  wasEnded: boolean;
};

export type ReadResult = ReadFile | ReadFailure;

/** A reason for not reading a file, as a sentence for people. */
export class ReadingProblem extends Error {
  override readonly name = 'ReadingProblem';
}
