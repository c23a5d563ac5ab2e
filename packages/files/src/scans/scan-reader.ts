import { fileURLToPath } from 'node:url';
import { loadSharp } from '../pictures/load-sharp.ts';
import { cleanText } from '../reading/text-collector.ts';
import { createThreads } from '../reading/threads.ts';
import { drawPage } from './draw-page.ts';
import type { PagePieces } from './page-pieces.ts';
import type { PiecesTask } from './pieces-worker.ts';
import type { Recognized, RecognizeTask } from './scan-worker.ts';

/** The text of a page that is a picture. `isHard`: so few letters were certain that there may be mistakes. */
export type ScannedPage = { text: string; isHard: boolean };

export type ScanReader = {
  /** Reads a page of a PDF, from 1. Rejects with ScanFailure if it took too long or cannot be drawn. */
  readPage(bytes: Uint8Array, number: number): Promise<ScannedPage>;
  /** Reads a picture of a kind that sharp takes. Rejects with ScanFailure. */
  readPicture(bytes: Uint8Array): Promise<ScannedPage>;
  /** Ends the threads. What is being read rejects. */
  close(): Promise<void>;
};

/** A page that could not be read. The message is for the log. */
export class ScanFailure extends Error {
  override readonly name = 'ScanFailure';
}

export type ScanLimits = { millisecondsPerPage: number };

const scanLimits: ScanLimits = { millisecondsPerPage: 60_000 };
/** How many pages are read at once. Each takes a processor and 320 MB. */
const threadCount = 2;
const outsideMegabytes = 1_500;
const heapMegabytes = 512;

/** Under it, a page may lie on its side: the other ways are tried, too. From 0 to 100, as Tesseract has it. */
const surelyUpright = 65;
/** Under it, some of the letters are wrong. */
const hard = 60;
/** Under it, the marks of the picture are no letters, and no letters that lie on their side either. */
const nothing = 25;
const surelyNothing = 10;
/** Smaller letters are not recognised. */
const leastSide = 1_200;
const mostSide = 4_000;

const worker = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Reads pages that are pictures, without any model. Threads start with the first page and end after 30 s without one. */
export function createScanReader(languages: readonly string[], limits: ScanLimits = scanLimits): ScanReader {
  const within = { milliseconds: limits.millisecondsPerPage, heapMegabytes };
  const drawing = createThreads(1, worker('pieces-worker.ts'), within);
  const reading = createThreads(threadCount, worker('scan-worker.ts'), within);

  async function recognize(picture: Uint8Array): Promise<Recognized> {
    const task: RecognizeTask = { picture, languages };
    const found = await reading.run<RecognizeTask, Recognized>('recognize', task, outsideMegabytes);
    if ('ended' in found) throw new ScanFailure(found.detail);
    return found;
  }

  /** Reads it as it is, and if that is doubtful, turned. */
  async function read(picture: Uint8Array): Promise<ScannedPage> {
    const sharp = await loadSharp();
    let best = await recognize(picture);
    for (const angle of [90, 270, 180] as const) {
      if (best.confidence >= surelyUpright || best.confidence < surelyNothing) break;
      const turned = await recognize(await sharp(picture).rotate(angle).png({ compressionLevel: 1 }).toBuffer());
      if (turned.confidence > best.confidence) best = turned;
    }
    if (best.confidence < nothing) return { text: '', isHard: false };
    return { text: cleanText(best.text).trim(), isHard: best.confidence < hard };
  }

  return {
    async readPage(bytes, number) {
      const task: PiecesTask = { bytes, number };
      const found = await drawing.run<PiecesTask, PagePieces>('pieces', task, outsideMegabytes);
      if ('ended' in found) throw new ScanFailure(found.detail);
      return read(await drawPage(found));
    },
    async readPicture(bytes) {
      const sharp = await loadSharp();
      const { width, height } = await sharp(bytes).metadata();
      const shorter = Math.min(width, height);
      const scale = Math.min(Math.max(1, leastSide / shorter), mostSide / Math.max(width, height));
      const picture = sharp(bytes).flatten({ background: 'white' }).greyscale();
      return read(
        await picture
          .resize(Math.max(1, Math.round(width * scale)))
          .png({ compressionLevel: 1 })
          .toBuffer(),
      );
    },
    async close() {
      await Promise.all([drawing.close(), reading.close()]);
    },
  };
}
