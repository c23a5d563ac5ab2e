import type { KnowledgeDocument } from '../../integrations/knowledge/knowledge-source.ts';
import { sentenceGroups } from '../../text/sentence-groups.ts';

/** A part of the knowledge base that is given to a model as a whole. */
export type Passage = {
  /** Its document and the headings above it: "Handbook › Opening hours". */
  title: string;
  /** Markdown, without these headings. */
  text: string;
};

/** How long a passage is at most, in characters. */
export const longestPassage = 1_000;

const headingLine = /^(#{1,6}) +(.+?)(?: +#+)? *$/;
const fenceLine = /^ {0,3}(`{3,}|~{3,})/;

/** Splits documents along their headings, and long sections between paragraphs, rows or sentences. */
export function* passagesOf(documents: readonly KnowledgeDocument[]): Generator<Passage> {
  for (const { title, text } of documents)
    for (const { headings, paragraphs } of sectionsOf(text)) {
      const path = headings.filter((heading, at) => heading !== (at === 0 ? title : headings[at - 1]));
      for (const each of packed(paragraphs)) yield { title: [title, ...path].join(' › '), text: each };
    }
}

type Section = { headings: string[]; paragraphs: string[] };

/** The text under each heading, in paragraphs. Code is never split at empty lines. */
function* sectionsOf(text: string): Generator<Section> {
  const headings: string[] = [];
  let paragraphs: string[] = [];
  let lines: string[] = [];
  let fence = '';
  const endParagraph = () => {
    if (lines.some((line) => line.trim() !== '')) paragraphs.push(lines.join('\n').trimEnd());
    lines = [];
  };
  function* endSection(): Generator<Section> {
    endParagraph();
    if (paragraphs.length > 0) yield { headings: headings.filter((heading) => heading), paragraphs };
    paragraphs = [];
  }
  for (const line of text.split('\n')) {
    const [, mark = ''] = fenceLine.exec(line) ?? [];
    if (fence !== '') {
      lines.push(line);
      if (mark.startsWith(fence) && line.trim() === mark) fence = '';
      continue;
    }
    const [, level, heading] = headingLine.exec(line) ?? [];
    if (level !== undefined && heading !== undefined) {
      yield* endSection();
      headings.splice(level.length - 1, headings.length, ...filler(level.length - 1 - headings.length), heading);
      continue;
    }
    if (line.trim() === '') endParagraph();
    else lines.push(line);
    if (mark) fence = mark;
  }
  yield* endSection();
}

/** Levels that a document leaves out. */
const filler = (levels: number): string[] => Array.from({ length: Math.max(0, levels) }, () => '');

/** The paragraphs of a section, as many together as fit into a passage. */
function packed(paragraphs: readonly string[]): string[] {
  const passages: string[] = [];
  for (const piece of paragraphs.flatMap(piecesOf)) {
    const last = passages.at(-1);
    if (last !== undefined && last.length + 2 + piece.length <= longestPassage)
      passages[passages.length - 1] = `${last}\n\n${piece}`;
    else passages.push(piece);
  }
  return passages;
}

/** A long paragraph in pieces: tables and code by lines, with what makes them tables and code, other text by sentences. */
function piecesOf(paragraph: string): string[] {
  if (paragraph.length <= longestPassage) return [paragraph];
  const lines = paragraph.split('\n');
  const [first = '', second = ''] = lines;
  const [, fence] = fenceLine.exec(first) ?? [];
  if (fence !== undefined) {
    const isClosed = lines.at(-1)?.trim() === fence;
    return grouped(lines.slice(1, isClosed ? -1 : undefined), `${first}\n`, `\n${fence}`);
  }
  if (first.startsWith('|') && /^\|[\s:|-]+\|?$/.test(second) && first.length + second.length < longestPassage / 2)
    return grouped(lines.slice(2), `${first}\n${second}\n`, '');
  return lines.length > 1 ? grouped(lines, '', '') : sentenceGroups(paragraph, longestPassage);
}

/** Lines in groups between `before` and `after`. A single line that is too long is split. */
function grouped(lines: readonly string[], before: string, after: string): string[] {
  const room = Math.max(1, longestPassage - before.length - after.length);
  const groups: string[] = [];
  for (const line of lines.flatMap((each) => sentenceGroups(each, room))) {
    const last = groups.at(-1);
    if (last !== undefined && last.length + 1 + line.length <= room) groups[groups.length - 1] = `${last}\n${line}`;
    else groups.push(line);
  }
  return groups.map((group) => before + group + after);
}
