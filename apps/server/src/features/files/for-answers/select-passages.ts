import type { File, PageUnit, UsedFile } from '@noek/contract/files/schemas';
import { comparedWords } from '@noek/contract/text/compared-words';
import type { Database } from '@noek/db/database';
import { pageRanges } from '@noek/files/passages/page-ranges';
import { partsOf } from '@noek/files/pictures/picture-parts';
import { and, eq, inArray } from 'drizzle-orm';
import { estimateTokens, tokensOfPicture } from '../../../text/estimate-tokens.ts';
import type { FileRow } from '../files.queries.ts';
import { textOf } from './known-texts.ts';

/** A part of a file that the model is given. */
export type GivenPassage = {
  fileId: string;
  name: string;
  page: number | null;
  /** What `page` is; null without one. */
  unit: PageUnit | null;
  text: string;
  /** Whether the text was recognised in a picture. */
  isScan: boolean;
};

/** What an answer is given of files. */
export type GivenFiles = {
  /** What is known about each file whose text or picture is given. */
  about: Record<string, unknown>[];
  passages: GivenPassage[];
  /** The pictures to show to a model that sees, in the order of the conversation. Without room for its parts, a long one is shown small. */
  pictures: { row: FileRow; isInParts: boolean }[];
  used: UsedFile[];
};

/** A file that came with the question, with an earlier message, or is in the project of the conversation. */
export type AskedFile = { file: File; from: 'question' | 'earlier' | 'project' };

type Asked = {
  /** The files of the conversation up to the question, the newest message first, and then those of its project. */
  files: readonly AskedFile[];
  question: string;
  budgetTokens: number;
  /** Whether pictures are shown to the model. They need no room if they are not. */
  showsPictures?: boolean;
};

/** The most pictures that one request shows. Each part of a long one counts. */
const mostPictures = 10;
/** Per passage, for what is around its text. */
const tokensAround = 20;
/** A file of a project takes at most this part of what is left, while others wait that fit the question less. */
const shareOfProject = 4;
/** How much text of a project's files is compared with a question, in characters. Of more, only the names are. */
const mostCompared = 4_000_000;
/** A passage takes at least this much, in characters. */
const leastCharacters = 500;

/** How much a word of the question in the name of a file counts, compared with words in its text. */
const fitOfName = 3;
/** The estimate of tokens, as in `estimateTokens`. */
const bytesPerToken = 3;

const noRoom = 'there was no room for it';

/**
 * Chooses what an answer is given of files, within a budget: the files of the question first, then older ones, then those of the project. A
 * text is given whole if it fits, otherwise the passages that fit the question. If a project's files do not fit, those that fit the
 * question best come first.
 */
export async function selectPassages(
  db: Database,
  { files, question, budgetTokens, showsPictures = true }: Asked,
): Promise<GivenFiles> {
  const rows = await rowsOf(db, files);
  const given: GivenFiles = { about: [], passages: [], pictures: [], used: [] };
  let left = budgetTokens;
  const waiting = files.filter(({ from }) => from !== 'project');
  const ofProject = files.filter(({ from }) => from === 'project');
  let areSharing = false;
  let shown = 0;
  const takeNext = async () => {
    if (waiting.length === 0 && ofProject.length > 0) {
      areSharing = charactersOf(ofProject, rows) > left * bytesPerToken;
      const ordered = areSharing ? await bestFirst(db, ofProject, rows, question) : ofProject;
      waiting.push(...ordered);
      ofProject.length = 0;
    }
    return waiting.shift();
  };
  for (let next = await takeNext(); next; next = await takeNext()) {
    const { file, from } = next;
    const row = rows.get(file.id);
    const none = (reason: string) => {
      // A project may have many files, of which an answer names those that it got.
      if (from === 'project' && reason === noRoom) return;
      given.used.push({ fileId: file.id, name: file.name, given: 'none', reason });
    };
    if (!row) none('it was deleted');
    else if (row.state === 'failed') none(withoutStop(row.problem ?? 'its text could not be read'));
    else if (row.state === 'reading') none('it was still being read');
    else if (row.width !== null) {
      const parts = partsOf(sizeOf(row));
      const costOf = (size: { width: number; height: number }) => (showsPictures ? tokensOfPicture(size) : 0);
      const inParts = parts.reduce((sum, part) => sum + costOf(part), 0);
      const isInParts = shown + parts.length <= mostPictures && left >= inParts;
      const tokens = isInParts ? inParts : costOf(sizeOf(row));
      if (shown >= mostPictures || left < tokens) none(noRoom);
      else {
        left -= tokens;
        shown += isInParts ? parts.length : 1;
        given.pictures.unshift({ row, isInParts });
        given.about.push(aboutOf(row));
        left -= await giveTextOfPicture(db, row, { question, tokens: left, given });
      }
    } else {
      // The files of one message share what is left.
      const others = from === 'earlier' ? 0 : waiting.filter((other) => other.from === from).length;
      const sharing = from === 'project' ? (areSharing ? Math.min(shareOfProject, 1 + others) : 1) : 1 + others;
      left -= await giveText(db, row, { question, tokens: Math.floor(left / sharing), given, none });
    }
  }
  return given;
}

const charactersOf = (files: readonly AskedFile[], rows: ReadonlyMap<string, FileRow>): number =>
  files.reduce((sum, { file }) => sum + (rows.get(file.id)?.characters ?? 0), 0);

/** The files of a project in the order in which they fit the question: by their text and their name. */
async function bestFirst(
  db: Database,
  files: readonly AskedFile[],
  rows: ReadonlyMap<string, FileRow>,
  question: string,
): Promise<AskedFile[]> {
  const asked = new Set(comparedWords(question));
  let left = mostCompared;
  const fits: { asked: AskedFile; fit: number }[] = [];
  for (const one of files) {
    const row = rows.get(one.file.id);
    left -= row?.characters ?? 0;
    const ofText =
      row?.state === 'ready' && row.width === null && left > 0 ? await (await textOf(db, row)).fitOf(question) : 0;
    const ofName = comparedWords(one.file.name).filter((word) => asked.has(word)).length;
    fits.push({ asked: one, fit: ofText + ofName * fitOfName });
  }
  return fits.sort((one, other) => other.fit - one.fit).map((each) => each.asked);
}

/** Gives the text of a file. Resolves to the tokens that it takes. */
async function giveText(
  db: Database,
  row: FileRow,
  {
    question,
    tokens,
    given,
    none,
  }: { question: string; tokens: number; given: GivenFiles; none(reason: string): void },
): Promise<number> {
  const text = await textOf(db, row);
  const { characters, bytes } = text;
  // Tokens are estimated by bytes, of which a character may have several.
  const budget = Math.floor(((tokens * 3) / Math.max(1, bytes)) * characters);
  const found = budget < leastCharacters && budget < characters ? null : await text.passagesFor(question, budget);
  if (!found || found.given === 'none') {
    none(characters === 0 ? 'there is no text in it' : noRoom);
    return 0;
  }
  const scanned = await scannedPages(db, row);
  const passages = found.passages.map(
    (passage): GivenPassage => ({
      fileId: row.id,
      name: row.name,
      page: row.unit === null ? null : passage.page,
      unit: row.unit,
      text: passage.text,
      isScan: scanned.has(passage.page ?? 1),
    }),
  );
  given.passages.push(...passages);
  given.about.push(aboutOf(row));
  const fromScan = pageRanges(passages.flatMap(({ page, isScan }) => (isScan ? [page ?? 1] : [])));
  const reason = reasonOf(row);
  given.used.push({
    fileId: row.id,
    name: row.name,
    given: found.given,
    ...(found.given === 'passages' && found.pages && { pages: found.pages }),
    ...(row.pages !== null && { pagesOfFile: row.pages }),
    ...(row.unit !== null && { unit: row.unit }),
    ...(reason !== null && { reason }),
    ...(fromScan.length > 0 && { fromScan }),
    ...(row.readAs !== null && { readAs: row.readAs }),
  });
  return tokensOfAll(passages);
}

const tokensOfAll = (passages: readonly GivenPassage[]): number =>
  passages.reduce((sum, passage) => sum + estimateTokens(passage.text) + tokensAround, 0);

/** Notes that a picture is shown, and gives the text that was recognised in it, if any. Resolves to the tokens that the text takes. */
async function giveTextOfPicture(
  db: Database,
  row: FileRow,
  { question, tokens, given }: { question: string; tokens: number; given: GivenFiles },
): Promise<number> {
  const passages: GivenPassage[] = [];
  if ((row.characters ?? 0) > 0) {
    const text = await textOf(db, row);
    const found = await text.passagesFor(
      question,
      Math.floor(((tokens * 3) / Math.max(1, text.bytes)) * text.characters),
    );
    for (const passage of found.passages)
      passages.push({ fileId: row.id, name: row.name, page: null, unit: null, text: passage.text, isScan: true });
  }
  given.passages.push(...passages);
  given.used.push({
    ...{ fileId: row.id, name: row.name, given: 'whole', isPicture: true },
    ...(passages.length > 0 && { fromScan: [[1, 1]] }),
  });
  return tokensOfAll(passages);
}

/** What of a file could not be given, for people; null if nothing. */
function reasonOf({ problem, scansLeft }: FileRow): string | null {
  const waiting = scansLeft === 1 ? '1 page is still being read' : `${scansLeft} pages are still being read`;
  const parts = [...(problem === null ? [] : [withoutStop(problem)]), ...(scansLeft > 0 ? [waiting] : [])];
  return parts.length > 0 ? parts.join('; ') : null;
}

/** The pages whose text was recognised. A file without scans costs nothing. */
async function scannedPages({ orm, tables }: Database, row: FileRow): Promise<ReadonlySet<number>> {
  if (row.scans === 0) return new Set();
  const { fileScans: s } = tables;
  const scanned = await orm
    .select({ number: s.number })
    .from(s)
    .where(and(eq(s.fileId, row.id), inArray(s.state, ['read', 'hard'])));
  return new Set(scanned.map(({ number }) => number));
}

const sizeOf = ({ width, height }: FileRow) => ({ width: width ?? 0, height: height ?? 0 });

async function rowsOf({ orm, tables }: Database, files: Asked['files']): Promise<Map<string, FileRow>> {
  const { files: f } = tables;
  const ids = files.map(({ file }) => file.id);
  const rows = ids.length > 0 ? await orm.select().from(f).where(inArray(f.id, ids)) : [];
  return new Map(rows.map((row) => [row.id, row]));
}

const aboutOf = (row: FileRow): Record<string, unknown> => ({
  name: row.name,
  type: row.type,
  size: row.size,
  ...(row.pages !== null && { pages: row.pages, unit: row.unit }),
  ...(row.width !== null && { width: row.width, height: row.height }),
  ...row.about,
});

/** Sentences follow a colon on the screen: "Not read: this PDF is encrypted". */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
