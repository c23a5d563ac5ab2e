import { fold, wordsOf } from '../../../folded-words.ts';
import { markdownToText } from './markdown-to-text.ts';
import type { SearchQuery, SearchTerm } from './search-terms.ts';

type Mark = [start: number, length: number];

const snippetLength = 180;
/** How many characters are shown before the first hit. */
const lead = 60;
const maxMarks = 20;

/** A part of a text around its first hit, as one line, with the hits in it (UTF-16 code units of the snippet). */
export function snippetOf(content: string, query: SearchQuery): { snippet: string; marks: Mark[] } {
  const words = oneLine(markdownToText(content));
  const marks = findMarks(words, query);
  if (marks.length > 0) return cut(words, marks);
  // The hit may be in the Markdown syntax or in the address of a link.
  const written = oneLine(content);
  const marksThere = findMarks(written, query);
  return marksThere.length > 0 ? cut(written, marksThere) : cut(words, []);
}

/** The snippet of a title, which is not Markdown. */
export function titleSnippetOf(title: string, query: SearchQuery): { snippet: string; marks: Mark[] } {
  const text = oneLine(title);
  return cut(text, findMarks(text, query));
}

/** Whether the text contains the term, for candidates that the index found by a shorter prefix. */
export const hasTerm = (content: string, term: SearchTerm): boolean => {
  // Most texts without the term contain none of its words, which is much faster to check.
  const folded = fold(content);
  return (
    term.words.every((word) => folded.includes(fold(word))) &&
    findMarks(content, { kind: 'words', terms: [term] }).length > 0
  );
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function findMarks(text: string, query: SearchQuery): Mark[] {
  const marks = query.kind === 'substrings' ? substringMarks(text, query.substrings) : wordMarks(text, query.terms);
  return marks.sort((a, b) => a[0] - b[0]).slice(0, maxMarks);
}

function substringMarks(text: string, substrings: readonly string[]): Mark[] {
  const lower = text.toLowerCase();
  // A few letters change their length in lower case. Then only exact case is marked.
  const searched = lower.length === text.length ? lower : text;
  return substrings.flatMap((substring) => {
    const marks: Mark[] = [];
    const wanted = oneLine(searched === lower ? substring.toLowerCase() : substring);
    if (wanted === '') return marks;
    for (let at = searched.indexOf(wanted); at >= 0 && marks.length < maxMarks; ) {
      marks.push([at, wanted.length]);
      at = searched.indexOf(wanted, at + wanted.length);
    }
    return marks;
  });
}

function wordMarks(text: string, terms: readonly SearchTerm[]): Mark[] {
  const words = wordsOf(text).map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    text: match[0],
  }));
  const folded = words.map((word) => fold(word.text));
  const marks = new Map<number, Mark>();
  for (const term of terms) {
    const wanted = term.words.map(fold);
    const last = wanted.length - 1;
    const fits = (at: number) =>
      wanted.every((word, i) => {
        const there = folded[at + i];
        return i === last && term.prefix ? there?.startsWith(word) : there === word;
      });
    for (let at = 0, found = 0; at + last < words.length && found < maxMarks; at++) {
      if (!fits(at)) continue;
      found++;
      for (const { start, end } of words.slice(at, at + wanted.length)) marks.set(start, [start, end - start]);
    }
  }
  return [...marks.values()];
}

/** Cuts at spaces near the intended positions, never inside a character. */
function cut(text: string, marks: Mark[]): { snippet: string; marks: Mark[] } {
  const first = marks[0]?.[0] ?? 0;
  let start = first <= lead ? 0 : first - lead;
  if (start > 0) {
    const space = text.indexOf(' ', start);
    start = space >= 0 && space < first ? space + 1 : first;
    // Do not start with the separator between table cells.
    if (text.startsWith('· ', start)) start += 2;
  }
  let end = Math.min(text.length, start + snippetLength);
  if (end < text.length) {
    const space = text.lastIndexOf(' ', end);
    if (space > first && space > start + snippetLength / 2) end = space;
    else if (isLowSurrogate(text, end)) end--;
  }
  const before = start > 0 ? '…' : '';
  return {
    snippet: `${before}${text.slice(start, end).replace(/ ·$/, '')}${end < text.length ? '…' : ''}`,
    marks: marks
      .filter(([at]) => at >= start && at < end)
      .map(([at, length]) => [at - start + before.length, Math.min(length, end - at)]),
  };
}

const isLowSurrogate = (text: string, at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00;
