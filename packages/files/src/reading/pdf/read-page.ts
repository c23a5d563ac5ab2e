import { type Annotation, annotationTypes, type createAnnotations } from './annotations.ts';
import { fieldRuns } from './form-fields.ts';
import { runsIn } from './laid-runs.ts';
import { withoutHidden } from './layers.ts';
import { runsOf } from './page-runs.ts';
import { pageText } from './page-text.ts';
import { type Painted, type Picture, paintedOn } from './painted.ts';
import type { PdfPage } from './pdf-js.ts';
import type { TextRun } from './text-run.ts';

/** What a page has. */
export type PageContent = {
  text: string;
  /** Pictures that are large, but neither a scan nor a background. */
  pictures: number;
  isScan: boolean;
  /** Whether the page may have pictures that were not looked for, because that takes too long. */
  isUnseen: boolean;
  attachedFiles: number;
  hasHiddenText: boolean;
};

/** Pictures over more of a page are named. */
const namedShare = 0.25;
/** Behind the text of a page, a picture over more of it is a background, or the scan of which the text is. */
const backgroundShare = 0.8;

/**
 * What a page paints is held in memory as a whole. If reading the texts of a page takes more processor time than this, the page draws very
 * much, such as the lines of a map, and its pictures are not looked for.
 */
const mostMilliseconds = 250;
const millisecondsOfText = 0.1;

export type PageReader = (page: PdfPage, most: number) => Promise<PageContent>;

/** Reads pages in their order. `isHidden` tells which layers are switched off; null if none is. Without `hasPictures` none is looked for. */
export function createPageReader(
  annotations: ReturnType<typeof createAnnotations>,
  isHidden: ((layer: unknown) => boolean) | null,
  hasPictures: boolean,
): PageReader {
  const budget = createBudget();

  return async (page, most) => {
    const started = processorTime();
    const { runs: drawn } = await runsOf(page, most);
    const spent = processorTime() - started;
    const isSparse = mayBeScan(lengthOf(drawn));
    const isWanted = isHidden !== null || (hasPictures && (isSparse || budget.allows(spent)));
    const isPossible = spent < mostMilliseconds + drawn.length * millisecondsOfText;
    const painted = isWanted && isPossible ? await budget.timed(paintedOn(page, isHidden)) : null;
    const { transform } = page.getViewport({ scale: 1 });
    const seen = isHidden === null || painted === null ? drawn : withoutHidden(drawn, painted.texts, transform);
    const notes = await annotations.on(page);
    const fields = fieldRuns(notes, seen, transform);
    const written = freeTextRuns(notes, seen.length + fields.length, transform);
    const text = pageText([...seen, ...fields, ...written]);
    page.cleanup();
    return {
      text: [text, ...commentsOn(notes, text)].join('\n\n'),
      ...picturesOf(text, painted),
      isUnseen: hasPictures && painted === null,
      attachedFiles: notes.filter(({ annotationType }) => annotationType === annotationTypes.file).length,
      hasHiddenText: seen.length < drawn.length,
    };
  };
}

function picturesOf(text: string, painted: Painted | null): Pick<PageContent, 'pictures' | 'isScan'> {
  const { pictures } = painted ?? { pictures: [] };
  if (isScan(text.trim().length, pictures)) return { pictures: 0, isScan: true };
  return {
    pictures: pictures.filter(({ share }) => share > namedShare && share < backgroundShare).length,
    isScan: false,
  };
}

/** The processor time of this thread in milliseconds. On a busy machine, a page takes longer and has no more on it. */
function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const lengthOf = (runs: readonly TextRun[]) => runs.reduce((sum, run) => sum + run.text.length, 0);

/**
 * Looking for pictures takes at most half of the time of reading texts: a page that is one large drawing takes long, and has no pictures
 * that are worth it.
 */
function createBudget() {
  let left = 200;
  return {
    allows(spent: number): boolean {
      left += spent / 2;
      return left > 0;
    },
    async timed<Value>(work: Promise<Value>): Promise<Value> {
      const started = processorTime();
      const value = await work;
      left -= processorTime() - started;
      return value;
    },
  };
}

/** A page with fewer characters than this, and pictures over more than half of it, is a scan. */
const fewCharacters = 20;
/** With pictures over nearly all of it, a page may have some more: what was stamped on it, or written above it. */
const someCharacters = 200;
const nearlyAll = 0.8;

/** Whether a page may be a scan, so that its pictures are looked for. */
const mayBeScan = (characters: number): boolean => characters < someCharacters;

/** Whether a page is a scan: pictures over most of the page, such as the strips that scanners make, and hardly any text. */
function isScan(characters: number, pictures: readonly Picture[]): boolean {
  const covered = pictures.reduce((sum, { share }) => sum + share, 0);
  return (characters < fewCharacters && covered > 0.5) || (mayBeScan(characters) && covered > nearlyAll);
}

/** Texts that people wrote on a page, as runs in their places. */
function freeTextRuns(annotations: readonly Annotation[], firstOrder: number, viewport: readonly number[]): TextRun[] {
  const runs: TextRun[] = [];
  for (const note of annotations) {
    if (note.annotationType !== annotationTypes.freeText) continue;
    const shown = note.textContent?.join('\n') ?? '';
    runs.push(...runsIn(note, shown.trim() === '' ? contentsOf(note) : shown, viewport, firstOrder + runs.length));
  }
  return runs;
}

/** The comments on a page, a line for each one; without those that repeat what the page says. */
function commentsOn(annotations: readonly Annotation[], shown: string): string[] {
  const said = plain(shown);
  return annotations.flatMap((note) => {
    const { annotationType, titleObj } = note;
    if (annotationType === annotationTypes.freeText || annotationType === annotationTypes.widget) return [];
    const isCrossedOut = annotationType === annotationTypes.strikeOut && (note.overlaidText ?? '').trim() !== '';
    const lines = isCrossedOut ? [`Crossed out: ${oneLine(note.overlaidText ?? '')}`] : [];
    const text = contentsOf(note);
    if (text === '' || said.includes(plain(text))) return lines;
    const author = oneLine(titleObj?.str ?? '');
    return [...lines, `Comment${author === '' ? '' : ` by ${author}`}: ${text}`];
  });
}

const contentsOf = ({ contentsObj }: Annotation) => contentsObj?.str.trim() ?? '';
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const plain = (text: string) => text.replace(/\s+/g, '');
