import type { TextRun } from './text-run.ts';

/** A part of a row, in the order in which it is seen: letters of one direction, a number, or a mark that has no direction. */
type Unit = { text: string; kind: 'right-to-left' | 'left-to-right' | 'number' | 'mark'; isApart: boolean };

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

/**
 * The text of a row that is read from the right to the left, from its runs as they are seen from the left to the right. Numbers, and words of
 * other scripts, keep their own direction (Unicode Standard Annex #9). `isApart` tells whether there is a space between two runs.
 */
export function rightToLeftText(runs: readonly TextRun[], isApart: (left: TextRun, right: TextRun) => boolean): string {
  const hasArabic = runs.some(({ text }) => /\p{Script=Arabic}/u.test(text));
  const units = runs.flatMap((run, at) => {
    const left = runs[at - 1];
    return unitsOf(run, left !== undefined && isApart(left, run), hasArabic);
  });
  let text = '';
  let isLastApart = false;
  for (const group of groupsOf(units).reverse()) {
    const own = group.map((unit, at) => (at > 0 && unit.isApart ? ` ${unit.text}` : unit.text)).join('');
    text += isLastApart ? ` ${own}` : own;
    // The space at the left of what is seen is after it as people read.
    isLastApart = group[0]?.isApart ?? false;
  }
  return withPairs(text);
}

/** Numbers with the marks within them and at them. A hyphen divides numbers beside Arabic, but not beside Hebrew. */
const partsBesideArabic = /[%$€£¥°#]*\p{Nd}(?:[\p{Nd}.,:/]*\p{Nd})?[%$€£¥°#]*|\s+|./gu;
const partsBesideHebrew = /[%$€£¥°#]*\p{Nd}(?:[\p{Nd}.,:/+-]*\p{Nd})?[%$€£¥°#]*|\s+|./gu;

/** The parts of a run from the left to the right. pdf.js has put letters from the right to the left into the order of reading. */
function unitsOf({ text, isRightToLeft }: TextRun, isApart: boolean, hasArabic: boolean): Unit[] {
  if (isRightToLeft) return [{ text, kind: 'right-to-left', isApart }];
  const [, before = '', words = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/su.exec(text) ?? [];
  if (!/\p{L}/u.test(words)) return marksOf(text, isApart, hasArabic);
  const units: Unit[] = [
    ...marksOf(before, false, hasArabic),
    { text: words, kind: 'left-to-right', isApart: /\s$/.test(before) },
  ];
  units.push(...marksOf(after, false, hasArabic));
  if (units[0]) units[0].isApart ||= isApart;
  return units;
}

function marksOf(text: string, isApart: boolean, hasArabic: boolean): Unit[] {
  const units: Unit[] = [];
  let isNextApart = isApart;
  for (const [part] of text.matchAll(hasArabic ? partsBesideArabic : partsBesideHebrew)) {
    if (part.trim() === '') isNextApart = true;
    else {
      units.push({ text: part, kind: /\p{Nd}/u.test(part) ? 'number' : 'mark', isApart: isNextApart });
      isNextApart = false;
    }
  }
  return units;
}

/** What stays together in the order in which it is seen: words from the left to the right with the numbers and marks between them. */
function groupsOf(units: readonly Unit[]): Unit[][] {
  const groups: Unit[][] = [];
  let at = 0;
  while (at < units.length) {
    let end = at + 1;
    if (units[at]?.kind === 'left-to-right')
      for (let next = end; next < units.length && units[next]?.kind !== 'right-to-left'; next++)
        if (units[next]?.kind !== 'mark') end = next + 1;
    groups.push(units.slice(at, end));
    at = end;
  }
  return groups;
}

/** Some programs write a bracket as it looks, others as it is meant: whichever way makes pairs is right. */
function withPairs(text: string): string {
  const turned = text.replace(/[()[\]{}<>«»]/g, (mark) => mirrored[mark] ?? mark);
  return arePairs(text) || !arePairs(turned) ? text : turned;
}

function arePairs(text: string): boolean {
  const open: string[] = [];
  for (const [mark] of text.matchAll(/[()[\]{}«»]/g)) {
    if ('([{«'.includes(mark)) open.push(mark);
    else if (open.pop() !== mirrored[mark]) return false;
  }
  return open.length === 0;
}
