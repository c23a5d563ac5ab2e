/** A picture with sides that differ by more than this is read in parts: a screenshot of a whole page, or a panorama. */
const longRatio = 3;
/** The longest side of other stored pictures, in pixels. */
export const longestSide = 2048;
/** A long picture that is only this much longer loses little when it is made smaller. */
const littleLonger = 1.25;
/** What a long picture is stored with at most: its shorter side, at which the letters of a phone's screenshot are readable, and its area. */
const longPicture = { shorter: 1080, longer: 16_000, area: 4 * longestSide ** 2 };
/** How much longer a part is than the shorter side, between its shortest and longest length in pixels. */
const part = { ratio: 1.5, shortest: 1024, longest: 2048 };
/** The share of a part that the next one repeats, so that no line of text is cut. */
const overlap = 0.1;
/** The most parts of a picture. */
const mostParts = 8;

type Size = { width: number; height: number };
/** A rectangle of a picture, in pixels. */
export type PicturePart = Size & { left: number; top: number };

const isLong = ({ width, height }: Size) => Math.max(width, height) > longRatio * Math.min(width, height);

/** The longer side that a picture is stored with, in pixels. */
export function storedSide(size: Size): number {
  const [shorter = 1, longer = 1] = [size.width, size.height].sort((a, b) => a - b);
  if (!isLong(size) || longer <= longestSide * littleLonger) return Math.min(longer, longestSide);
  const { shorter: most, longer: longest, area } = longPicture;
  return Math.round(longer * Math.min(1, most / shorter, longest / longer, Math.sqrt(area / (shorter * longer))));
}

/**
 * The parts in which a picture is given to a model, from top to bottom or from left to right, each a little over the one before; the whole
 * picture if its sides do not differ much.
 */
export function partsOf({ width, height }: Size): PicturePart[] {
  if (!isLong({ width, height })) return [{ left: 0, top: 0, width, height }];
  const isTall = height > width;
  const [shorter, longer] = isTall ? [width, height] : [height, width];
  const usual = Math.min(part.longest, Math.max(part.shortest, Math.round(shorter * part.ratio)));
  const count = Math.min(mostParts, Math.max(1, Math.ceil((longer / usual - overlap) / (1 - overlap))));
  const length = Math.min(longer, Math.ceil(longer / (count - (count - 1) * overlap)));
  return Array.from({ length: count }, (_, at) => {
    const start = count === 1 ? 0 : Math.round((at * (longer - length)) / (count - 1));
    return isTall ? { left: 0, top: start, width, height: length } : { left: start, top: 0, width: length, height };
  });
}

/** What a model is told about a part, such as "part 1 of 3, top to bottom"; null for a whole picture. */
export function partName(parts: readonly PicturePart[], at: number): string | null {
  const [first] = parts;
  if (!first || parts.length === 1) return null;
  const isTall = parts.some(({ top }) => top > 0);
  return `part ${at + 1} of ${parts.length}, ${isTall ? 'top to bottom' : 'left to right'}`;
}
