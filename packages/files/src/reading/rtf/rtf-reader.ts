import iconv from 'iconv-lite';
import { BlockWriter } from '../markup/block-writer.ts';
import { rtfTokens } from './rtf-tokens.ts';
import { characterWords, codePageOfCharset, encodingOfCodePage, knownMarked, unreadGroups } from './rtf-words.ts';

/** The state that a group has, and gives back at its end. */
type Group = {
  isUnread: boolean;
  /** The group in which text has another place. */
  place: 'body' | 'fonts' | 'styles' | 'info' | 'title' | 'author';
  /** That of its font; null for that of the document. */
  encoding: string | null;
  /** How many characters after \u stand for it in programs that do not know it. */
  fallback: number;
  isHidden: boolean;
  isStruck: boolean;
  isRaised: boolean;
  /** Whether the group is a note, comment, header or the like, which is written at the end. */
  aside: string | null;
};

/** The text of RTF, and what it has beside that. */
export type RtfText = { text: string; title: string; pictures: number; objects: number };

/** How deep groups may be. */
const deepest = 2000;

/** Reads the text of RTF until it has about `most` characters. */
export class RtfReader {
  readonly #groups: Group[] = [];
  #group: Group = {
    ...{ isUnread: false, place: 'body', encoding: null, fallback: 1, isHidden: false, isStruck: false },
    ...{ isRaised: false, aside: null },
  };
  #writer = new BlockWriter();
  readonly #outer: BlockWriter[] = [];
  readonly #asides: string[] = [];
  readonly #fonts = new Map<number, string>();
  readonly #headings = new Map<number, number>();
  #bytes: number[] = [];
  #skip = 0;
  #isMarked = false;
  #isGroupStart = false;
  #font = 0;
  #style = 0;
  #author = '';
  #notes = 0;
  #inRow = false;
  #isTable = false;
  #isStrikeOpen = false;
  #documentEncoding = 'windows-1252';
  #defaultFont = 0;
  #heading = 0;
  #isCell = false;
  #isParagraph = false;
  readonly #found: RtfText = { text: '', title: '', pictures: 0, objects: 0 };

  read(source: string, most: number): RtfText {
    let depth = 0;
    for (const token of rtfTokens(source)) {
      if (token.type === 'open') {
        depth++;
        if (depth <= deepest) this.#open();
      } else if (token.type === 'close') {
        if (depth > 0 && depth-- <= deepest) this.#close();
      } else if (token.type === 'byte') this.#byte(token.value);
      else if (token.type === 'text') this.#text(token.text);
      else this.#word(token.word, token.value);
      if (this.#writer.characters > most) break;
    }
    this.#flush();
    while (this.#groups.length > 0) this.#close();
    this.#endTable();
    this.#found.text = [this.#writer.end(), ...this.#asides].filter((part) => part !== '').join('\n\n');
    return this.#found;
  }

  #open(): void {
    this.#flush();
    this.#groups.push({ ...this.#group });
    this.#isGroupStart = true;
    this.#isMarked = false;
    this.#skip = 0;
  }

  #close(): void {
    this.#flush();
    this.#skip = 0;
    const outer = this.#groups.pop();
    if (!outer) return;
    const { aside } = this.#group;
    if (aside !== null && outer.aside !== aside) this.#endAside(aside);
    this.#group = outer;
    this.#isGroupStart = false;
  }

  #byte(value: number): void {
    this.#isGroupStart = false;
    if (this.#skip > 0) this.#skip--;
    else this.#bytes.push(value);
  }

  #text(text: string): void {
    this.#isGroupStart = false;
    let rest = text;
    if (this.#skip > 0) {
      rest = text.slice(this.#skip);
      this.#skip = Math.max(0, this.#skip - text.length);
    }
    if (this.#group.isUnread) return;
    // A character of two bytes may have its second one as text.
    if (this.#bytes.length > 0 || /[\u0080-\u00ff]/.test(rest))
      for (const each of rest) this.#bytes.push(each.charCodeAt(0));
    else this.#write(rest);
    if (this.#bytes.length > 4096) this.#flush();
  }

  get #encoding(): string {
    return this.#group.encoding ?? this.#fonts.get(this.#defaultFont) ?? this.#documentEncoding;
  }

  /** Decodes the bytes that were collected. */
  #flush(): void {
    if (this.#bytes.length === 0) return;
    const bytes = Buffer.from(this.#bytes);
    this.#bytes = [];
    if (!this.#group.isUnread) this.#write(iconv.decode(bytes, this.#encoding));
  }

  #write(text: string): void {
    const { place, isHidden, isStruck, isRaised, isUnread } = this.#group;
    if (text === '' || isUnread) return;
    if (place === 'title') this.#found.title += text;
    else if (place === 'author') this.#author += text;
    else if (place === 'styles') this.#nameStyle(text);
    if (place !== 'body' || isHidden) return;
    this.#startText();
    if (isStruck !== this.#isStrikeOpen) this.#strike(isStruck);
    this.#writer.text(isRaised && /^\d/.test(text) && !this.#writer.isAfterSpace ? `^${text}` : text);
  }

  /** Begins what the text that follows is in: a cell, or a heading. */
  #startText(): void {
    if (this.#outer.length > 0) return;
    if (this.#inRow) this.#startCell();
    else {
      this.#endTable();
      if (this.#heading > 0 && !this.#isParagraph)
        this.#writer.startBlock(`${'#'.repeat(Math.min(6, this.#heading))} `);
    }
    this.#isParagraph = true;
  }

  #strike(isStruck: boolean): void {
    this.#writer.text('~~');
    this.#isStrikeOpen = isStruck;
  }

  #word(word: string, value: number | null): void {
    const isFirst = this.#isGroupStart;
    if (word === '*') {
      this.#isMarked = isFirst;
      return;
    }
    this.#isGroupStart = false;
    if (word === 'u' && value !== null) {
      this.#flush();
      this.#write(String.fromCharCode(value & 0xffff));
      this.#skip = this.#group.fallback;
      return;
    }
    const character = characterWords[word];
    if (character !== undefined) {
      this.#flush();
      if (this.#skip > 0) this.#skip--;
      else this.#write(character);
      return;
    }
    this.#flush();
    this.#skip = 0;
    if (isFirst || this.#isMarked) this.#startGroup(word);
    this.#isMarked = false;
    if (this.#group.isUnread) return;
    this.#setState(word, value);
    if (this.#group.place === 'body') this.#layOut(word, value);
  }

  /** The first word of a group says what it is for. */
  #startGroup(word: string): void {
    const group = this.#group;
    if (word === 'pict' && !group.isUnread) this.#found.pictures++;
    if (word === 'object' && !group.isUnread) this.#found.objects++;
    if (word === 'nonshppict' || (unreadGroups.has(word) && word !== 'fonttbl')) group.isUnread = true;
    else if (this.#isMarked && !knownMarked.has(word)) group.isUnread = true;
    else if (word === 'ud') group.isUnread = false;
    else if (word === 'fonttbl') group.place = 'fonts';
    else if (word === 'stylesheet') group.place = 'styles';
    else if (word === 'info') group.place = 'info';
    else if (word === 'title' && group.place === 'info') {
      group.place = 'title';
      group.encoding = this.#documentEncoding;
    } else if (word === 'atnauthor') {
      this.#author = '';
      group.place = 'author';
    } else if (/^(footnote|annotation|(header|footer)[lrf]?)$/.test(word)) this.#startAside(word);
  }

  #startAside(word: string): void {
    const isNote = word === 'footnote';
    if (isNote) this.#writer.text(`[^${++this.#notes}]`);
    this.#group.aside = isNote
      ? `[^${this.#notes}]: `
      : word === 'annotation'
        ? `Comment${this.#author ? ` (${this.#author})` : ''}: `
        : `${word} `;
    this.#group.place = 'body';
    this.#outer.push(this.#writer);
    this.#writer = new BlockWriter();
  }

  #endAside(mark: string): void {
    if (this.#isStrikeOpen) this.#strike(false);
    const text = this.#writer.end().trim();
    this.#writer = this.#outer.pop() ?? this.#writer;
    if (text === '') return;
    const isMargin = /^(header|footer)/.test(mark);
    const written = isMargin ? text : mark + text.replace(/\s*\n\s*/g, ' ');
    if (!this.#asides.includes(written)) this.#asides.push(written);
  }

  #setState(word: string, value: number | null): void {
    const group = this.#group;
    const isOn = value !== 0;
    if (word === 'ansicpg' && value !== null) this.#documentEncoding = encodingOfCodePage(value);
    else if (word === 'mac' || word === 'pc' || word === 'pca')
      this.#documentEncoding = word === 'mac' ? 'macroman' : word === 'pc' ? 'cp437' : 'cp850';
    else if (word === 'uc' && value !== null) group.fallback = Math.max(0, Math.min(64, value));
    else if (word === 'deff' && value !== null) this.#defaultFont = value;
    else if (word === 'f' && value !== null) this.#useFont(value);
    else if (word === 'fcharset' && group.place === 'fonts')
      this.#fonts.set(this.#font, codePageOfCharset[value ?? 1] ?? this.#documentEncoding);
    else if (word === 's' && value !== null) this.#style = value;
    else if (word === 'outlinelevel' && group.place === 'styles' && value !== null && value < 9)
      this.#headings.set(this.#style, value + 1);
    else if (word === 'v') group.isHidden = isOn;
    else if (word === 'strike' || word === 'striked' || word === 'deleted') group.isStruck = isOn;
    else if (word === 'super') group.isRaised = isOn;
    else if (word === 'nosupersub' || word === 'sub') group.isRaised = false;
    else if (word === 'plain')
      Object.assign(group, { isHidden: false, isStruck: false, isRaised: false, encoding: null });
  }

  #useFont(font: number): void {
    this.#font = font;
    if (this.#group.place !== 'fonts') this.#group.encoding = this.#fonts.get(font) ?? null;
  }

  /** "heading 2;" in the table of styles. */
  #nameStyle(text: string): void {
    const [, level] = /^\s*heading (\d)/i.exec(text) ?? [];
    if (level !== undefined) this.#headings.set(this.#style, Number(level));
  }

  #layOut(word: string, value: number | null): void {
    if (word === 'pard') {
      this.#style = 0;
      this.#heading = 0;
      if (this.#outer.length === 0) this.#inRow = false;
    } else if (word === 's' && value !== null) this.#heading = this.#headings.get(value) ?? 0;
    else if (word === 'outlinelevel' && value !== null && value < 9) this.#heading = value + 1;
    else if ((word === 'intbl' || word === 'trowd') && this.#outer.length === 0) this.#inRow = true;
    else if (word === 'line' || word === 'lbr') this.#writer.breakLine();
    else if (/^(par|sect|page|column|\r|\n)$/.test(word)) this.#endParagraph();
    else if (word === 'cell' || word === 'nestcell') this.#endCell();
    else if (word === 'row') this.#endRow();
  }

  #endParagraph(): void {
    if (this.#isStrikeOpen) this.#strike(false);
    this.#writer.endBlock();
    if (this.#outer.length === 0) this.#isParagraph = false;
  }

  #startCell(): void {
    if (this.#isCell) return;
    if (!this.#isTable) this.#writer.startTable();
    this.#isTable = true;
    this.#isCell = true;
    this.#writer.startCell();
  }

  #endCell(): void {
    if (this.#isStrikeOpen) this.#strike(false);
    // Tables of notes are rare, and their text is kept without them.
    if (this.#outer.length > 0) {
      this.#writer.text(' ');
      return;
    }
    this.#startCell();
    this.#writer.endCell();
    this.#isCell = false;
    this.#isParagraph = false;
  }

  #endRow(): void {
    if (this.#outer.length > 0 || !this.#isTable) return;
    if (this.#isCell) this.#endCell();
    this.#writer.endRow();
    this.#inRow = false;
  }

  #endTable(): void {
    if (!this.#isTable || this.#outer.length > 0) return;
    if (this.#isCell) this.#endCell();
    this.#isTable = false;
    this.#writer.endTable();
  }
}
