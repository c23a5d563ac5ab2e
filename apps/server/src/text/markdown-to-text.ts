const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Block markers at the start of a line: quotes, list items with checkboxes, headings. */
const lineStart = /^\s*(?:>\s?|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+|#{1,6}\s+)/;
const maxLineStarts = 8;
/** Heading underlines and thematic breaks. */
const rule = /^\s*(?:={2,}|(?:-\s*){2,}|(?:\*\s*){3,}|(?:_\s*){3,})$/;
const ruleOfCell = /^:?-+:?$/;

/** The text of Markdown without its syntax, line by line. Code is not changed. */
export function markdownToText(markdown: string): string {
  const lines = markdown.split('\n');
  const words: string[] = [];
  let openFence = '';
  let inTable = false;
  for (const [at, line] of lines.entries()) {
    if (line === '') {
      words.push('');
      inTable &&= openFence !== '';
      continue;
    }
    const mark = fence.exec(line)?.[1];
    if (openFence) {
      if (mark?.startsWith(openFence) && line.trim() === mark) openFence = '';
      else words.push(line);
      continue;
    }
    if (mark) {
      openFence = mark;
      continue;
    }
    const isTableRule = line.includes('|') && isTableRuleAt(lines, at);
    inTable = line.includes('|') && (inTable || isTableRule || isTableRuleAt(lines, at + 1));
    if (isTableRule || rule.test(line)) continue;
    words.push(inTable ? cellsOf(line) : inline(withoutLineStart(line)));
  }
  return words.join('\n');
}

/** Checks cell by cell: one pattern for the whole line would backtrack over its spaces. */
function isTableRuleAt(lines: readonly string[], at: number): boolean {
  const line = lines[at]?.trim();
  if (!line?.includes('-')) return false;
  const cells = line.replace(/^\||\|$/g, '').split('|');
  return cells.every((cell) => ruleOfCell.test(cell.trim()));
}

function withoutLineStart(line: string): string {
  let rest = line;
  for (let starts = 0; starts < maxLineStarts; starts++) {
    const next = rest.replace(lineStart, '');
    if (next === rest) break;
    rest = next;
  }
  return rest;
}

const cellsOf = (row: string): string =>
  row
    .trim()
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => inline(cell.trim()))
    .filter((cell) => cell !== '')
    .join(' · ');

const codeSpan = /(``[^`](?:[^`]|`(?!`))*``|`[^`]+`)/;

/** Removes inline syntax. The patterns are bounded, so that no text can make them slow. */
const inline = (text: string): string =>
  text
    .split(codeSpan)
    .map((part, index) => (index % 2 ? part.replace(/^`+ ?| ?`+$/g, '') : withoutSigns(part)))
    .join('');

const withoutSigns = (text: string): string =>
  [linkText, linkText]
    .reduce((rest, replace) => replace(rest), text)
    .replace(/<(https?:\/\/[^\s<>]{1,2000})>/g, '$1')
    .replace(/<br\s*\/?>/gi, ' ')
    .replace(/~~/g, '')
    // Only at word boundaries, not inside words or formulas.
    .replace(/(?<![\w*\\])\*{1,3}(?=[^\s*])|(?<=[^\s*\\])\*{1,3}(?![\w*])/g, '')
    .replace(/(?<![\w\\])(_{1,3})(?=[^\s_])([^_\n]+)\1(?!\w)/g, emphasised)
    .replace(/\\([\\`*_{}[\]()#+\-.!|~>$])/g, '$1');

/** Replaces links and images by their text. */
const linkText = (text: string): string =>
  text.replace(/!?\[([^[\]]*)\](?:\([^()\s]{0,2000}(?:\s[^()]{0,500})?\))/g, '$1');

/** Removes emphasis, but keeps names such as `__init__`. */
const emphasised = (whole: string, signs: string, words: string): string =>
  (signs === '__' && /^\w+$/.test(words)) || /\s$/.test(words) ? whole : words;
