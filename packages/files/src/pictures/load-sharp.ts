import type { Sharp, SharpInput, SharpOptions } from 'sharp';
import { createTurns } from '../turns.ts';

type MakeSharp = (input?: SharpInput, options?: SharpOptions) => Sharp;

let loaded: Promise<MakeSharp> | null = null;

/** Loads sharp with the first picture: it takes 30 MB and about 60 ms, which the start of a process must not pay. */
export async function loadSharp(): Promise<MakeSharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    // Every picture is another one, so a cache of earlier work only holds memory.
    sharp.cache(false);
    return sharp;
  });
  return await loaded;
}

/**
 * Runs work on pictures one after the other. Its threads are those that also read files and hash passwords, and a picture of 50 megapixels
 * can take 200 MB.
 */
export const inTurn = createTurns(1);
