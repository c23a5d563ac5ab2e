import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { pdfOfObjects } from './pdf.ts';

/** A picture of six lines of a contract, 1,000 by 600 pixels, as PNG. */
export const scannedLines = readFileSync(new URL('scanned-lines.png', import.meta.url));

/** A sentence of each second line of it. */
export const scannedSentences = [
  'The tenant pays 1,250.50 EUR per month.',
  'Pets are allowed in the garden only.',
  'Signed in Lisbon on 14 May 2026.',
] as const;

type Drawn = {
  bytes: Uint8Array;
  width: number;
  height: number /** One bit per pixel, drawn in black where it is 0. */;
  isMask?: boolean;
};

/** Pages that draw pictures: `content` names them /P0, /P1 and so on; `turned` is how far a viewer turns the page, clockwise. */
export type PicturePage = { pictures: readonly Drawn[]; content: string; turned?: 0 | 90 | 180 | 270; text?: string };

/** A PDF of such pages, each 500 by 300 points. */
export function pdfOfPictures(pages: readonly PicturePage[]): Buffer<ArrayBuffer> {
  const objects: Parameters<typeof pdfOfObjects>[0][number][] = ['<< /Type /Catalog /Pages 2 0 R >>', ''];
  const add = (object: (typeof objects)[number]) => objects.push(object);
  const kids: number[] = [];
  const font = add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>');
  for (const { pictures, content, turned = 0, text } of pages) {
    const names = pictures.map(({ bytes, width, height, isMask = false }, at) => {
      const look = isMask ? '/ImageMask true /BitsPerComponent 1' : '/ColorSpace /DeviceGray /BitsPerComponent 8';
      const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${look} /Filter /FlateDecode`;
      return `/P${at} ${add({ dictionary, bytes: deflateSync(bytes) })} 0 R`;
    });
    const words = text === undefined ? '' : ` BT /F1 12 Tf 20 20 Td (${text}) Tj ET`;
    const stream = add({ bytes: Buffer.from(content + words) });
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 500 300] /Rotate ${turned} /Contents ${stream} 0 R /Resources << /Font << /F1 ${font} 0 R >> /XObject << ${names.join(' ')} >> >> >>`,
      ),
    );
  }
  objects[1] = `<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`;
  return pdfOfObjects(objects);
}

/** A part of the lines from one row of pixels to another, a byte per pixel. */
export async function greyLines(from = 0, to = 600): Promise<Drawn> {
  const bytes = await sharp(scannedLines)
    .extract({ left: 0, top: from, width: 1000, height: to - from })
    .greyscale()
    .raw()
    .toBuffer();
  return { bytes, width: 1000, height: to - from };
}

/** A PDF whose only page is a scan of the lines. */
export const scannedPdf = async (pages = 1): Promise<Buffer<ArrayBuffer>> => {
  const picture = await greyLines();
  return pdfOfPictures(
    Array.from({ length: pages }, () => ({ pictures: [picture], content: 'q 500 0 0 300 0 0 cm /P0 Do Q' })),
  );
};
