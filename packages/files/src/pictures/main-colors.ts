import { inTurn } from './load-sharp.ts';
import { decoded, openPicture, withinSide } from './open-picture.ts';

/** A colour of a picture, as "#rrggbb", and its share of the picture, from 0 to 1. */
export type MainColor = { hex: string; share: number };

/** The picture is looked at in this size, in pixels, which is enough for its colours. */
const lookedAtSide = 64;
/** Colours whose distance is smaller, of 442 between black and white, are called the same. */
const sameColor = 48;

type Sum = { red: number; green: number; blue: number; count: number };

/**
 * The colours that make up most of a picture, the most frequent first, at most `most` of them. Transparent parts count as white. Throws
 * FileRefusal with the reason `damaged` if the picture cannot be decoded.
 */
export async function mainColors(bytes: Uint8Array, most = 5): Promise<MainColor[]> {
  const pixels = await inTurn(() =>
    decoded(async () =>
      (await openPicture(bytes))
        // Averages of neighbouring pixels would be colours that the picture does not have.
        .resize({ ...withinSide(lookedAtSide), kernel: 'nearest' })
        .flatten({ background: 'white' })
        .toColourspace('srgb')
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  const groups = groupsOf(pixels.data, pixels.info.channels);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  return groups.slice(0, most).map((group) => ({ hex: hexOf(group), share: group.count / total }));
}

/** Pixels that are alike, together, the largest group first. */
function groupsOf(data: Buffer, channels: number): Sum[] {
  const cells = new Map<number, Sum>();
  for (let at = 0; at < data.length; at += channels) {
    const red = data[at] ?? 0;
    const green = channels < 3 ? red : (data[at + 1] ?? 0);
    const blue = channels < 3 ? red : (data[at + 2] ?? 0);
    // The upper four bits of each channel.
    const key = ((red >> 4) << 8) | ((green >> 4) << 4) | (blue >> 4);
    const sum = cells.get(key) ?? { red: 0, green: 0, blue: 0, count: 0 };
    cells.set(key, { red: sum.red + red, green: sum.green + green, blue: sum.blue + blue, count: sum.count + 1 });
  }
  const groups: Sum[] = [];
  for (const cell of [...cells.values()].toSorted((a, b) => b.count - a.count)) {
    const near = groups.find((group) => distance(group, cell) < sameColor);
    if (!near) groups.push(cell);
    else
      Object.assign(near, {
        red: near.red + cell.red,
        green: near.green + cell.green,
        blue: near.blue + cell.blue,
        count: near.count + cell.count,
      });
  }
  return groups.toSorted((a, b) => b.count - a.count);
}

const meanOf = ({ red, green, blue, count }: Sum) => [red / count, green / count, blue / count] as const;

function distance(a: Sum, b: Sum): number {
  const [red, green, blue] = meanOf(a);
  const [otherRed, otherGreen, otherBlue] = meanOf(b);
  return Math.hypot(red - otherRed, green - otherGreen, blue - otherBlue);
}

const hexOf = (sum: Sum) =>
  `#${meanOf(sum)
    .map((value) => Math.round(value).toString(16).padStart(2, '0'))
    .join('')}`;
