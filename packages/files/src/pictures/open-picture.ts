import type { ResizeOptions, Sharp, SharpInput, SharpOptions } from 'sharp';
import { FileRefusal } from '../file-refusal.ts';
import { mostPixels, tooLarge } from '../pixel-limit.ts';
import { loadSharp } from './load-sharp.ts';

/** The longest time that work on a picture may take, in seconds. */
const longestSeconds = 15;

/** The size of a picture as it is stored, its frames, and whether it may have transparent parts. */
type Shape = { width: number; height: number; frames: number; isTransparent: boolean };

/**
 * Reads the size of a picture from its first bytes, without decoding it. Throws FileRefusal with the reason `damaged` or, if one frame has
 * more than 50 megapixels, `pixels`.
 */
export async function shapeOf(input: SharpInput, options: SharpOptions = {}): Promise<Shape> {
  const sharp = await loadSharp();
  const { width, height, pages, hasAlpha } = await decoded(() =>
    sharp(input, { ...options, limitInputPixels: false, animated: false }).metadata(),
  );
  if (width * height > mostPixels) throw tooLarge();
  return { width, height, frames: pages ?? 1, isTransparent: hasAlpha };
}

/** A picture to work on, the right way up. */
export async function openPicture(input: SharpInput, options: SharpOptions = {}): Promise<Sharp> {
  const sharp = await loadSharp();
  return sharp(input, { failOn: 'error', limitInputPixels: mostPixels, ...options })
    .timeout({ seconds: longestSeconds })
    .autoOrient();
}

/** Whether work ended because of its time limit. sharp says so in its message alone. */
export const tookTooLong = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout');

/** The result of work on a picture. Throws FileRefusal with the reason `damaged` if the picture cannot be decoded. */
export async function decoded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    throw new FileRefusal('damaged', 'This picture is damaged or incomplete.', { cause: error });
  }
}

/** Makes a picture smaller, if it is larger, until neither side is longer than this. */
export const withinSide = (side: number): ResizeOptions => ({
  width: side,
  height: side,
  fit: 'inside',
  withoutEnlargement: true,
});
