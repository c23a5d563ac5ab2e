import { afterAll, expect, test } from 'vitest';
import { createFileReader } from '../file-reader.ts';
import { readingLimits } from '../reading-limits.ts';

const reader = createFileReader({ ...readingLimits, milliseconds: 60_000 });
afterAll(() => reader.close());
const head = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset128 MS;}}{\stylesheet{\s1 heading 1;}}{\info{\title The contract}{\author Ann}}`;
const read = (body: string) => reader.read(Buffer.from(`${head}${body}}`, 'latin1'), 'rtf');
const textOf = async (body: string) => {
  const result = await read(body);
  return result.state === 'ready' ? result.pages[0]?.text : result.problem;
};

test.each([
  [
    'escapes',
    String.raw`K\u252?ndigung betr\'e4gt \{3\} 5\~\'80 \emdash  \u-10179?\u-8704?`,
    'Kündigung beträgt {3} 5 € — 😀',
  ],
  ['fallbacks', String.raw`\uc2\u24180 ab\uc0\u24180 x\uc1\u252\'fcy`, '年 年xüy'.replace('年 年', '年年')],
  ['fonts', String.raw`\f1\'e4\'e0 \f2\'93\'fa\'96\'7b\f0\'e9`, 'да 日本é'],
  [
    'groups that are no text',
    String.raw`a{\*\unknown no}{\pict 00ff}{\*\bkmkstart x}b{\field{\*\fldinst HYPERLINK "x"}{\fldrslt c}}`,
    'abc',
  ],
  ['binary data', 'a{\\pict\\bin4 {}{}}b', 'ab'],
  ['hidden and struck out', String.raw`a {\v no}{\strike old} new`, 'a ~~old~~ new'],
  ['powers', String.raw`10{\super 6} and 1{\super st}`, '10^6 and 1st'],
  ['headings', String.raw`\pard\s1 Terms\par\pard Text\par\pard\outlinelevel1 Part\par`, '# Terms\n\nText\n\n## Part'],
  [
    'tables',
    String.raw`Before\par\trowd\pard\intbl A\cell\intbl\cell\intbl B|\cell\row\trowd\pard\intbl 1\par 2\cell 3\cell 4\cell\row\pard After\par`,
    'Before\n\n| A |  | B\\| |\n| 1 2 | 3 | 4 |\n\nAfter',
  ],
  [
    'notes and comments',
    String.raw`Pay{\footnote In May}now{\*\atnauthor Ute}{\*\annotation Sure?}{\header Draft}{\headerf Draft}.`,
    'Pay[^1]now.\n\n[^1]: In May\n\nComment (Ute): Sure?\n\nDraft',
  ],
  ['text boxes', String.raw`{\shp{\*\shpinst{\sp{\sn a}{\sv 1}}{\shptxt Boxed}}}`, 'Boxed'],
  ['lines', 'One\\line two\\\r\nthree\r\nfour\\tab five', 'One\ntwo\n\nthreefour\tfive'],
])('%s', async (_, body, text) => {
  expect(await textOf(body)).toBe(text);
});

test('the title is read, and pictures and objects are named', async () => {
  expect(
    await read(String.raw`x{\pict 00}{\*\shppict{\pict 00}}{\nonshppict{\pict 00}}{\object{\result y}}`),
  ).toMatchObject({
    title: 'The contract',
    pages: [{ text: 'xy' }],
    without: ['2 pictures', '1 embedded object'],
  });
  expect(await textOf(String.raw`{\pict 00ff}`)).toBe(
    'This document has no text, only pictures or files. Add those themselves.',
  );
  expect(await textOf('')).toBe('This document has no text.');
});

test('hostile files end', async () => {
  for (const part of [
    '{',
    '}',
    '{\\footnote ',
    "\\'8",
    '\\u1',
    '\\intbl\\cell',
    '\\trowd\\row',
    '\\strike a\\strike0 b',
    '{\\*\\x',
  ])
    expect(await read(part.repeat(100_000))).toHaveProperty('state');
  expect(await read('word '.repeat(900_000))).toMatchObject({
    leftOut: 'Only the first 2,000,000 characters were read.',
  });
});
