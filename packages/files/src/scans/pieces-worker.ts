import { move, transferableSymbol, valueSymbol } from 'piscina';
import { type PagePieces, pagePieces } from './page-pieces.ts';

// The thread in which pages of PDFs are taken apart.

export type PiecesTask = { bytes: Uint8Array; number: number };

export async function pieces({ bytes, number }: PiecesTask): Promise<PagePieces> {
  const found = await pagePieces(bytes, number);
  // Handed over, not copied.
  return move({
    [transferableSymbol]: found.pieces.map(({ grey }) => grey.buffer),
    [valueSymbol]: found,
  }) as unknown as PagePieces;
}
