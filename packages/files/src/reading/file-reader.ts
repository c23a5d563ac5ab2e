import { fileURLToPath } from 'node:url';
import type { SharpInput, SharpOptions } from 'sharp';
import { FileRefusal } from '../file-refusal.ts';
import type { ReadableKind } from '../kinds/kinds.ts';
import { mostPixels, tooLarge } from '../pixel-limit.ts';
import type { DecodedBitmap } from './bitmaps/decode-bitmap.ts';
import type { DecodedHeic } from './decode-heic.ts';
import type { ReadResult } from './read-result.ts';
import { type ReadingLimits, readingLimits } from './reading-limits.ts';
import type { Ending } from './reading-thread.ts';
import type { BitmapTask, HeicTask, ReadTask } from './reading-worker.ts';
import { createThreads } from './threads.ts';

/** How many texts are read at once. */
const threadCount = 2;
/** Decoding needs 200 MB for 50 megapixels, and as much for what is decoded. */
const heicOutsideMegabytes = 900;

const worker = fileURLToPath(new URL('reading-worker.ts', import.meta.url));

export type FileReader = {
  /**
   * Reads the text of a file. Never rejects because of the file: whatever is wrong with it is in the result, as a sentence for people.
   * The bytes are copied to the thread. Of a text, the name says whether HTML is a page to read or source.
   */
  read(bytes: Uint8Array, kind: ReadableKind, name?: string): Promise<ReadResult>;
  /** Decodes a HEIC picture to what sharp takes. Throws FileRefusal with the reason `damaged` or `pixels`. */
  decodeHeic(bytes: Uint8Array): Promise<{ input: SharpInput; options: SharpOptions }>;
  /** Decodes a bitmap, or the largest picture of a file of icons, to what sharp takes. Throws as `decodeHeic`. */
  decodeBitmap(bytes: Uint8Array, kind: 'bmp' | 'ico'): Promise<{ input: SharpInput; options: SharpOptions }>;
  /** Ends the threads. Reading that is not finished rejects. */
  close(): Promise<void>;
};

/**
 * Reads texts in two threads, one file each at a time, and decodes pictures in another one, so that no text waits for a picture. Limits of memory
 * and time end the thread and not the process. Threads start with the first file and end after 30 s without one.
 */
export function createFileReader(limits: ReadingLimits = readingLimits): FileReader {
  const texts = createThreads(threadCount, worker, limits);
  const pictures = createThreads(1, worker, limits);

  return {
    async read(bytes, kind, name = '') {
      const task: ReadTask = { bytes, kind, name, limits };
      const result = await texts.run<ReadTask, ReadResult>('read', task, limits.outsideMegabytes);
      if ('state' in result) return result;
      return { state: 'failed', problem: sentences(limits)[result.ended], detail: result.detail, wasEnded: true };
    },
    async decodeHeic(bytes) {
      return rawOf(await pictures.run<HeicTask, DecodedHeic>('heic', { bytes, mostPixels }, heicOutsideMegabytes));
    },
    async decodeBitmap(bytes, kind) {
      const task: BitmapTask = { bytes, kind, mostPixels };
      const result = await pictures.run<BitmapTask, DecodedBitmap>('bitmap', task, heicOutsideMegabytes);
      if (result instanceof Uint8Array) return { input: result, options: {} };
      return rawOf(result);
    },
    async close() {
      await Promise.all([texts.close(), pictures.close()]);
    },
  };
}

/** Pixels as sharp takes them. */
function rawOf(result: DecodedHeic | Ending): { input: SharpInput; options: SharpOptions } {
  if (result === 'pixels') throw tooLarge();
  if (result === 'damaged' || 'ended' in result)
    throw new FileRefusal('damaged', 'This picture is damaged or incomplete.', { cause: result });
  const { data, width, height } = result;
  return { input: data, options: { raw: { width, height, channels: 4 } } };
}

const sentences = ({ milliseconds }: ReadingLimits): Record<Ending['ended'], string> => ({
  time: `Reading took longer than ${milliseconds / 1000} seconds.`,
  memory: 'Reading this file needs too much memory.',
  crash: 'This file could not be read.',
});
