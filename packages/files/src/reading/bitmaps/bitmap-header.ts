/** What the header of a bitmap says about its pixels. */
export type BitmapHeader = {
  /** The bytes of the header. */
  size: number;
  width: number;
  height: number;
  isTopDown: boolean;
  bits: number;
  compression: 'none' | 'runs' | 'embedded';
  /** Which bits of a pixel are red, green, blue and opacity. */
  masks: readonly [number, number, number, number];
  /** The bytes of masks that follow the header. */
  maskBytes: number;
  hasAlpha: boolean;
  colorCount: number;
  colorBytes: 3 | 4;
};

const usualMasks = {
  16: [0x7c00, 0x3e0, 0x1f, 0],
  32: [0xff0000, 0xff00, 0xff, 0xff000000],
} as const;
const old = 12;

/** Reads the header of a bitmap's pixels ([MS-WMF], 2.2.2.3, and its later versions). Null if it is none. Throws RangeError if it is cut. */
export function bitmapHeader(view: DataView): BitmapHeader | null {
  const size = view.getUint32(0, true);
  if (size === old) return oldHeader(view);
  if (size < 16 || size > 256) return null;
  const height = view.getInt32(8, true);
  const bits = view.getUint16(14, true);
  const method = size >= 20 ? view.getUint32(16, true) : 0;
  const compression = ([0, 3, 6] as number[]).includes(method) ? 'none' : method <= 2 ? 'runs' : 'embedded';
  if (method > 6 || ![1, 2, 4, 8, 16, 24, 32, 0].includes(bits)) return null;
  const hasMasks = method === 3 || method === 6;
  const maskCount = method === 6 || size >= 56 ? 4 : 3;
  const mask = (at: number) => (hasMasks && at < maskCount ? view.getUint32(40 + 4 * at, true) : 0);
  const masks: BitmapHeader['masks'] = hasMasks
    ? [mask(0), mask(1), mask(2), mask(3)]
    : bits === 16
      ? usualMasks[16]
      : usualMasks[32];
  const colorCount = size >= 36 ? view.getUint32(32, true) : 0;
  return {
    ...{ size, bits, compression, masks, colorBytes: 4, isTopDown: height < 0 },
    ...{ width: view.getInt32(4, true), height: Math.abs(height), hasAlpha: bits === 32 && masks[3] !== 0 },
    maskBytes: hasMasks && size === 40 ? maskCount * 4 : 0,
    colorCount: bits > 8 ? 0 : colorCount === 0 ? 1 << bits : Math.min(colorCount, 256),
  };
}

function oldHeader(view: DataView): BitmapHeader {
  const bits = view.getUint16(10, true);
  return {
    ...{ size: old, bits, compression: 'none', masks: usualMasks[32], colorBytes: 3, isTopDown: false },
    ...{ width: view.getUint16(4, true), height: view.getUint16(6, true), hasAlpha: false, maskBytes: 0 },
    colorCount: bits > 8 ? 0 : 1 << bits,
  };
}

/** The colours that pixels of up to 8 bits name, each as red, green and blue. */
export function colorsOf(bytes: Uint8Array, { size, maskBytes, colorCount, colorBytes }: BitmapHeader): number[][] {
  return Array.from({ length: colorCount }, (_, at) => {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(size + maskBytes + at * colorBytes);
    return [red, green, blue];
  });
}
