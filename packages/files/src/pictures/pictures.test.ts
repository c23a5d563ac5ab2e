import sharp, { type Sharp } from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { PictureKind } from '../kinds/kinds.ts';
import { createFileReader } from '../reading/file-reader.ts';
import { bmpOf, icoOf, infoHeader, withFileHeader } from '../testing/bmp.ts';
import { exifOf, locatedJpeg, traces } from '../testing/located-jpeg.ts';
import { tinyHeic } from '../testing/tiny-heic.ts';
import { mainColors } from './main-colors.ts';
import { partName, partsOf, storedSide } from './picture-parts.ts';
import { reencode } from './reencode.ts';
import { previewOf, stillsOf } from './smaller-pictures.ts';

const reader = createFileReader();
afterAll(() => reader.close());
const encode = (bytes: Uint8Array, kind: PictureKind) => reencode(bytes, kind, reader);

/** A picture of one colour whose left third is red, so that its sides can be told apart. */
const twoColored = (width: number, height: number, background = 'blue') =>
  sharp({ create: { width, height, channels: 3, background } })
    .composite([
      {
        input: { create: { width: Math.floor(width / 3), height, channels: 3, background: 'red' } },
        gravity: 'west',
      },
    ])
    .removeAlpha();

async function pixelAt(bytes: Uint8Array, left: number, top: number): Promise<number[]> {
  const pixel = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).removeAlpha().raw().toBuffer();
  return [...pixel];
}
const isRed = ([red = 0, green = 0, blue = 0]: number[]) => red > 180 && green < 90 && blue < 90;

const withoutTraces = (bytes: Buffer) =>
  traces.filter((trace) => bytes.includes(trace)).map((trace) => Buffer.from(trace).toString('latin1'));

test('a photo with a place and orientation 6 is stored upright, and no byte of its coordinates is kept', async () => {
  const photo = locatedJpeg(await twoColored(90, 60).jpeg().toBuffer(), 6);
  // The fixture names the place in a way that programs read.
  expect((await sharp(photo).metadata()).orientation).toBe(6);
  expect(withoutTraces(photo)).toContain('GPSLatitude');
  expect(withoutTraces(photo).length).toBeGreaterThanOrEqual(7);

  const stored = await encode(photo, 'jpeg');
  expect(stored).toMatchObject({ kind: 'jpeg', width: 60, height: 90 });
  // The left third turns to the top.
  expect(isRed(await pixelAt(stored.bytes, 30, 10))).toBe(true);
  expect(isRed(await pixelAt(stored.bytes, 30, 60))).toBe(false);
  const preview = await previewOf(photo);
  for (const bytes of [stored.bytes, preview.bytes]) {
    expect(withoutTraces(bytes)).toEqual([]);
    const { exif, xmp, icc, iptc, orientation } = await sharp(bytes).metadata();
    expect({ exif, xmp, icc, iptc, orientation }).toEqual({});
  }
});

test.each(['png', 'webp', 'avif'] as const)('EXIF, XMP and colour profiles of %s are not kept', async (kind) => {
  const located = await twoColored(90, 60)
    .toFormat(kind)
    .withExif({ IFD0: { Model: 'Secret camera' }, IFD3: { GPSLatitude: '48/1 8/1 135737/10007', GPSLatitudeRef: 'N' } })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
    .withIccProfile('p3')
    .toBuffer();
  expect(withoutTraces(located).length).toBeGreaterThanOrEqual(2);
  const { bytes } = await encode(located, kind);
  expect(withoutTraces(bytes)).toEqual([]);
  const { exif, xmp, icc } = await sharp(bytes).metadata();
  expect({ exif, xmp, icc }).toEqual({});
});

test('text in a PNG and a comment in a GIF are not kept', async () => {
  const gif = await twoColored(20, 20).gif().toBuffer();
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, 17]), Buffer.from('a comment of mine'), Buffer.from([0])]);
  const commented = Buffer.concat([gif.subarray(0, -1), comment, gif.subarray(-1)]);
  expect(withoutTraces(commented)).toEqual(['a comment of mine']);
  expect(withoutTraces((await encode(commented, 'gif')).bytes)).toEqual([]);

  const { crc32 } = await import('node:zlib');
  const png = await twoColored(20, 20).png().toBuffer();
  const body = Buffer.concat([Buffer.from('eXIf'), exifOf(1)]);
  const frame = Buffer.alloc(4);
  frame.writeUInt32BE(body.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  const located = Buffer.concat([png.subarray(0, 33), frame, body, sum, png.subarray(33)]);
  expect(withoutTraces(located)).toContain('Secret camera');
  expect(withoutTraces((await encode(located, 'png')).bytes)).toEqual([]);
});

test('HEIC becomes JPEG, and AVIF becomes JPEG, or PNG if it is transparent', async () => {
  const heic = await encode(tinyHeic, 'heic');
  expect(heic).toMatchObject({ kind: 'jpeg', width: 64, height: 48 });
  expect(isRed(await pixelAt(heic.bytes, 10, 20))).toBe(true);
  expect(isRed(await pixelAt(heic.bytes, 50, 20))).toBe(false);

  expect(await encode(await twoColored(30, 20).avif().toBuffer(), 'avif')).toMatchObject({ kind: 'jpeg' });
  const transparent = sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000080' } });
  expect(await encode(await transparent.avif().toBuffer(), 'avif')).toMatchObject({ kind: 'png' });
});

test('a large picture is made smaller, a small one is not made larger', async () => {
  expect(await encode(await twoColored(4000, 2000).png().toBuffer(), 'png')).toMatchObject({
    width: 2048,
    height: 1024,
  });
  expect(await encode(await twoColored(30, 20).jpeg().toBuffer(), 'jpeg')).toMatchObject({ width: 30, height: 20 });
  const preview = await previewOf(await twoColored(3000, 1500).jpeg().toBuffer());
  expect(preview).toMatchObject({ width: 768, height: 384 });
  expect((await sharp(preview.bytes).metadata()).format).toBe('webp');
});

/** Frames of different colours, one below the other, as sharp takes them. */
async function animation(frames: number, width: number, height: number, format: (picture: Sharp) => Sharp) {
  const pixels = Buffer.alloc(width * height * frames * 3);
  for (let frame = 0; frame < frames; frame++)
    pixels.fill((frame * 60) % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
  return await format(sharp(pixels, { raw })).toBuffer();
}

test('GIF and WebP keep moving; those with too many frames become a still', async () => {
  for (const kind of ['gif', 'webp'] as const) {
    const moving = await encode(await animation(5, 40, 30, (picture) => picture.toFormat(kind)), kind);
    expect(moving).toMatchObject({ kind, width: 40, height: 30 });
    expect((await sharp(moving.bytes).metadata()).pages).toBe(5);
    expect((await sharp((await previewOf(moving.bytes)).bytes).metadata()).pages ?? 1).toBe(1);
    const [still, ...rest] = await stillsOf(moving);
    expect(rest).toEqual([]);
    expect(still).toMatchObject({ part: null });
    expect((await sharp(still?.bytes).metadata()).format).toBe(still?.kind);
  }
  const many = await animation(501, 4, 4, (picture) => picture.gif());
  expect((await sharp((await encode(many, 'gif')).bytes).metadata()).pages ?? 1).toBe(1);
});

test('a picture of more than 50 megapixels is refused before it is decoded', async () => {
  const refusal = { reason: 'pixels', message: 'This picture has more than 50 megapixels.' };
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  // The size in the header; its checksum stays wrong.
  png.writeUInt32BE(50_001, 16);
  png.writeUInt32BE(1000, 20);
  await expect(encode(png, 'png')).rejects.toMatchObject(refusal);
  const jpeg = await twoColored(8, 8).jpeg().toBuffer();
  jpeg.write('ea60ea60', jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5, 'hex');
  await expect(encode(jpeg, 'jpeg')).rejects.toMatchObject(refusal);
  const sizes = Buffer.from(tinyHeic);
  for (let at = sizes.indexOf('ispe'); at !== -1; at = sizes.indexOf('ispe', at + 4)) {
    sizes.writeUInt32BE(10_000, at + 8);
    sizes.writeUInt32BE(10_000, at + 12);
  }
  await expect(encode(sizes, 'heic')).rejects.toMatchObject(refusal);
});

test('a long screenshot keeps letters that can be read', async () => {
  expect(await encode(await twoColored(1080, 6000).png().toBuffer(), 'png')).toMatchObject({
    width: 1080,
    height: 6000,
  });
  expect(await encode(await twoColored(8000, 2000).jpeg().toBuffer(), 'jpeg')).toMatchObject({
    width: 4320,
    height: 1080,
  });
  // Its area and its longer side are bounded, too.
  expect(storedSide({ width: 1080, height: 17_000 })).toBe(16_000);
  expect(storedSide({ width: 700, height: 70_000 })).toBe(16_000);
  expect(storedSide({ width: 2000, height: 6000 })).toBe(2048);
  expect(storedSide({ width: 2400, height: 140 })).toBe(2048);
});

test('a long picture is given to models in parts, each a little over the one before', async () => {
  expect(partsOf({ width: 2048, height: 700 })).toEqual([{ left: 0, top: 0, width: 2048, height: 700 }]);
  for (const [width, height] of [
    [1080, 15_000],
    [400, 1300],
    [30, 3000],
    [16_000, 1048],
  ] as const) {
    const parts = partsOf({ width, height });
    expect(parts.length).toBeLessThanOrEqual(8);
    const side = height > width ? 'top' : 'left';
    const length = height > width ? 'height' : 'width';
    for (const [at, part] of parts.entries()) {
      const next = parts[at + 1];
      const end = part[side] + part[length];
      if (next) expect(end - next[side]).toBeGreaterThan(part[length] * 0.08);
      else expect(end).toBe(Math.max(width, height));
    }
  }
  expect(partName(partsOf({ width: 1080, height: 4000 }), 1)).toBe('part 2 of 3, top to bottom');
  expect(partName(partsOf({ width: 4000, height: 1000 }), 0)).toBe('part 1 of 3, left to right');

  const wide = await encode(await twoColored(4500, 1000).png().toBuffer(), 'png');
  const stills = await stillsOf(wide);
  expect(stills.map(({ part }) => part)).toEqual([1, 2, 3, 4].map((at) => `part ${at} of 4, left to right`));
  expect(isRed(await pixelAt(stills[0]?.bytes ?? wide.bytes, 100, 100))).toBe(true);
  expect(isRed(await pixelAt(stills[3]?.bytes ?? wide.bytes, 100, 100))).toBe(false);
  const [small, ...rest] = await stillsOf(wide, { isInParts: false });
  expect(rest).toEqual([]);
  expect(await sharp(small?.bytes).metadata()).toMatchObject({ width: 2048, height: 455 });
  // Without parts, nothing is decoded.
  const broken = { bytes: Buffer.from('x'), kind: 'png', width: 10, height: 10 } as const;
  expect(await stillsOf(broken)).toEqual([{ bytes: broken.bytes, kind: 'png', part: null }]);
});

test('bitmaps and icons become PNG', async () => {
  const plain = await encode(bmpOf(30, 20), 'bmp');
  expect(plain).toMatchObject({ kind: 'png', width: 30, height: 20 });
  expect(isRed(await pixelAt(plain.bytes, 5, 10))).toBe(true);
  expect(isRed(await pixelAt(plain.bytes, 25, 10))).toBe(false);

  // Four pixels in a row: two of the second colour, then two of the first one.
  const colors = Buffer.from([0, 0, 0, 0, 0, 0, 255, 0]);
  const two = (bits: number, compression: number, pixels: number[], height = 1) =>
    Buffer.concat([infoHeader(4, height, bits, compression, 2), colors, Buffer.from(pixels)]);
  for (const [bits, compression, pixels] of [
    [1, 0, [0b11000000, 0, 0, 0]],
    [4, 0, [0x11, 0x00, 0, 0]],
    [8, 0, [1, 1, 0, 0]],
    [8, 1, [2, 1, 2, 0, 0, 1]],
    [4, 2, [2, 0x11, 2, 0, 0, 1]],
    [8, 1, [0, 4, 1, 1, 0, 0, 0, 1]],
  ] as const) {
    const { bytes } = await encode(withFileHeader(two(bits, compression, [...pixels]), 62), 'bmp');
    for (const x of [0, 1, 2, 3]) expect(isRed(await pixelAt(bytes, x, 0))).toBe(x < 2);
  }
  const topDown = Buffer.concat([infoHeader(1, -2, 32), Buffer.from([0, 0, 255, 0, 255, 0, 0, 0])]);
  const turned = await encode(withFileHeader(topDown, 54), 'bmp');
  expect(isRed(await pixelAt(turned.bytes, 0, 0))).toBe(true);

  // Of an icon, the largest picture is taken; the mask makes the right half of this one transparent.
  const masked = two(8, 0, [1, 1, 1, 1, 0b00110000, 0, 0, 0], 2);
  const small = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const icon = await encode(
    icoOf([
      { side: 2, bytes: small },
      { side: 4, bytes: masked },
    ]),
    'ico',
  );
  expect(icon).toMatchObject({ kind: 'png', width: 4, height: 1 });
  expect([...(await sharp(icon.bytes).extractChannel(3).raw().toBuffer())]).toEqual([255, 255, 0, 0]);
  expect(await encode(icoOf([{ side: 2, bytes: small }]), 'ico')).toMatchObject({ width: 2, height: 2 });
});

test('bitmaps that are hostile or cut are refused', async () => {
  const huge = withFileHeader(infoHeader(50_001, 1000, 24), 54);
  await expect(encode(huge, 'bmp')).rejects.toMatchObject({ reason: 'pixels' });
  for (const bytes of [
    bmpOf(100, 100).subarray(0, 15_000),
    bmpOf(100, 100).subarray(0, 20),
    withFileHeader(infoHeader(-5, 5, 24), 54),
    withFileHeader(infoHeader(5, 5, 3), 54),
    withFileHeader(infoHeader(4000, 4000, 8, 1), 54),
  ])
    await expect(encode(bytes, 'bmp')).rejects.toMatchObject({ reason: 'damaged' });
  const ico = icoOf([{ side: 4, bytes: Buffer.from([40, 0, 0, 0]) }]);
  await expect(encode(ico, 'ico')).rejects.toMatchObject({ reason: 'damaged' });
  await expect(encode(Buffer.from([0, 0, 1, 0, 255, 255]), 'ico')).rejects.toMatchObject({ reason: 'damaged' });
});

test('a TIFF becomes JPEG or PNG, its pages below each other', async () => {
  expect(await encode(await twoColored(30, 20).tiff().toBuffer(), 'tiff')).toMatchObject({ kind: 'jpeg', width: 30 });
  const pages = await animation(3, 40, 30, (picture) => picture.tiff());
  expect(await encode(pages, 'tiff')).toMatchObject({ width: 40, height: 90 });
});

test('a picture with a little damage is taken, as browsers show it', async () => {
  const noise = sharp({
    create: {
      width: 300,
      height: 300,
      channels: 3,
      background: 'red',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
  const jpeg = await noise.clone().jpeg().toBuffer();
  const png = await noise.clone().png().toBuffer();
  for (const share of [0.995, 0.9]) {
    expect(await encode(jpeg.subarray(0, jpeg.length * share), 'jpeg')).toMatchObject({ width: 300, height: 300 });
    expect(await encode(png.subarray(0, png.length * share), 'png')).toMatchObject({ width: 300, height: 300 });
  }
  const wrongSum = Buffer.from(png);
  const at = wrongSum.indexOf('IDAT');
  wrongSum.writeUInt32BE(1, at + 4 + wrongSum.readUInt32BE(at - 4));
  expect(await encode(wrongSum, 'png')).toMatchObject({ width: 300, height: 300 });
  await expect(encode(jpeg.subarray(0, jpeg.length * 0.6), 'jpeg')).rejects.toMatchObject({ reason: 'damaged' });
});

test('pictures that are cut or broken are refused', async () => {
  const damaged = { reason: 'damaged', message: 'This picture is damaged or incomplete.' };
  for (const kind of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const whole = await twoColored(200, 200).toFormat(kind).toBuffer();
    await expect(encode(whole.subarray(0, whole.length / 2), kind)).rejects.toMatchObject(damaged);
    await expect(encode(whole.subarray(0, 12), kind)).rejects.toMatchObject(damaged);
  }
  await expect(encode(tinyHeic.subarray(0, 450), 'heic')).rejects.toMatchObject(damaged);
  await expect(encode(tinyHeic.subarray(0, 40), 'heic')).rejects.toMatchObject(damaged);
  await expect(previewOf(Buffer.from('Hello'))).rejects.toMatchObject(damaged);
});

test('the main colours of a picture, the most frequent first', async () => {
  const [first, second, ...rest] = await mainColors(await twoColored(300, 200).png().toBuffer());
  expect(first).toEqual({ hex: '#0000ff', share: expect.closeTo(2 / 3, 1) });
  expect(second).toEqual({ hex: '#ff0000', share: expect.closeTo(1 / 3, 1) });
  expect(rest).toEqual([]);
  const gray = sharp({ create: { width: 9, height: 9, channels: 3, background: '#777' } }).grayscale();
  expect(await mainColors(await gray.jpeg().toBuffer(), 1)).toEqual([{ hex: '#777777', share: 1 }]);
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } });
  expect(await mainColors(await clear.png().toBuffer())).toEqual([{ hex: '#ffffff', share: 1 }]);
});
