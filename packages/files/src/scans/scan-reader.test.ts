import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import {
  greyLines,
  type PicturePage,
  pdfOfPictures,
  scannedLines,
  scannedPdf,
  scannedSentences,
} from '../testing/scans.ts';
import { createScanReader } from './scan-reader.ts';

const reader = createScanReader(['eng']);
afterAll(() => reader.close());

const readPage = async (page: PicturePage) => reader.readPage(pdfOfPictures([page]), 1);
const whole = 'q 500 0 0 300 0 0 cm /P0 Do Q';

function expectLines({ text, isHard }: { text: string; isHard: boolean }) {
  for (const sentence of scannedSentences) expect(text).toContain(sentence);
  expect(isHard).toBe(false);
}

test('a page that is one picture', async () => {
  expectLines(await readPage({ pictures: [await greyLines()], content: whole }));
});

test('a page whose scanner made strips', async () => {
  const pictures = [await greyLines(0, 250), await greyLines(250, 600)];
  const content = 'q 500 0 0 125 0 175 cm /P0 Do Q q 500 0 0 175 0 0 cm /P1 Do Q';
  expectLines(await readPage({ pictures, content }));
});

test('black letters in a mask of bits over a picture of the paper', async () => {
  const { bytes } = await greyLines();
  const mask = new Uint8Array(125 * 600).fill(0xff);
  for (const [at, value] of bytes.entries())
    if (value < 128) {
      const byte = Math.floor(at / 1000) * 125 + ((at % 1000) >> 3);
      mask[byte] = (mask[byte] ?? 0) & ~(0x80 >> (at % 8));
    }
  const paper = { bytes: new Uint8Array([235]), width: 1, height: 1 };
  const pictures = [paper, { bytes: mask, width: 1000, height: 600, isMask: true }];
  expectLines(await readPage({ pictures, content: `${whole} q 500 0 0 300 0 0 cm /P1 Do Q` }));
});

test('a page that a viewer turns, and pictures that the page turns or mirrors', async () => {
  const lines = await greyLines();
  expectLines(await readPage({ pictures: [lines], content: 'q -500 0 0 -300 500 300 cm /P0 Do Q', turned: 180 }));
  const mirrored = await sharp(scannedLines).greyscale().flip().raw().toBuffer();
  const upside = { bytes: mirrored, width: 1000, height: 600 };
  expectLines(await readPage({ pictures: [upside], content: 'q 500 0 0 -300 0 300 cm /P0 Do Q' }));
});

test('a picture that is drawn very much larger than its page is left out, and the page is read on', async () => {
  const lines = await greyLines();
  const huge = `q 50000 0 0 50000 0 0 cm /P1 Do Q`;
  const dot = { bytes: new Uint8Array([0]), width: 1, height: 1 };
  expectLines(await readPage({ pictures: [lines, dot], content: `${whole} ${huge.repeat(50)}` }));
});

test('a picture that lies on its side or upside down', async () => {
  for (const angle of [90, 180])
    expectLines(await reader.readPicture(await sharp(scannedLines).rotate(angle).jpeg().toBuffer()));
});

test('a picture that lies aslant, and light letters on a dark ground', async () => {
  const paper = sharp(scannedLines).flatten({ background: 'white' });
  expectLines(await reader.readPicture(await paper.clone().rotate(6, { background: 'white' }).png().toBuffer()));
  expectLines(await reader.readPicture(await paper.clone().negate().png().toBuffer()));
});

test('a picture without letters has no text', async () => {
  const hills =
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#8bd"/><ellipse cx="200" cy="420" rx="300" ry="160" fill="#583"/><circle cx="470" cy="90" r="40" fill="#fd5"/></svg>';
  const picture = await sharp(Buffer.from(hills)).jpeg().toBuffer();
  expect(await reader.readPicture(picture)).toEqual({ text: '', isHard: false });
});

test('what takes too long ends, and the next page is read', async () => {
  const hasty = createScanReader(['eng'], { millisecondsPerPage: 1 });
  onTestFinished(() => hasty.close());
  await expect(hasty.readPicture(scannedLines)).rejects.toThrow('1 ms');
  expectLines(await reader.readPicture(scannedLines));
});

test('a page that is not there, and a PDF that is damaged, are failures', async () => {
  await expect(reader.readPage(await scannedPdf(), 2)).rejects.toThrow();
  await expect(reader.readPage(Buffer.from('%PDF-1.7 nothing'), 1)).rejects.toThrow();
});
