import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import { isCode } from './code.ts';
import { lineBreak, shownText } from './shown-text.ts';
import { isSuggested } from './suggestions.ts';
import type { TabContent } from './tab-content.ts';

type Element = docs_v1.Schema$ParagraphElement;
type Style = docs_v1.Schema$TextStyle;

/** A piece of text in one style. `isMarkdown`: its text is Markdown already, as in a chip. */
type Piece = { text: string; marks: Marks; link: string | null; isMarkdown: boolean };
type Marks = { code: boolean; bold: boolean; italic: boolean; strike: boolean; offset: 'sup' | 'sub' | null };

const noMarks: Marks = { code: false, bold: false, italic: false, strike: false, offset: null };

/** A paragraph as Markdown on one line; `breakAs` replaces the line breaks in it. */
export function inlineOf(elements: readonly Element[], content: TabContent, breakAs: string): string {
  const pieces: Piece[] = [];
  for (const element of elements) {
    const piece = pieceOf(element, content);
    if (!piece || piece.text === '') continue;
    const last = pieces.at(-1);
    if (last && !last.isMarkdown && !piece.isMarkdown && isSame(last, piece)) last.text += piece.text;
    else pieces.push(piece);
  }
  const last = pieces.at(-1);
  if (last && !last.isMarkdown) last.text = last.text.trimEnd();
  return pieces
    .map((piece) => written(piece, breakAs))
    .join('')
    .trim();
}

function pieceOf(element: Element, content: TabContent): Piece | null {
  const { textRun, footnoteReference, person, richLink, dateElement, dropdown, equation, inlineObjectElement } =
    element;
  const [part] = [
    textRun,
    footnoteReference,
    person,
    richLink,
    dateElement,
    dropdown,
    equation,
    inlineObjectElement,
  ].filter((each) => each !== undefined);
  if (!part || isSuggested(part)) return null;
  const markdown = (text: string, link: string | null = null): Piece => ({
    text,
    marks: noMarks,
    link,
    isMarkdown: true,
  });
  if (textRun)
    return {
      text: shownText(textRun.content ?? ''),
      marks: marksOf(textRun.textStyle),
      link: webAddress(textRun.textStyle?.link?.url),
      isMarkdown: false,
    };
  if (footnoteReference) return markdown(`[^${footnoteReference.footnoteNumber}]`);
  if (person) {
    const { name, email } = person.personProperties ?? {};
    return markdown(escaped([name, email && name ? `(${email})` : email].filter(Boolean).join(' ')));
  }
  if (richLink) {
    const { title, uri } = richLink.richLinkProperties ?? {};
    return markdown(escaped(title || uri || ''), webAddress(uri));
  }
  if (dateElement) {
    const { displayText, timestamp } = dateElement.dateElementProperties ?? {};
    return markdown(escaped(displayText || timestamp?.slice(0, 10) || ''));
  }
  if (dropdown) return markdown(escaped(dropdown.dropdownProperties?.displayValue ?? ''));
  // The service says that there is one, not what it says.
  if (equation) return markdown('[equation]');
  return markdown(imageOf(content.inlineObjects?.[inlineObjectElement?.inlineObjectId ?? '']));
}

/** The alternative text of an image. Its address works only for minutes. */
function imageOf(image: docs_v1.Schema$InlineObject | undefined): string {
  const { title, description } = image?.inlineObjectProperties?.embeddedObject ?? {};
  const said = [title, description].filter(Boolean).join(': ').replace(/\s+/g, ' ');
  return said === '' ? '' : `[Image: ${escaped(said)}]`;
}

const marksOf = (style: Style | undefined): Marks => ({
  code: isCode(style),
  bold: style?.bold === true,
  italic: style?.italic === true,
  strike: style?.strikethrough === true,
  offset: style?.baselineOffset === 'SUPERSCRIPT' ? 'sup' : style?.baselineOffset === 'SUBSCRIPT' ? 'sub' : null,
});

const isSame = (a: Piece, b: Piece): boolean =>
  a.link === b.link &&
  a.marks.code === b.marks.code &&
  a.marks.bold === b.marks.bold &&
  a.marks.italic === b.marks.italic &&
  a.marks.strike === b.marks.strike &&
  a.marks.offset === b.marks.offset;

/** Marks do not work around spaces, so these stay outside. */
function written({ text, marks, link, isMarkdown }: Piece, breakAs: string): string {
  const inner = text.trim();
  const start = text.length - text.trimStart().length;
  const spaces = (space: string) => space.replaceAll(lineBreak, breakAs);
  if (inner === '') return spaces(text);
  // A mark does not reach across a line break in every reader of Markdown.
  const lines = inner
    .split(lineBreak)
    .map((line) => (line.trim() === '' ? line : marked(line, marks, link, isMarkdown)));
  return spaces(text.slice(0, start)) + lines.join(breakAs) + spaces(text.slice(start + inner.length));
}

function marked(
  text: string,
  { code, bold, italic, strike, offset }: Marks,
  link: string | null,
  isMarkdown: boolean,
): string {
  let out = isMarkdown ? text : code ? codeSpan(text) : escaped(text);
  if (offset) out = `<${offset}>${out}</${offset}>`;
  if (strike) out = `~~${out}~~`;
  if (italic) out = `*${out}*`;
  if (bold) out = `**${out}**`;
  return link === null ? out : `[${out}](${link})`;
}

/** Code in a line, with a fence that its text does not contain. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Escapes text so that nothing in it is Markdown by accident. Underscores inside words need no escape. */
const escaped = (text: string): string =>
  text
    .replace(/[\\`*]/g, '\\$&')
    .replace(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replace(/~~/g, '\\~\\~')
    .replace(/\]\(/g, ']\\(')
    .replace(/<(?=[a-z/!?])/gi, '\\<');

/** A link that leads to a page or a mailbox; null for any other. */
function webAddress(url: string | null | undefined): string | null {
  if (!url || !/^(?:https?:|mailto:)/i.test(url)) return null;
  return url.replace(
    /[\s<>()\\]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
