import { type DocumentKind, kindsByLanguage } from '@noek/contract/documents/kinds';
import { maxDocumentTitleLength, shortMarkdownLines } from '@noek/contract/documents/limits';
import { trimmed } from '@noek/contract/text/characters';
import { documentTexts } from '../texts.ts';

/** The kind of document that a code block makes; null for blocks that are only read. */
export function kindOfBlock(code: string, language: string | null): DocumentKind | null {
  const kind = kindsByLanguage.get(language?.toLowerCase() ?? '') ?? null;
  if (trimmed(code) === '') return null;
  return kind === 'markdown' && code.split('\n', shortMarkdownLines + 1).length <= shortMarkdownLines ? null : kind;
}

/** Where a title is looked for in a long text, in characters. */
const lookedAt = 20_000;
const fileName =
  /(?:^|[\s"'=({])((?:[\w@.-]+\/)*[\w@-][\w@.-]*\.(?:html?|svg|mmd|mermaid|md|markdown|csv|jsx|tsx|m?js|py))(?=$|[\s"')}*])/i;
/** A comment that is the first line of a file and often names it. */
const firstComment = /^\s*(?:\/\/|#|<!--|%%|\/\*+)\s*([^\n]*)/;

const textOfMarkup = (markup: string) =>
  markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;|&apos;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&');

function titleInside(kind: DocumentKind, code: string): string | undefined {
  const head = code.slice(0, lookedAt);
  const titled = /<title[^>]*>([^<]*)<\/title>/i.exec(head)?.[1];
  if (kind === 'html') return titled || /<h1[^>]*>(.*?)<\/h1>/is.exec(head)?.[1];
  if (kind === 'svg') return titled;
  if (kind === 'mermaid') return /^\s*(?:title:?|accTitle:)\s+(.+)$/m.exec(head)?.[1];
  if (kind === 'markdown') return /^ {0,3}#{1,6}\s+(.+?)\s*#*\s*$/m.exec(head)?.[1]?.replace(/[*_`]+/g, '');
  return undefined;
}

/** A text as the title of a document: one line without hidden marks, and not too long. Empty if nothing of it can be seen. */
export function asDocumentTitle(text: string): string {
  const line = trimmed(text.replace(/[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\s]+/gu, ' '));
  // The limit counts UTF-16 code units. A character is not cut in two.
  return line.length <= maxDocumentTitleLength
    ? line
    : `${trimmed(line.slice(0, maxDocumentTitleLength - 1).replace(/[\uD800-\uDBFF]$/, ''))}…`;
}

/** How much of a question becomes a title, in characters. */
const longestQuestion = 80;

/**
 * The title of a code block's document: its own heading or title, the name of its file, the heading above it, the question that was
 * answered, or its kind.
 */
export function titleOfBlock(block: {
  kind: DocumentKind;
  code: string;
  info: string;
  heading: string | null;
  question: string | null;
}): string {
  const { kind, code, info, heading, question } = block;
  const line = trimmed(question ?? '').split('\n', 1)[0] ?? '';
  const asked = line.length > longestQuestion ? `${line.slice(0, longestQuestion - 1).replace(/\s+\S*$/, '')}…` : line;
  const candidates = [
    textOfMarkup(titleInside(kind, code) ?? ''),
    fileName.exec(info)?.[1],
    fileName.exec(firstComment.exec(code.slice(0, 300))?.[1] ?? '')?.[1],
    heading,
    asked,
  ];
  for (const candidate of candidates) {
    const title = asDocumentTitle(candidate ?? '');
    if (title !== '') return title;
  }
  return documentTexts.kinds[kind];
}
