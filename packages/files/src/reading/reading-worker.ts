import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ReadableKind } from '../kinds/kinds.ts';
import type { DecodedHeic } from './decode-heic.ts';
import { type ReadFile, ReadingProblem, type ReadResult } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';

// The thread in which files are read. Each task loads the reader of its kind alone.

// libheif writes about each broken file.
console.log = () => {};

type Reader = (bytes: Uint8Array, limits: ReadingLimits, name: string) => Promise<ReadFile>;

const readers: Readonly<Record<ReadableKind, () => Promise<Reader>>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  docx: async () => (await import('./read-docx.ts')).readDocx,
  xlsx: async () => (await import('./read-xlsx.ts')).readXlsx,
  pptx: async () => (await import('./read-pptx.ts')).readPptx,
  odt: async () => (await import('./open-document/read-odt.ts')).readOdt,
  ods: async () => (await import('./open-document/read-ods.ts')).readOds,
  odp: async () => (await import('./open-document/read-odp.ts')).readOdp,
  rtf: async () => (await import('./rtf/read-rtf.ts')).readRtf,
  epub: async () => (await import('./epub/read-epub.ts')).readEpub,
  eml: async () => (await import('./mail/read-mail.ts')).readMail,
  text: async () => (await import('./texts/read-page.ts')).readTextOrPage,
};

export type ReadTask = { bytes: Uint8Array; kind: ReadableKind; name: string; limits: ReadingLimits };

export async function read({ bytes, kind, name, limits }: ReadTask): Promise<ReadResult> {
  const reader = await readers[kind]();
  try {
    return await reader(bytes, limits, name);
  } catch (error) {
    const cause = error instanceof ReadingProblem ? error.cause : error;
    return {
      state: 'failed',
      problem: error instanceof ReadingProblem ? error.message : 'This file is damaged or incomplete.',
      detail: cause === undefined ? null : String(cause).slice(0, 1000),
      wasEnded: false,
    };
  }
}

export type HeicTask = { bytes: Uint8Array; mostPixels: number };

export async function heic({ bytes, mostPixels }: HeicTask): Promise<DecodedHeic> {
  const { decodeHeic } = await import('./decode-heic.ts');
  const decoded = await decodeHeic(bytes, mostPixels);
  if (typeof decoded === 'string') return decoded;
  // Handed over, not copied: 50 megapixels have 200 MB.
  return move({ [transferableSymbol]: [decoded.data.buffer], [valueSymbol]: decoded }) as unknown as DecodedHeic;
}
