import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import { lineBreak, shownText } from './shown-text.ts';
import { isSuggested } from './suggestions.ts';

type Element = docs_v1.Schema$ParagraphElement;

const monospace = /\b(?:mono|courier|consolas|menlo|monaco|inconsolata|source code|fira code|code)\b|Mono\b/i;

/** Whether a font is one for code. */
export const isCode = (style: docs_v1.Schema$TextStyle | undefined): boolean =>
  monospace.test(style?.weightedFontFamily?.fontFamily ?? '');

/** Whether all of the text is in a font for code. True without any text. */
export const isOnlyCode = (elements: readonly Element[]): boolean =>
  elements.every(
    ({ textRun }) => textRun && (isSuggested(textRun) || isCode(textRun.textStyle) || !textRun.content?.trim()),
  );

/** The text of a paragraph without marks, with its line breaks. */
export const plainTextOf = (elements: readonly Element[]): string =>
  elements
    .map(({ textRun }) => (textRun && !isSuggested(textRun) ? shownText(textRun.content ?? '') : ''))
    .join('')
    .replaceAll(lineBreak, '\n')
    .replace(/\n$/, '');

/** A block of code, with a fence that its text does not contain. */
export function fenced(code: string, language = ''): string {
  const longest = Math.max(2, ...(code.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}
