import type { docs_v1 } from 'googleapis/build/src/apis/docs/index.js';
import { fenced, isOnlyCode, plainTextOf } from './code.ts';
import { inlineOf } from './inline.ts';
import { isSuggested } from './suggestions.ts';
import type { TabContent } from './tab-content.ts';

type Paragraph = docs_v1.Schema$Paragraph;
type StructuralElement = docs_v1.Schema$StructuralElement;

/** The level of a heading by the name of its style. */
const headingLevels: Record<string, number> = {
  TITLE: 1,
  SUBTITLE: 2,
  HEADING_1: 1,
  HEADING_2: 2,
  HEADING_3: 3,
  HEADING_4: 4,
  HEADING_5: 5,
  HEADING_6: 6,
};

/** The line break of Markdown. */
const hardBreak = '  \n';

/** "lang:js" in the first line of a table with one cell says that it is code, and in which language. */
const languageLine = /^lang:([\w+#-]{1,30})\s*(?:\n|$)/;

/** The blocks of a tab, a cell or a footnote as Markdown. Tables of contents repeat what follows, so they are left out. */
export function blocksOf(elements: readonly StructuralElement[], content: TabContent): string[] {
  const blocks: string[] = [];
  let list: string[] = [];
  let code: string[] = [];
  const numbers = new ListNumbers(content);
  const endList = () => {
    if (list.length > 0) blocks.push(list.join('\n'));
    list = [];
  };
  const endCode = () => {
    const [only = ''] = code;
    const isSingle = code.length === 1 && !/[\n`]/.test(only);
    if (code.length > 0) blocks.push(isSingle ? `\`${only.trim()}\`` : fenced(code.join('\n')));
    code = [];
  };

  for (const { paragraph, table } of elements) {
    if (paragraph && isLineOfCode(paragraph)) {
      endList();
      code.push(plainTextOf(paragraph.elements ?? []));
      continue;
    }
    endCode();
    if (paragraph?.bullet && headingOf(paragraph) === null) {
      const text = inlineOf(paragraph.elements ?? [], content, hardBreak);
      if (text === '') continue;
      const { indent, marker } = numbers.next(paragraph.bullet);
      const inside = ' '.repeat(indent + marker.length + 1);
      list.push(`${' '.repeat(indent)}${marker} ${text.replaceAll('\n', `\n${inside}`)}`);
      continue;
    }
    endList();
    if (paragraph) blocks.push(...paragraphOf(paragraph, content));
    if (table && !isSuggested(table)) blocks.push(...blocksOfTable(table, content));
  }
  endCode();
  endList();
  return blocks;
}

function paragraphOf(paragraph: Paragraph, content: TabContent): string[] {
  const elements = paragraph.elements ?? [];
  const rule = elements.some(({ horizontalRule }) => horizontalRule && !isSuggested(horizontalRule)) ? ['---'] : [];
  const level = headingOf(paragraph);
  if (level !== null) {
    const text = inlineOf(elements, content, ' ');
    return text === '' ? rule : [...rule, `${'#'.repeat(level)} ${text}`];
  }
  const text = inlineOf(elements, content, hardBreak);
  return text === '' ? rule : [...rule, text.split('\n').map(notABlock).join('\n')];
}

/** The level of a heading; null for any other paragraph. */
const headingOf = ({ paragraphStyle }: Paragraph): number | null =>
  headingLevels[paragraphStyle?.namedStyleType ?? ''] ?? null;

/** A line that would begin a heading, a list or a quotation by accident. */
const notABlock = (line: string): string =>
  line.replace(/^(#{1,6}(?= )|>|[-+](?= )|={3,}|-{3,})/, '\\$1').replace(/^(\d{1,9})([.)])(?= )/, '$1\\$2');

/** Lines of code are paragraphs of their own. */
const isLineOfCode = (paragraph: Paragraph): boolean =>
  !paragraph.bullet &&
  headingOf(paragraph) === null &&
  isOnlyCode(paragraph.elements ?? []) &&
  plainTextOf(paragraph.elements ?? []).trim() !== '';

/** A table with one cell is a frame around code or a quotation. */
function blocksOfTable(table: docs_v1.Schema$Table, content: TabContent): string[] {
  const rows = rowsOf(table);
  const [only, ...others] = rows.flat();
  if (only && others.length === 0) return framed(only.content ?? [], content);
  const text = tableOf(rows, content);
  return text === null ? [] : [text];
}

function framed(cell: readonly StructuralElement[], content: TabContent): string[] {
  const paragraphs = cell.map(({ paragraph }) => paragraph?.elements ?? null);
  const isText = paragraphs.every((elements) => elements !== null);
  const text = paragraphs.map((elements) => plainTextOf(elements ?? [])).join('\n');
  const [line = '', language] = languageLine.exec(text) ?? [];
  if (
    isText &&
    text.trim() !== '' &&
    (language !== undefined || paragraphs.every((elements) => isOnlyCode(elements ?? [])))
  )
    return [fenced(text.slice(line.length).replace(/^\n+|\s+$/g, ''), language)];
  const blocks = blocksOf(cell, content);
  return blocks.length === 0 ? [] : [blocks.join('\n\n').replace(/^/gm, '> ').replace(/^> $/gm, '>')];
}

/** Glyphs of numbered lists. Markdown numbers only with digits. */
const counting = /^(?:DECIMAL|ZERO_DECIMAL|UPPER_ALPHA|ALPHA|UPPER_ROMAN|ROMAN)$/;

/** Finds the markers of list items: "-", or the number that the item has in its list. */
class ListNumbers {
  readonly #content: TabContent;
  /** The last number of each level, by the list. */
  readonly #numbers = new Map<string, number[]>();
  /** The column where the text of the enclosing items begins, by level. */
  #starts: number[] = [];

  constructor(content: TabContent) {
    this.#content = content;
  }

  /** The marker of the next item and how far it is indented, so that it is inside of the item above it. */
  next({ listId, nestingLevel }: docs_v1.Schema$Bullet): { indent: number; marker: string } {
    const level = nestingLevel ?? 0;
    const properties = this.#content.lists?.[listId ?? '']?.listProperties?.nestingLevels?.[level];
    const numbers = (this.#numbers.get(listId ?? '') ?? []).slice(0, level + 1);
    const number = (numbers[level] ?? (properties?.startNumber ?? 1) - 1) + 1;
    numbers[level] = number;
    this.#numbers.set(listId ?? '', numbers);
    const marker = counting.test(properties?.glyphType ?? '') ? `${number}.` : '-';
    // A list may begin at a deeper level.
    this.#starts = this.#starts.slice(0, level);
    const indent = this.#starts.findLast((start) => start !== undefined) ?? 0;
    this.#starts[level] = indent + marker.length + 1;
    return { indent, marker };
  }
}

type Cell = docs_v1.Schema$TableCell;

/** The rows of a table with their cells, without those that are only suggested. */
const rowsOf = (table: docs_v1.Schema$Table): Cell[][] =>
  (table.tableRows ?? [])
    .filter((row) => !isSuggested(row))
    .map(({ tableCells = [] }) => tableCells.filter((cell) => !isSuggested(cell)));

/** A table as Markdown, its first row as the header; null if nothing is in it. */
function tableOf(rows: readonly Cell[][], content: TabContent): string | null {
  const columns = Math.max(0, ...rows.map(({ length }) => length));
  const texts = rows.map((cells) => Array.from({ length: columns }, (_, at) => cellOf(cells[at], content)));
  if (texts.every((cells) => cells.every((text) => text === ''))) return null;
  const lines = texts.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |'));
  return [lines[0], `|${' --- |'.repeat(columns)}`, ...lines.slice(1)].join('\n');
}

/** A cell on one line: its paragraphs, items and tables one after the other. */
const cellOf = (cell: Cell | undefined, content: TabContent): string =>
  linesOf(cell, content).join('<br>').replaceAll('|', '\\|');

const linesOf = (cell: Cell | undefined, content: TabContent): string[] =>
  (cell?.content ?? []).flatMap(({ paragraph, table }) => {
    if (table) return isSuggested(table) ? [] : nestedOf(table, content);
    const text = inlineOf(paragraph?.elements ?? [], content, '<br>');
    if (text === '') return [];
    return paragraph?.bullet ? `• ${text}` : text;
  });

/** A table in a cell, which Markdown has no form for: a line for each row. */
const nestedOf = (table: docs_v1.Schema$Table, content: TabContent): string[] =>
  rowsOf(table).flatMap((cells) => {
    const texts = cells.map((cell) => linesOf(cell, content).join(' '));
    return texts.every((text) => text === '') ? [] : texts.join(', ');
  });
