import type { Pixels } from '../decode-heic.ts';
import type { BitmapHeader } from './bitmap-header.ts';

type Colors = readonly (readonly number[])[];

/** The largest share of the rows that may be missing at the end. */
const mostMissing = 0.1;

/** Writes pixels that are stored row by row. Returns false if more than a few are missing. */
export function writePacked(bytes: Uint8Array, header: BitmapHeader, colors: Colors, { data, width, height }: Pixels) {
  const { bits, isTopDown } = header;
  const rowBytes = Math.ceil((width * bits) / 32) * 4;
  const there = Math.floor((bytes.length + 3) / rowBytes);
  if (bits === 0 || there < height * (1 - mostMissing)) return false;
  const pixelAt = readerOf(bytes, header, colors);
  for (let y = 0; y < Math.min(height, there); y++) {
    let target = (isTopDown ? y : height - 1 - y) * width * 4;
    for (let x = 0; x < width; x++, target += 4) pixelAt(y * rowBytes, x, data, target);
  }
  return true;
}

type WritePixel = (row: number, x: number, data: Uint8ClampedArray, target: number) => void;

function readerOf(bytes: Uint8Array, { bits, masks, hasAlpha }: BitmapHeader, colors: Colors): WritePixel {
  const at = (place: number) => bytes[place] ?? 0;
  if (bits <= 8) {
    const perByte = 8 / bits;
    const most = (1 << bits) - 1;
    return (row, x, data, target) => {
      const shift = (perByte - 1 - (x % perByte)) * bits;
      const [red = 0, green = 0, blue = 0] = colors[(at(row + Math.floor(x / perByte)) >> shift) & most] ?? [];
      set(data, target, red, green, blue);
    };
  }
  if (bits === 24)
    return (row, x, data, target) => {
      const place = row + x * 3;
      set(data, target, at(place + 2), at(place + 1), at(place));
    };
  const [red, green, blue, alpha] = masks.map(channelOf);
  return (row, x, data, target) => {
    const place = row + (x * bits) / 8;
    const low = at(place) | (at(place + 1) << 8);
    const value = (bits === 16 ? low : low | (at(place + 2) << 16) | (at(place + 3) << 24)) >>> 0;
    set(
      data,
      target,
      red?.(value) ?? 0,
      green?.(value) ?? 0,
      blue?.(value) ?? 0,
      hasAlpha ? (alpha?.(value) ?? 0) : 255,
    );
  };
}

/** Takes the bits of a mask out of a pixel and spreads them over 0 to 255. */
function channelOf(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => ((((value & mask) >>> 0) >>> shift) * 255) / most;
}

function set(data: Uint8ClampedArray, target: number, red: number, green: number, blue: number, alpha = 255): void {
  data[target] = red;
  data[target + 1] = green;
  data[target + 2] = blue;
  data[target + 3] = alpha;
}

/** Writes pixels that are stored as runs of one colour ([MS-WMF], 3.1.6). Returns false if they end early. */
export function writeRuns(bytes: Uint8Array, { bits }: BitmapHeader, colors: Colors, { data, width, height }: Pixels) {
  let x = 0;
  let y = 0;
  const put = (index: number) => {
    const [red = 0, green = 0, blue = 0] = colors[index] ?? [];
    if (x < width && y < height) set(data, ((height - 1 - y) * width + x) * 4, red, green, blue);
    x++;
  };
  const half = (byte: number, at: number) => (bits === 8 ? byte : at % 2 === 0 ? byte >> 4 : byte & 15);
  let place = 0;
  while (place + 1 < bytes.length && y < height) {
    const [count = 0, value = 0] = bytes.subarray(place, place + 2);
    place += 2;
    if (count > 0) for (let at = 0; at < count; at++) put(half(value, at));
    else if (value === 0) {
      x = 0;
      y++;
    } else if (value === 1) return true;
    else if (value === 2) {
      x += bytes[place] ?? 0;
      y += bytes[place + 1] ?? 0;
      place += 2;
    } else {
      for (let at = 0; at < value; at++) put(half(bytes[place + (bits === 8 ? at : at >> 1)] ?? 0, at));
      const used = bits === 8 ? value : Math.ceil(value / 2);
      place += used + (used % 2);
    }
  }
  return y >= height * (1 - mostMissing);
}
