import { maxMessageLength } from '@noek/contract/chat/limits';
import { characterCount, isBlank } from '@noek/contract/text/characters';

/** A longer quote is cut, in characters. */
const longestQuote = 4_000;
/** What stays free for the question, in characters. */
const roomForText = 200;

/** The quotes at the start of a text: groups of lines that begin with ">", with empty lines between them. */
const leading = /^(?:(?:>[^\n]*(?:\n|$))+\n*)+/;

/** Whether a text begins with a quote. */
export const hasQuote = (text: string): boolean => text.startsWith('>');

/** The quotes at the start of a text, without their marks, and the text after them. */
export function readQuotes(text: string): { quotes: string[]; rest: string } {
  const marked = leading.exec(text)?.[0] ?? '';
  const groups = marked.split(/\n{2,}/).filter((group) => group !== '');
  const quotes = groups.map((group) => group.replace(/^> ?/gm, '').trimEnd());
  return { quotes, rest: text.slice(marked.length) };
}

const marked = (quote: string) => quote.replace(/^/gm, '> ').replace(/[ \t]+$/gm, '');

/** A text that begins with quotes. The empty line after each ends it, also for the message box. */
export const writeQuotes = (quotes: readonly string[], rest: string): string =>
  quotes.map((quote) => `${marked(quote)}\n\n`).join('') + rest;

/**
 * The text of the message box with one more quote, after those that it has. A quote for which there is no room is cut. null if almost
 * nothing of it fits, or if it is blank.
 */
export function withQuote(text: string, selected: string): string | null {
  const quote = selected
    .replace(/\r\n?/g, '\n')
    .replace(/[ \t]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (isBlank(quote)) return null;
  const { quotes, rest } = readQuotes(text);
  const characters = [...quote];
  let length = Math.min(characters.length, longestQuote);
  for (;;) {
    const cut =
      length < characters.length
        ? `${characters
            .slice(0, length - 1)
            .join('')
            .trimEnd()}…`
        : quote;
    const result = writeQuotes([...quotes, cut], rest);
    const excess = characterCount(result) + roomForText - maxMessageLength;
    if (excess <= 0) return result;
    // A character less also saves the marks of a line, so that all of it would be too much.
    length -= Math.ceil(excess / 4);
    if (length < Math.min(characters.length, 20)) return null;
  }
}
