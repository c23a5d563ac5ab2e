import { cutText } from '../../../text/cut-text.ts';

const titleLength = 60;

/** A title for a fact: its first words. */
export function titleFor(content: string): string {
  const line = content.replace(/\s+/g, ' ').trim();
  if (line.length <= titleLength) return line.replace(/[.。]$/u, '');
  const cut = cutText(line, titleLength);
  return `${(/^(.+)\s\S*$/u.exec(cut)?.[1] ?? cut).trimEnd()}…`;
}
