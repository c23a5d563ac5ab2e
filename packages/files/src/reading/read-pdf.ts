import { createAnnotations } from './pdf/annotations.ts';
import { hasItsEnd } from './pdf/ending.ts';
import { hiddenLayers } from './pdf/layers.ts';
import { openPdf, type Pdf } from './pdf/pdf-js.ts';
import { mayHavePictures } from './pdf/pictures-in-file.ts';
import { createPageReader, type PageContent, type PageReader } from './pdf/read-page.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector, titleOf } from './text-collector.ts';

/** Reads the text of a PDF page by page. Throws ReadingProblem. */
export async function readPdf(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const started = performance.now();
  if (!hasItsEnd(bytes)) throw damaged();
  // pdf.js takes the bytes away.
  const hasPictures = mayHavePictures(bytes);
  const pdf = await open(bytes);
  try {
    return await readOpened(pdf, hasPictures, limits, () => performance.now() - started > limits.softMilliseconds);
  } finally {
    // The thread reads other files, too.
    await pdf.loadingTask.destroy();
  }
}

async function readOpened(
  pdf: Pdf,
  hasPictures: boolean,
  limits: ReadingLimits,
  isLate: () => boolean,
): Promise<ReadFile> {
  if (pdf.numPages > limits.pages)
    throw new ReadingProblem(
      `This PDF has ${counted(pdf.numPages)} pages. At most ${counted(limits.pages)} can be read.`,
    );
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} as Record<string, unknown> }));
  const collector = new TextCollector(limits);
  const { contents, scans, leftOut } = await readPages(pdf, hasPictures, collector, isLate);
  if (isDynamicForm(info, collector)) throw dynamicForm();
  if (!collector.hasText && scans.length === 0) throw new ReadingProblem('This PDF has no text on its pages.');
  const without = await withoutWhat(pdf, contents);
  return collector.result({
    unit: 'page',
    pageCount: pdf.numPages,
    title: titleOf('Title' in info ? info.Title : null),
    leftOut,
    without,
    scans,
  });
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await openPdf(bytes);
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new ReadingProblem('This PDF is encrypted. Save it without a password and add it again.', { cause: error });
    throw damaged(error);
  }
}

type Pages = { contents: PageContent[]; scans: number[]; leftOut: string | null };

/** Reads pages until there is no more room or time. A page that is damaged is empty, unless all of them are. */
async function readPages(
  pdf: Pdf,
  hasPictures: boolean,
  collector: TextCollector,
  isLate: () => boolean,
): Promise<Pages> {
  const reader = createPageReader(createAnnotations(pdf), await hiddenLayers(pdf), hasPictures);
  const contents: PageContent[] = [];
  const scans: number[] = [];
  const errors: unknown[] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const content = await readPage(pdf, number, collector.left, reader).catch((error: unknown) => {
      errors.push(error);
      return null;
    });
    if (content !== null) contents.push(content);
    if (content?.isScan) scans.push(number);
    const isWhole = collector.add(content?.text ?? '');
    if (!isWhole) return { contents, scans, leftOut: collector.cutSentence };
    if (number < pdf.numPages && (collector.isFull || isLate()))
      return {
        contents,
        scans,
        leftOut: `Only the first ${counted(number)} of ${counted(pdf.numPages)} pages were read.`,
      };
  }
  if (errors.length > 0 && contents.length === 0) throw damaged(errors[0]);
  const isOne = errors.length === 1;
  const leftOut = `${counted(errors.length)} of ${counted(pdf.numPages)} pages ${isOne ? 'is' : 'are'} damaged and could not be read.`;
  return { contents, scans, leftOut: errors.length === 0 ? null : leftOut };
}

const readPage = async (pdf: Pdf, number: number, most: number, reader: PageReader) =>
  reader(await pdf.getPage(number), most);

/** What is in a PDF beside its text, for people. */
async function withoutWhat(pdf: Pdf, contents: readonly PageContent[]): Promise<string[]> {
  const sum = (of: (content: PageContent) => number) => contents.reduce((all, content) => all + of(content), 0);
  const attached = await pdf.getAttachments().catch(() => null);
  const pictures = sum((content) => content.pictures);
  const files = sum(({ attachedFiles }) => attachedFiles) || (attached?.size ?? 0);
  return [
    ...(contents.some(({ isUnseen }) => isUnseen) ? ['pictures'] : some(pictures, 'picture')),
    ...some(files, 'attached file'),
    ...(contents.some(({ hasHiddenText }) => hasHiddenText) ? ['the layers that are switched off'] : []),
  ];
}

const some = (count: number, name: string) =>
  count === 0 ? [] : [`${counted(count)} ${name}${count === 1 ? '' : 's'}`];
const counted = (count: number) => count.toLocaleString('en');

/** The note has a few sentences. */
const mostInNote = 2000;

/** Whether the pages are made by a program in the file (XFA), which only Adobe's own reader runs, and show a note that asks to wait. */
function isDynamicForm(info: object, { pages }: TextCollector): boolean {
  if (!('IsXFAPresent' in info && info.IsXFAPresent === true)) return false;
  const hasFields = 'IsAcroFormPresent' in info && info.IsAcroFormPresent === true;
  const text = pages.map((page) => page.text).join('');
  if (pages.length > 1 || text.length > mostInNote) return false;
  return /please wait/i.test(text) || (!hasFields && /adobe|acrobat/i.test(text));
}

const dynamicForm = () =>
  new ReadingProblem(
    'This PDF is a dynamic form (XFA), which cannot be read. Open it in Adobe Acrobat, print it as a PDF, and add that PDF.',
  );
const damaged = (cause?: unknown) => new ReadingProblem('This PDF is damaged or incomplete.', { cause });
