import type { Source } from '@noek/contract/chat/answers';
import { citationPattern, numbersIn } from '@noek/contract/chat/citations';
import { safeLink } from '../safe-link.ts';
import { sourceName } from './source-name.ts';

const fence = /^ {0,3}(`{3,}|~{3,})/;
const inlineCode = /(`+[^`]*`+)/;
const copied = new RegExp(String.raw`${citationPattern}(?!\(|: *https?:)`, 'g');

/**
 * The Markdown of an answer for the clipboard: each citation outside of code has its name and is a link to its page. One that names no
 * source is left out.
 */
export function withLinks(markdown: string, sources: readonly Source[]): string {
  if (sources.length === 0) return markdown;
  const named = new Map(sources.map((source) => [source.number, namedSource(source, sources)]));
  const linked = (text: string) =>
    text.replace(copied, (_, list: string) =>
      numbersIn(list)
        .flatMap((number) => named.get(number) ?? [])
        .join(' '),
    );
  let openFence = '';
  return markdown
    .split('\n')
    .map((line) => {
      const mark = fence.exec(line)?.[1];
      if (openFence) {
        if (mark?.startsWith(openFence) && line.trim() === mark) openFence = '';
        return line;
      }
      if (mark) {
        openFence = mark;
        return line;
      }
      return line
        .split(inlineCode)
        .map((part, i) => (i % 2 === 1 ? part : linked(part)))
        .join('');
    })
    .join('\n');
}

function namedSource(source: Source, sources: readonly Source[]): string | null {
  const { kind, title, site } = source;
  // "Page 3" alone does not name the file.
  const words = kind === 'file' ? `${title}, ${site}` : sourceName(source, sources);
  const name = `[${words.replace(/[[\]\\]/g, '\\$&')}]`;
  if (kind === 'knowledge' || kind === 'file') return name;
  const target = safeLink(source.url);
  return target ? `${name}(<${target}>)` : null;
}
