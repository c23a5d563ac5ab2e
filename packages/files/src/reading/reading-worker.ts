import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ReadableKind } from '../kinds/kinds.ts';
import type { DecodedBitmap } from './bitmaps/decode-bitmap.ts';
import type { DecodedHeic, Pixels } from './decode-heic.ts';
import { type ReadFile, ReadingProblem, type ReadResult } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';

// The thread in which files are read. Each task loads the reader of its kind alone.

// libheif writes about each broken file.
console.log = () => {};

type Reader = (bytes: Uint8Array, limits: ReadingLimits, name: string) => Promise<ReadFile>;

const readers: Readonly<Record<ReadableKind, () => Promise<Reader>>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  docx: async () => (await import('./docx/read-docx.ts')).readDocx,
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
  return handedOver(decoded) as unknown as DecodedHeic;
}

export type BitmapTask = { bytes: Uint8Array; kind: 'bmp' | 'ico'; mostPixels: number };

export async function bitmap({ bytes, kind, mostPixels }: BitmapTask): Promise<DecodedBitmap> {
  const { decodeBitmap } = await import('./bitmaps/decode-bitmap.ts');
  const decoded = decodeBitmap(bytes, kind, mostPixels);
  if (typeof decoded === 'string' || decoded instanceof Uint8Array) return decoded;
  return handedOver(decoded) as unknown as DecodedBitmap;
}

/** Handed over, not copied: 50 megapixels have 200 MB. */
const handedOver = (pixels: Pixels) => move({ [transferableSymbol]: [pixels.data.buffer], [valueSymbol]: pixels });
