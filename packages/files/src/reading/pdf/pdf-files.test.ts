import { deflateSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { drawn, pdfOf, pdfOfObjects } from '../../testing/pdf.ts';
import { createFileReader } from '../file-reader.ts';
import { readingLimits } from '../reading-limits.ts';
import { hasItsEnd } from './ending.ts';
import { mayHavePictures } from './pictures-in-file.ts';

// A busy machine is slow, not wrong.
const reader = createFileReader({ ...readingLimits, milliseconds: 60_000, softMilliseconds: 60_000 });
afterAll(() => reader.close());

type Part = {
  content?: string;
  /** Entries of the page. */
  page?: string;
  /** Entries of the page's resources. */
  resources?: string;
  /** More fonts of the page. */
  fonts?: string;
  catalog?: string;
  /** Objects from number 6. */
  more?: Parameters<typeof pdfOfObjects>[0];
};

/** A PDF of one page, whose font is F1. */
const onePage = ({ content = '', page = '', resources = '', fonts = '', catalog = '', more = [] }: Part) =>
  pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R ${fonts} >> ${resources} >> ${page} >>`,
    { bytes: Buffer.from(content, 'latin1') },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...more,
  ]);
const at = (x: number, y: number, text: string) => `BT /F1 12 Tf ${x} ${y} Td (${text}) Tj ET `;
const read = (file: Uint8Array) => reader.read(new Uint8Array(file), 'pdf');
const textOf = async (file: Uint8Array) => {
  const result = await read(file);
  return result.state === 'ready' ? result.pages.map(({ text }) => text).join('\f') : result.problem;
};

test('the rows of a table that is drawn column by column stay rows', async () => {
  const cells = ['Name', 'Ada', 'Ben'].map((name, row) => at(50, 700 - row * 20, name));
  const numbers = ['Hours', '7', '9'].map((number, row) => at(250, 700 - row * 20, number));
  const units = ['Rate', '30', '40'].map((number, row) => at(400, 700 - row * 20, number));
  expect(await textOf(onePage({ content: [...cells, ...numbers, ...units].join('') }))).toBe(
    '| Name | Hours | Rate |\n| Ada | 7 | 30 |\n| Ben | 9 | 40 |',
  );
});

test('a page that is turned is read as people see it', async () => {
  const content =
    'BT /F1 12 Tf 0 1 -1 0 100 50 Tm (First line) Tj ET BT /F1 12 Tf 0 1 -1 0 115 50 Tm (second line) Tj ET';
  expect(await textOf(onePage({ content, page: '/Rotate 90' }))).toBe('First line\nsecond line');
});

test('the values of a form are beside their labels, ticks too', async () => {
  const widget = (rect: string, entries: string) =>
    `<< /Type /Annot /Subtype /Widget /F 4 /Rect [${rect}] ${entries} >>`;
  const tick = (state: string) => `/FT /Btn /V /${state} /AS /${state} /AP << /N << /Yes 12 0 R /Off 12 0 R >> >>`;
  const file = onePage({
    content: at(50, 700, 'Surname:') + at(50, 670, 'Smoker') + at(50, 640, 'Driver') + at(50, 610, 'Country'),
    page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
    catalog: '/AcroForm << /Fields [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R] /DA (/Helv 12 Tf) >>',
    more: [
      widget('150 695 300 712', '/FT /Tx /T (name) /V (Okonkwo)'),
      widget('150 668 162 680', `/T (smoker) ${tick('Yes')}`),
      widget('150 638 162 650', `/T (driver) ${tick('Off')}`),
      widget('150 605 300 622', '/FT /Ch /Ff 131072 /T (land) /V (td) /Opt [[(pe) (Peru)] [(td) (Chad)]]'),
      widget('150 505 300 522', '/FT /Tx /Ff 8192 /T (secret) /V (do not give)'),
      '(nothing)',
      { dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 12 12]', bytes: Buffer.from('') },
    ],
  });
  expect(await textOf(file)).toBe('| Surname: | Okonkwo |\n| Smoker | ☑ |\n| Driver | ☐ |\n| Country | Chad |');
});

test('a list shows what can be chosen, and what was', async () => {
  const list = '/FT /Ch /T (size) /V (m) /Opt [(s) (m)] /Type /Annot /Subtype /Widget /F 4 /Rect [150 660 300 700]';
  const file = onePage({
    content: at(50, 690, 'Size'),
    page: '/Annots [6 0 R]',
    catalog: '/AcroForm << /Fields [6 0 R] >>',
    more: [`<< ${list} >>`],
  });
  expect(await textOf(file)).toMatch(/Size[^☑]*☐ s[^☑]*☑ m/);
});

test('free text stays where it is, comments follow the page, and links are no text', async () => {
  const note = (subtype: string, rect: string, contents: string, more = '') =>
    `<< /Type /Annot /Subtype /${subtype} /Rect [${rect}] /Contents (${contents}) ${more} >>`;
  const file = onePage({
    content: at(50, 700, 'First') + at(50, 660, 'Last'),
    page: '/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R]',
    more: [
      note('FreeText', '50 674 300 690', 'In between', '/DA (/Helv 12 Tf)'),
      note('Text', '10 10 30 30', 'Call Ute first', '/T (Ada)'),
      note('Link', '50 695 90 712', 'A link'),
      note('Text', '10 50 30 70', 'Not to be seen', '/F 2'),
      note('Highlight', '50 700 90 712', 'First', '/QuadPoints [50 712 90 712 50 700 90 700]'),
    ],
  });
  expect((await textOf(file)).split(/\n+/)).toEqual(['First', 'In between', 'Last', 'Comment by Ada: Call Ute first']);
});

test('what a note crosses out is marked', async () => {
  const strike = '/QuadPoints [49 712 130 712 49 697 130 697] /Rect [49 697 130 712]';
  const file = onePage({
    content: at(50, 700, 'Twelve months'),
    page: '/Annots [6 0 R]',
    more: [`<< /Type /Annot /Subtype /StrikeOut ${strike} >>`],
  });
  expect(await textOf(file)).toBe('Twelve months\n\nCrossed out: Twelve months');
});

const layered = (off: string) =>
  onePage({
    content: `${at(50, 700, 'Price: 70')} /OC /Old BDC ${at(50, 680, 'Price: 90')} EMC /OC /New BDC ${at(50, 660, 'Valid in May')} EMC`,
    resources: '/Properties << /Old 6 0 R /New 7 0 R >>',
    catalog: `/OCProperties << /OCGs [6 0 R 7 0 R] /D << /OFF [${off}] >> >>`,
    more: ['<< /Type /OCG /Name (old) >>', '<< /Type /OCG /Name (new) >>'],
  });

test('a layer that is switched off is not given, and that is said', async () => {
  expect(await read(layered('6 0 R'))).toMatchObject({
    pages: [{ text: 'Price: 70\n\nValid in May' }],
    without: ['the layers that are switched off'],
  });
  expect(await read(layered(''))).toMatchObject({
    pages: [{ text: 'Price: 70\nPrice: 90\nValid in May' }],
    without: [],
  });
});

test('a form on a layer that is switched off is not given', async () => {
  const file = onePage({
    content: `${at(50, 700, 'Always')} q /X1 Do Q`,
    resources: '/XObject << /X1 6 0 R >>',
    catalog: '/OCProperties << /OCGs [7 0 R] /D << /OFF [7 0 R] >> >>',
    more: [
      {
        dictionary:
          '/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC 7 0 R /Resources << /Font << /F1 5 0 R >> >>',
        bytes: Buffer.from(at(50, 660, 'Hidden')),
      },
      '<< /Type /OCG /Name (l) >>',
    ],
  });
  expect(await textOf(file)).toBe('Always');
});

test('letters that are drawn twice to make them bold are given once', async () => {
  const letters = [...'HEN'].map(
    (letter, place) => at(50 + place * 9, 700, letter) + at(50.3 + place * 9, 700, letter),
  );
  expect(await textOf(onePage({ content: letters.join('') }))).toBe('HEN');
});

const picture = {
  dictionary:
    '/Type /XObject /Subtype /Image /Width 200 /Height 200 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode',
  bytes: deflateSync(Buffer.alloc(40_000, 200)),
};
const withPicture = (width: number, height: number, text = '') =>
  onePage({
    content: `q ${width} 0 0 ${height} 0 0 cm /Im1 Do Q ${text}`,
    resources: '/XObject << /Im1 6 0 R >>',
    more: [picture],
  });

test('pictures over a quarter of a page are named, smaller ones and backgrounds are not', async () => {
  const text = at(50, 700, 'A page with a picture and some words');
  expect(await read(withPicture(595, 400, text))).toMatchObject({ without: ['1 picture'] });
  expect(await read(withPicture(200, 200, text))).toMatchObject({ without: [] });
  expect(await read(withPicture(595, 842, text))).toMatchObject({ without: [] });
});

test('a page that is a picture of a page can be found', async () => {
  expect(await read(withPicture(595, 842))).toMatchObject({ characters: 0, scans: [1] });
  expect(await read(withPicture(595, 500, at(50, 700, 'More than twenty letters')))).toMatchObject({ scans: [] });
  expect(await read(withPicture(595, 842, at(50, 700, 'Received on 14 May 2026')))).toMatchObject({ scans: [1] });
  const long = Array.from({ length: 8 }, (_, line) =>
    at(50, 700 - 20 * line, 'A text over the picture of the paper'),
  ).join(' ');
  expect(await read(withPicture(595, 842, long))).toMatchObject({ scans: [] });
  expect(await textOf(withPicture(200, 200))).toBe('This PDF has no text on its pages.');
  expect(await read(withPicture(595, 842, at(50, 700, 'Page 1')))).toMatchObject({ scans: [1], without: [] });
});

test('a file without pictures is known by its bytes', () => {
  expect(mayHavePictures(pdfOf(['/ImageC']))).toBe(false);
  expect(mayHavePictures(withPicture(10, 10))).toBe(true);
  expect(mayHavePictures(Buffer.from('<< /Subtype /Image /Width 16 /Height 16 >>'))).toBe(false);
  expect(mayHavePictures(Buffer.from('<< /Subtype /Image /Width 9 0 R /Height 8 0 R >>'))).toBe(true);
});

test('attached files are named', async () => {
  const file = onePage({
    content: drawn('See the attached file'),
    catalog: '/Names << /EmbeddedFiles << /Names [(a.txt) 6 0 R] >> >>',
    more: [
      '<< /Type /Filespec /F (a.txt) /EF << /F 7 0 R >> >>',
      { dictionary: '/Type /EmbeddedFile', bytes: Buffer.from('x') },
    ],
  });
  expect(await read(file)).toMatchObject({ without: ['1 attached file'] });
});

test('East Asian text with a predefined encoding is read without network', async () => {
  const codes = Buffer.from('領収書', 'utf16le').swap16().toString('hex');
  const font =
    '<< /Type /Font /Subtype /Type0 /BaseFont /HeiseiMin-W3 /Encoding /UniJIS-UCS2-H /DescendantFonts [7 0 R] >>';
  const descendant =
    '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /HeiseiMin-W3 /CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >> >>';
  const file = onePage({
    content: `BT /F2 12 Tf 50 700 Td <${codes}> Tj ET`,
    fonts: '/F2 6 0 R',
    more: [font, descendant],
  });
  expect(await textOf(file)).toBe('領収書');
});

test('a form that only Adobe can show says what to do', async () => {
  const file = onePage({
    content: drawn('Please wait... If this message is not eventually replaced'),
    catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
    more: [{ bytes: Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>') }],
  });
  expect(await textOf(file)).toBe(
    'This PDF is a dynamic form (XFA), which cannot be read. Open it in Adobe Acrobat, print it as a PDF, and add that PDF.',
  );
});

test('a form that has its pages as text, too, is read', async () => {
  const file = onePage({
    content: drawn('Invoice 17'),
    catalog: '/AcroForm << /Fields [] /XFA 6 0 R >>',
    more: [{ bytes: Buffer.from('<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"/>') }],
  });
  expect(await textOf(file)).toBe('Invoice 17');
});

test('a page that is damaged does not hold up the others', async () => {
  const file = pdfOfObjects([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 2 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    { bytes: Buffer.from(drawn('The first page')) },
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]);
  expect(await read(file)).toMatchObject({
    pages: [{ text: 'The first page' }, { text: '' }],
    leftOut: '1 of 2 pages is damaged and could not be read.',
  });
});

test('a file is whole with printer lines before it, with zeros or other text after it, and without the mark of its end', async () => {
  const file = pdfOf(['A page']);
  const withoutMark = file.subarray(0, file.lastIndexOf('%%EOF'));
  for (const whole of [
    Buffer.concat([Buffer.from('\x1b%-12345X@PJL JOB\r\n@PJL ENTER LANGUAGE=PDF\r\n'), file]),
    Buffer.concat([file, Buffer.alloc(8192)]),
    Buffer.concat([file, Buffer.from(`</body>${'<!-- -->'.repeat(1000)}</html>`)]),
    withoutMark,
  ])
    expect(await textOf(whole)).toBe('A page');
  expect(hasItsEnd(withoutMark.subarray(0, -2))).toBe(false);
  expect(hasItsEnd(Buffer.concat([file, Buffer.from('7 0 obj\n<< /Type /Page >>\nendobj\n'.repeat(200))]))).toBe(false);
});
