import { childOf, eachUnit, numberOf, propertyOf, switchOf, type XmlNode } from '../../word-tree.ts';
import { type Block, inOneLine, textBlock } from '../blocks.ts';
import { FieldStack } from '../fields/field-stack.ts';
import type { LeftBehind } from '../left-behind.ts';
import { type ListLabel, ListLabels } from '../numbering/list-labels.ts';
import type { Numbering } from '../numbering/numbering.ts';
import { listIn, type Style, type Styles } from '../styles.ts';
import { chosen } from './drawings.ts';
import type { Notes } from './notes.ts';
import { ParagraphReader } from './paragraph-reader.ts';
import type { PartContent, StoryHost } from './story-host.ts';
import { rowsOf, TableReader } from './tables.ts';

/** What all stories of a document share. */
export type StoryContext = {
  styles: Styles;
  numbering: Numbering;
  left: LeftBehind;
  notes: Notes;
  comments: ReadonlyMap<string, string>;
};

/** What is read of a story at once. */
const units: ReadonlySet<string> = new Set(
  'p tr sectPr altChunk subDoc sdtPr tblPr customXmlPr oMathPara oMath pict drawing object'.split(' '),
);

/** Longer paragraphs with an outline level of their own are text. */
const longestHeading = 300;
/** Longer paragraphs are no lines of code, whatever their font is. */
const longestLine = 200;

/** A flow of paragraphs and tables: the body of a document, a header, a footnote or a comment. */
export class Story implements StoryHost {
  readonly styles: Styles;
  readonly part: PartContent;
  readonly left: LeftBehind;
  readonly notes: Notes;
  readonly comments: ReadonlyMap<string, string>;
  readonly isMargin: boolean;
  readonly fields: FieldStack;
  tableDepth = 0;
  readonly #labels: ListLabels;
  /** A large first letter, which is a paragraph of its own. */
  #initial = '';

  constructor(context: StoryContext, part: PartContent, isMargin = false) {
    this.styles = context.styles;
    this.left = context.left;
    this.notes = context.notes;
    this.comments = context.comments;
    this.part = part;
    this.isMargin = isMargin;
    this.fields = new FieldStack(isMargin);
    this.#labels = new ListLabels(context.numbering);
  }

  /** Reads the XML of a part. `section` is called with the properties of each section. */
  readPart(xml: string, add: (blocks: readonly Block[]) => void, section?: (properties: XmlNode) => void) {
    const tables: TableReader[] = [];
    let unwanted = 0;
    const choices: { isTaken: boolean }[] = [];
    eachUnit(xml, units, {
      open: (name) => {
        if (name === 'AlternateContent') choices.push({ isTaken: false });
        const alternatives = choices.at(-1);
        if ((name === 'Choice' || name === 'Fallback') && (unwanted > 0 || alternatives?.isTaken)) unwanted++;
        else if (alternatives && name === 'Choice') alternatives.isTaken = true;
        if (name === 'tbl' && unwanted === 0) tables.push(new TableReader(this));
      },
      close: (name) => {
        if (name === 'AlternateContent') choices.pop();
        if ((name === 'Choice' || name === 'Fallback') && unwanted > 0) unwanted--;
        if (name === 'tbl' && unwanted === 0) add(tables.pop()?.end() ?? []);
      },
      unit: (node) => {
        if (unwanted > 0) return;
        if (node.name === 'tr') add(tables.at(-1)?.row(node) ?? []);
        else if (node.name === 'sectPr') section?.(node);
        else {
          add(this.#blocksOf(node));
          const inner = node.name === 'p' ? childOf(childOf(node, 'pPr'), 'sectPr') : undefined;
          if (inner) section?.(inner);
        }
      },
    });
    add(this.end());
  }

  /** Ends the story. Returns what is known only now. */
  end(): Block[] {
    const rest = [this.#initial, this.fields.finish()].filter((text) => text !== '');
    this.#initial = '';
    return rest.map(textBlock);
  }

  blocksIn(node: XmlNode): Block[] {
    return node.children.flatMap((child) => this.#blocksOf(child));
  }

  cellText(cell: XmlNode): string {
    this.tableDepth++;
    const text = inOneLine(this.blocksIn(cell));
    this.tableDepth--;
    return text.replace(/;$/, '');
  }

  #blocksOf(node: XmlNode): Block[] {
    switch (node.name) {
      case 'p':
        return this.#paragraph(node);
      case 'tbl': {
        const table = new TableReader(this);
        return [...rowsOf(node).flatMap((row) => table.row(row)), ...table.end()];
      }
      case 'altChunk':
        return [...(this.part.chunks.get(this.part.links.get(node.attributes.id ?? '')?.target ?? '') ?? [])];
      case 'subDoc':
        this.left.outside++;
        return [];
      case 'AlternateContent': {
        const choice = chosen(node);
        return choice ? this.blocksIn(choice) : [];
      }
      case 'oMath':
      case 'oMathPara':
      case 'r':
        return this.#paragraph({ ...node, name: 'p', children: [node] });
      case 'pict':
      case 'drawing':
      case 'object':
        return this.#paragraph({ ...node, name: 'p', children: [{ ...node, name: 'r', children: [node] }] });
      default:
        return node.name.endsWith('Pr') ? [] : this.blocksIn(node);
    }
  }

  #paragraph(node: XmlNode): Block[] {
    const properties = childOf(node, 'pPr');
    const style = this.styles.get(propertyOf(properties, 'pStyle'));
    const reader = new ParagraphReader(this, style.look);
    for (const child of node.children) if (child !== properties) reader.read(child);
    this.fields.newLine();
    const isCounted = reader.hasCurrentText || isMarkShown(properties, style);
    const label = isCounted ? this.#labels.next(listIn(properties), style) : null;
    const blocks = [...reader.before];
    if (!reader.text.isBlank) {
      const text = this.#initial + reader.text.toString();
      this.#initial = '';
      if (isInitial(properties, text)) this.#initial = text.trim();
      else
        blocks.push(
          this.#block(text, { style, label, outline: numberOf(properties, 'outlineLvl'), isCode: reader.isCode }),
        );
    }
    blocks.push(...reader.after);
    return blocks;
  }

  #block(raw: string, { style, label, outline, isCode }: Shape): Block {
    const text = raw.trim();
    if (this.tableDepth > 0) return textBlock(`${label ? `${label.text} ` : ''}${text}`);
    const level = outline !== undefined && text.length <= longestHeading ? outline + 1 : style.headingLevel;
    if (level !== null && level >= 1 && level <= 9) {
      const number = label && !label.isBullet ? `${label.text} ` : '';
      return { kind: 'heading', text: `${'#'.repeat(Math.min(level, 6))} ${number}${inOneLine([textBlock(text)])}` };
    }
    if (label) return { kind: 'item', text: `${indent(label)}${label.text} ${text}` };
    if (/^(toc \d|table of figures)/.test(style.name)) return { kind: 'contents', text };
    if ((isCode && text.length <= longestLine) || /\bcode\b|preformatted/.test(style.name))
      return { kind: 'code', text: raw.replace(/^\s*\n/, '').trimEnd() };
    return textBlock(text);
  }
}

type Shape = { style: Style; label: ListLabel | null; outline: number | undefined; isCode: boolean };

/** Numbers such as "2.1" already show their level. */
const indent = ({ level, text }: ListLabel) => (/\d\W+\d/.test(text) ? '' : '  '.repeat(level));

/** Whether the mark of a paragraph is neither deleted nor hidden. A paragraph without mark and text has no number. */
function isMarkShown(properties: XmlNode | undefined, style: Style): boolean {
  const mark = childOf(properties, 'rPr');
  return childOf(mark, 'del') === undefined && !(switchOf(mark, 'vanish') ?? style.look.isHidden ?? false);
}

function isInitial(properties: XmlNode | undefined, text: string): boolean {
  const drop = childOf(properties, 'framePr')?.attributes.dropCap;
  return drop !== undefined && drop !== 'none' && text.trim().length <= 3;
}
