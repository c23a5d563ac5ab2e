import type { ReadPage } from '../reading/read-result.ts';

/** A part of a page. */
export type Piece = {
  page: number;
  /** The name of a sheet. */
  name: string | null;
  text: string;
  /** The first row of a sheet, without which the other rows say little; empty where it is not needed. */
  heading: string;
  /** What is between this piece and the one before it. */
  joint: string;
};

/** How long a piece is at most, in UTF-16 code units. */
export const longestPiece = 1000;
/** A first row that is longer is not repeated. */
const longestHeading = 300;

/** The pages in pieces: paragraphs, as many together as fit, and long ones between lines, sentences or words. */
export function* piecesOf(pages: readonly ReadPage[]): Generator<Piece> {
  for (const { number: page, name, text, rows } of pages) {
    const [first = ''] = rows === null ? [] : text.split('\n', 1);
    const heading = first.length <= longestHeading ? first : '';
    for (const [at, piece] of packed(text).entries())
      yield { page, name, text: piece, heading: at > 0 ? heading : '', joint: rows === null ? '\n\n' : '\n' };
  }
}

function packed(text: string): string[] {
  const pieces: string[] = [];
  let current = '';
  for (const paragraph of text.split(/\n{2,}/).filter((each) => each.trim() !== ''))
    for (const [at, part] of shortened(paragraph).entries()) {
      const joint = at > 0 ? '\n' : '\n\n';
      if (current !== '' && current.length + joint.length + part.length <= longestPiece) current += joint + part;
      else {
        if (current !== '') pieces.push(current);
        current = part;
      }
    }
  if (current !== '') pieces.push(current);
  return pieces;
}

/** A paragraph in parts that fit into a piece. */
function shortened(paragraph: string): string[] {
  if (paragraph.length <= longestPiece) return [paragraph];
  const lines = paragraph.split('\n');
  if (lines.length > 1) return lines.flatMap(shortened);
  return grouped(paragraph.split(/(?<=[.!?。！？])(?=\s|[\u3000-\u9fff])/u).flatMap(cut));
}

/** A sentence that is too long, cut after words, or anywhere between characters. */
const cut = (sentence: string): string[] =>
  sentence.length <= longestPiece
    ? [sentence]
    : (sentence.match(
        new RegExp(
          `[\\s\\S]{1,${longestPiece - 1}}(?:\\s|$)|[\\s\\S]{1,${longestPiece - 1}}(?![\\udc00-\\udfff])`,
          'g',
        ),
      ) ?? []);

function grouped(sentences: readonly string[]): string[] {
  const groups: string[] = [];
  for (const sentence of sentences) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + sentence.length <= longestPiece)
      groups[groups.length - 1] = last + sentence;
    else groups.push(sentence);
  }
  return groups.map((group) => group.trim()).filter((group) => group !== '');
}
