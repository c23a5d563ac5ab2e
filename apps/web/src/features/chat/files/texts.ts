import type { PageUnit, UsedFile } from '@noek/contract/files/schemas';
import { counted } from '../../../components/base/texts.ts';

const unitNames = {
  page: { one: 'Page', many: 'Pages' },
  slide: { one: 'Slide', many: 'Slides' },
  sheet: { one: 'Sheet', many: 'Sheets' },
} as const;

/** The texts of files in the conversation and of their viewer. */
export const filesTexts = {
  ofMessage: 'Files of this message',
  reading: 'Being read …',
  failed: 'Its text could not be read.',
  deleted: 'Deleted',
  /** What an answer was given of a file. */
  used: {
    whole: 'Whole file',
    passages: 'Parts of it',
    none: (reason: string | undefined) => (reason ? `Not read: ${reason}` : 'Not read'),
  },
  place: (unit: PageUnit, number: number, count: number) =>
    `${unitNames[unit].one} ${counted(number)} of ${counted(count)}`,
  viewer: {
    close: 'Close',
    download: 'Download',
    previousFile: 'Previous file',
    nextFile: 'Next file',
    fileOf: (number: number, count: number) => `${number} of ${count}`,
    previous: (unit: PageUnit) => `Previous ${unit}`,
    next: (unit: PageUnit) => `Next ${unit}`,
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    zoom: (percent: number) => `${percent} %`,
    loading: 'Loading …',
    reading: 'This file is still being read.',
    gone: 'This file has been deleted.',
    noText: 'There is no text on it.',
    noTextInFile: 'There is no text in this file.',
    broken: 'This picture cannot be shown.',
    asText: 'Its pages cannot be drawn here. This is their text.',
    moreRows: (count: number) => `Show ${counted(count)} more rows`,
    content: (name: string) => `Content of ${name}`,
  },
} as const;

/** What an answer was given of a file: "Whole file", "Pages 3–5 and 17 of 120", "Not read: there was no room for it". */
export function givenText({ given, pages, pagesOfFile, unit = 'page', reason }: UsedFile): string {
  if (given === 'none') return filesTexts.used.none(reason);
  const text = given === 'whole' ? filesTexts.used.whole : pages?.length ? placesText(unit, pages) : null;
  const of = given === 'passages' && text !== null && pagesOfFile !== undefined ? ` of ${counted(pagesOfFile)}` : '';
  return `${text ?? filesTexts.used.passages}${of}`;
}

/** "Page 3", "Pages 3–5", "Pages 3–5, 8 and 17" */
function placesText(unit: PageUnit, ranges: readonly (readonly [number, number])[]): string {
  const parts = ranges.map(([from, to]) => (from === to ? counted(from) : `${counted(from)}–${counted(to)}`));
  const [first] = ranges;
  const isOne = ranges.length === 1 && first !== undefined && first[0] === first[1];
  const last = parts.pop() ?? '';
  const listed = parts.length > 0 ? `${parts.join(', ')} and ${last}` : last;
  return `${unitNames[unit][isOne ? 'one' : 'many']} ${listed}`;
}
