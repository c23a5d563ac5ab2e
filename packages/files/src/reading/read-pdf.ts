import { getDocumentProxy } from 'unpdf';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector, titleOf } from './text-collector.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** How far from the end the mark of the end may be. Acrobat looks at 1,024 bytes. */
const endBytes = 4096;

/** Reads the text of a PDF page by page. Throws ReadingProblem. */
export async function readPdf(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const started = performance.now();
  // pdf.js repairs what is cut off, and would give a part of the file as the whole.
  if (!Buffer.from(bytes.subarray(-endBytes)).includes('%%EOF')) throw damaged();
  const pdf = await open(bytes);
  if (pdf.numPages > limits.pages)
    throw new ReadingProblem(
      `This PDF has ${pdf.numPages.toLocaleString('en')} pages. At most ${limits.pages.toLocaleString('en')} can be read.`,
    );
  const collector = new TextCollector(limits);
  let leftOut: string | null = null;
  for (let number = 1; number <= pdf.numPages && leftOut === null; number++) {
    const isWhole = collector.add(await textOf(pdf, number, collector.left));
    const isLate = performance.now() - started > limits.softMilliseconds;
    if (!isWhole) leftOut = collector.cutSentence;
    else if (number < pdf.numPages && (collector.isFull || isLate))
      leftOut = `Only the first ${number.toLocaleString('en')} of ${pdf.numPages.toLocaleString('en')} pages were read.`;
  }
  if (!collector.hasText) throw new ReadingProblem('This PDF has no text on its pages.');
  return collector.result({ unit: 'page', pageCount: pdf.numPages, title: await titleIn(pdf), leftOut });
}

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      verbosity: 0,
      useSystemFonts: false,
      disableFontFace: true,
      enableXfa: false,
    });
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new ReadingProblem('This PDF is encrypted. Save it without a password and add it again.', { cause: error });
    throw damaged(error);
  }
}

/** The text of a page, or its first part: the page is not read on when it has more than `most` characters. */
async function textOf(pdf: Pdf, number: number, most: number): Promise<string> {
  const page = await pdf.getPage(number).catch((error) => {
    throw damaged(error);
  });
  const reader = page.streamTextContent().getReader();
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    for (const item of part.value.items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    // A character takes at most two units.
    if (text.length > most * 2) {
      await reader.cancel(new Error('The rest is not read.'));
      break;
    }
  }
  page.cleanup();
  return text;
}

async function titleIn(pdf: Pdf): Promise<string | null> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  return titleOf('Title' in info ? info.Title : null);
}

const damaged = (cause?: unknown) => new ReadingProblem('This PDF is damaged or incomplete.', { cause });
