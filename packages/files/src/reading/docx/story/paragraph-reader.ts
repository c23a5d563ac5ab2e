import { latexOf } from '../../math/math-to-latex.ts';
import { childOf, propertyOf, switchOf, type XmlNode } from '../../word-tree.ts';
import type { Block } from '../blocks.ts';
import { isTold } from '../fields/field-stack.ts';
import { addressInCode, emptyBox, formText, textOfCode, tickedBox } from '../fields/field-text.ts';
import { type Look, lookIn, lookOver } from '../styles.ts';
import { inFont, symbolOf } from '../symbols.ts';
import { chosen, drawn } from './drawings.ts';
import { InlineText, type Marks, noMarks } from './inline-text.ts';
import type { NoteKind } from './notes.ts';
import type { StoryHost } from './story-host.ts';

const monospaced = /courier|consolas|mono|menlo|monaco|fixedsys|lucida console/i;

/** Reads what is in a paragraph: its text, and the text boxes and charts that are tied to a place in it. */
export class ParagraphReader {
  readonly text = new InlineText();
  /** What is drawn before any text, and after it. */
  readonly before: Block[] = [];
  readonly after: Block[] = [];
  /** Whether all of the text is in a font for code. */
  isCode = true;
  /** Whether there is text that is not deleted. */
  hasCurrentText = false;

  readonly #host: StoryHost;
  readonly #base: Look;
  #look: Look;
  #change: Marks['change'] = null;
  #lastLink: { address: string; note: number; end: number } | null = null;

  constructor(host: StoryHost, base: Look) {
    this.#host = host;
    this.#base = base;
    this.#look = base;
  }

  read(node: XmlNode) {
    switch (node.name) {
      case 'r':
        return this.#run(node);
      case 'hyperlink':
        return this.#link(node);
      case 'fldSimple':
        return this.#simpleField(node);
      case 'del':
        return this.#changed('deleted', node);
      case 'moveFrom':
        return this.#changed('moved away', node);
      case 'sdt':
        return this.#control(node);
      case 'oMathPara':
        for (const equation of node.children) if (equation.name === 'oMath') this.#equation(equation, '$$');
        return;
      case 'oMath':
        return this.#equation(node, '$');
      case 'AlternateContent':
        return this.#all(chosen(node));
      case 'p':
      case 'tbl':
        this.#draw(this.#host.blocksIn({ ...node, children: [node] }));
        return;
      case 'subDoc':
        this.#host.left.outside++;
        return;
      default:
        if (!node.name.endsWith('Pr')) this.#all(node);
    }
  }

  #all(node: XmlNode | undefined) {
    for (const child of node?.children ?? []) this.read(child);
  }

  #changed(change: NonNullable<Marks['change']>, node: XmlNode) {
    const before = this.#change;
    // What was inserted and then deleted again is deleted.
    this.#change = change;
    this.#all(node);
    this.#change = before;
  }

  #run(node: XmlNode) {
    const properties = childOf(node, 'rPr');
    this.#look = properties
      ? lookOver(lookIn(properties), lookOver(this.#host.styles.lookOf(propertyOf(properties, 'rStyle')), this.#base))
      : this.#base;
    for (const child of node.children) {
      if ((child.name === 'footnoteReference' || child.name === 'endnoteReference') && this.#note(child, node)) break;
      this.#piece(child);
    }
    this.#look = this.#base;
  }

  #piece(node: XmlNode) {
    switch (node.name) {
      case 't':
      case 'delText':
        return this.#show(inFont(node.text.replace(/[\r\n]+/g, ' '), this.#look.font));
      case 'tab':
      case 'ptab':
        return this.#show('\t');
      case 'br':
      case 'cr':
        return this.#show('\n');
      case 'noBreakHyphen':
        return this.#show('-');
      case 'sym':
        return this.#show(symbolOf(node.attributes.font ?? '', Number.parseInt(node.attributes.char ?? '', 16)));
      case 'symEx':
        return this.#show(symbolOf('', Number.parseInt(node.attributes.char ?? '', 16)));
      case 'fldChar':
        return this.#fieldMark(node);
      case 'instrText':
        return this.#host.fields.hidden(node.text, true);
      case 'commentReference':
        return this.text.addNote(this.#host.comments.get(node.attributes.id ?? '') ?? '');
      case 'ruby':
        return this.#ruby(node);
      case 'drawing':
      case 'pict':
      case 'object':
        return this.#drawing(node);
      case 'AlternateContent':
        for (const child of chosen(node)?.children ?? []) this.#piece(child);
        return;
      case 'r':
      case 'oMath':
      case 'oMathPara':
        return this.read(node);
    }
  }

  #show(text: string) {
    const { fields, left } = this.#host;
    if (!fields.isShown) return fields.hidden(text, false);
    const isBlank = text.trim() === '';
    if (this.#look.isHidden === true) {
      if (!isBlank) left.hasHiddenText = true;
      return;
    }
    if (!isBlank) {
      this.isCode &&= monospaced.test(this.#look.font ?? '');
      this.hasCurrentText ||= this.#change === null;
    }
    this.text.add(text, this.#marks(text));
  }

  #marks(text: string): Marks {
    const { isStruck = false } = this.#look;
    const position = positionOf(this.#look, text);
    if (!isStruck && this.#change === null && position === null) return noMarks;
    return { isStruck, position, change: this.#change };
  }

  /** Whether the rest of the run is the note's mark. */
  #note(node: XmlNode, run: XmlNode): boolean {
    const { fields, notes } = this.#host;
    if (!fields.isShown) return false;
    const hasOwnMark = /^(1|true|on)$/i.test(node.attributes.customMarkFollows ?? '');
    const mark = hasOwnMark ? run.children.map((child) => (child.name === 't' ? child.text : '')).join('') : null;
    const kind: NoteKind = node.name === 'endnoteReference' ? 'endnote' : 'footnote';
    const isSign = run.children.some(({ name }) => name === 'sym');
    const text = notes.reference(kind, node.attributes.id ?? '', isSign ? '*' : mark?.trim() || null);
    this.text.add(text, { ...noMarks, change: this.#change });
    return hasOwnMark;
  }

  /** A word with its reading, as 漢字(かんじ). */
  #ruby(node: XmlNode) {
    this.#all(childOf(node, 'rubyBase'));
    const place = this.text.place();
    this.#all(childOf(node, 'rt'));
    const reading = this.text.since(place);
    if (reading.trim() !== '') this.text.wrapSince(place, '(', ')');
  }

  #equation(node: XmlNode, sign: string) {
    if (!this.#host.fields.isShown) return;
    const latex = latexOf(node);
    if (latex === '') return;
    this.hasCurrentText ||= this.#change === null;
    this.isCode = false;
    this.text.addEquation(`${sign}${latex}${sign}`, { ...noMarks, change: this.#change });
  }

  #drawing(node: XmlNode) {
    if (!this.#host.fields.isShown) return;
    const { blocks, description } = drawn(node, this.#host);
    this.#draw(blocks);
    if (description !== null) this.text.addNote(`[Picture: ${description}]`);
  }

  #draw(blocks: readonly Block[]) {
    (this.text.isBlank ? this.before : this.after).push(...blocks);
  }

  #control(node: XmlNode) {
    const box = childOf(childOf(node, 'sdtPr'), 'checkbox');
    if (!box) return this.#all(childOf(node, 'sdtContent'));
    this.#show(switchOf(box, 'checked') === true ? tickedBox : emptyBox);
  }

  #link(node: XmlNode) {
    const place = this.text.place();
    this.#all(node);
    const link = this.#host.part.links.get(node.attributes.id ?? '');
    if (!link?.isExternal) return;
    const { anchor } = node.attributes;
    this.#address(place, anchor && !link.target.includes('#') ? `${link.target}#${anchor}` : link.target);
  }

  #simpleField(node: XmlNode) {
    const { fields } = this.#host;
    fields.begin(childOf(node, 'ffData'));
    fields.hidden(node.attributes.instr ?? '', true);
    if (node.children.some(({ name }) => name !== 'fldData')) fields.separate(this, this.text.place());
    this.#all(node);
    this.#endField();
  }

  #fieldMark(node: XmlNode) {
    const { fields } = this.#host;
    const type = node.attributes.fldCharType;
    if (type === 'begin') fields.begin(childOf(node, 'ffData'));
    else if (type === 'separate') fields.separate(this, this.text.place());
    else if (type === 'end') this.#endField();
  }

  #endField() {
    const field = this.#host.fields.end();
    if (!field) return;
    if (isTold(field)) this.#show(formText(field) ?? '');
    else if (this.#host.fields.isAnyPage(field)) this.#show('…');
    else if (!field.hasResult) this.#show(textOfCode(field.code));
    const address = field.hasResult ? addressInCode(field.code) : null;
    if (address !== null) this.#address(field.owner === this ? field.place : 0, address);
  }

  /** Writes where a link leads, unless the text says it. */
  #address(place: number, address: string) {
    const shown = this.text.since(place);
    if (shown.trim() === '' || address.startsWith('#') || /^javascript:/i.test(address)) return;
    if (!this.#host.fields.isShown || bare(shown).includes(bare(address))) return;
    // Programs divide a link into several ones.
    const last = this.#lastLink;
    if (last?.address === address && last.end === place) this.text.remove(last.note);
    const note = this.text.place();
    this.text.addNote(`(${address})`);
    this.#lastLink = { address, note, end: this.text.place() };
  }
}

/** Digits that are raised or lowered by hand are powers and indices. Other text is moved so to look better. */
function positionOf({ position, raise = 0 }: Look, text: string): Marks['position'] {
  if (position === 'superscript' || position === 'subscript') return position;
  if (Math.abs(raise) < 4 || !/^[\d+−-]{1,4}$/.test(text.trim())) return null;
  return raise > 0 ? 'superscript' : 'subscript';
}

const bare = (address: string) =>
  address
    .toLowerCase()
    .replace(/^(mailto|tel):(\/\/)?/, '')
    .replace(/https?:\/\/(www\.)?|\s|\?subject=.*$/g, '')
    .replace(/\/$/, '');
