import { openedFence } from '@noek/contract/text/markdown-fences';

const markdownFence = /^( {0,3})(`{3,}|~{3,})[ \t]*(?:markdown|md|mdx)[ \t]*$/i;
const fenceLine = /^ {0,3}(`{3,}|~{3,})[ \t]*([^`\n]*)$/;

/**
 * Lengthens the fence of a block of Markdown that contains fences of the same length: models write a Markdown file so, and the first
 * inner fence would end it. An inner fence has the name of a language; a bare one ends the innermost. A block that would never end
 * stays as it is, unless the text is still growing.
 */
export function lengthenOuterFences(text: string, growing: boolean): string {
  if (!/^ {0,3}(?:`{3,}|~{3,})[ \t]*m(?:arkdown|dx?)[ \t]*$/im.test(text)) return text;
  const lines = text.split('\n');
  let at = 0;
  while (at < lines.length) {
    const [, , run] = markdownFence.exec(lines[at] ?? '') ?? [];
    at = run ? endOfMarkdown(lines, at, run, growing) : endOfOther(lines, at);
  }
  return lines.join('\n');
}

/** Reads a block of Markdown from its fence on, and lengthens its fences if it contains others. Returns where to read on. */
function endOfMarkdown(lines: string[], start: number, run: string, growing: boolean): number {
  let depth = 1;
  let isNested = false;
  let longest = run.length;
  let flatEnd: number | null = null;
  for (let at = start + 1; at < lines.length; at += 1) {
    const [, inner = '', info = ''] = fenceLine.exec(lines[at] ?? '') ?? [];
    if (inner[0] !== run[0]) continue;
    longest = Math.max(longest, inner.length);
    if (info.trim() !== '') {
      depth += 1;
      isNested = true;
      continue;
    }
    if (inner.length < run.length) continue;
    flatEnd ??= at;
    depth -= 1;
    if (depth > 0) continue;
    if (isNested) lengthen(lines, [start, at], longest + 1);
    return at + 1;
  }
  if (!growing) return flatEnd === null ? lines.length : flatEnd + 1;
  if (isNested) lengthen(lines, [start], longest + 1);
  return lines.length;
}

function lengthen(lines: string[], fences: readonly number[], length: number): void {
  for (const at of fences) lines[at] = (lines[at] ?? '').replace(/[`~]{3,}/, (run) => (run[0] ?? '`').repeat(length));
}

/** The line after an ordinary block of code, or after this line. */
function endOfOther(lines: readonly string[], start: number): number {
  const fence = openedFence(lines[start] ?? '');
  if (!fence) return start + 1;
  for (let at = start + 1; at < lines.length; at += 1) {
    const line = (lines[at] ?? '').trim();
    if (line.length >= fence.length && [...line].every((char) => char === fence.marker)) return at + 1;
  }
  return lines.length;
}
