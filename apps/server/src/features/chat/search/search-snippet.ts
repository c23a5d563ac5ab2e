import { findMarks, type Mark, oneLine } from '@noek/contract/chat/search-marks';
import type { SearchQuery, SearchTerm } from '@noek/contract/chat/search-terms';
import { fold } from '@noek/contract/text/folded-words';
import { markdownToText } from '../../../text/markdown-to-text.ts';

const snippetLength = 180;
/** How many characters are shown before the first hit. */
const lead = 60;

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
