import type { OfficeArchive } from '../office-archive.ts';
import { withoutEscapes } from '../office-escapes.ts';
import { shiftedText } from '../raised-text.ts';
import { eachElementOf } from '../xml.ts';

/** The texts that cells of all sheets refer to by their place, without the reading aids of Chinese and Japanese (ECMA-376, 18.4.6). */
export async function sharedStringsIn(archive: OfficeArchive, path: string | undefined): Promise<string[]> {
  const strings: string[] = [];
  if (path === undefined || !archive.has(path)) return strings;
  const collector = createStringCollector();
  await eachElementOf(archive.chunks(path), {
    open: (name, attributes) => {
      if (name === 'si') collector.start();
      else collector.open(name, attributes);
    },
    text: collector.text,
    close: (name) => {
      if (name === 'si') strings.push(collector.end());
      else collector.close(name);
    },
  });
  return strings;
}

const shifts: Readonly<Record<string, 'up' | 'down'>> = { superscript: 'up', subscript: 'down' };

/** Collects the runs of one text, in which the names of elements are `t`, `r` and, for reading aids, `rPh`. */
export function createStringCollector() {
  let string = '';
  let isText = false;
  let isReadingAid = false;
  let shift: 'up' | 'down' | null = null;
  return {
    start() {
      string = '';
      isText = false;
      isReadingAid = false;
      shift = null;
    },
    open(name: string, attributes: () => Readonly<Record<string, string | undefined>>) {
      if (name === 'rPh') isReadingAid = true;
      else if (name === 't') isText = !isReadingAid;
      else if (name === 'r') shift = null;
      else if (name === 'vertAlign') shift = shifts[attributes().val ?? ''] ?? null;
    },
    text(part: string) {
      if (isText) string += shift ? shiftedText(part, shift) : part;
    },
    close(name: string) {
      if (name === 'rPh') isReadingAid = false;
      else if (name === 't') isText = false;
    },
    end: () => withoutEscapes(string),
  };
}
