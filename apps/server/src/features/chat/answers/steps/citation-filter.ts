import { citationPattern, numbersIn } from '@noek/contract/chat/citations';
import { MarkdownCode } from '../../../../text/markdown-code.ts';

/** A citation with the spaces before it: " [1]", "[1, 2]". */
const citation = new RegExp(`^( *)${citationPattern}`);
/** What may still become one. */
const begun = /^ *(?:\[(?:\d[\d, ]*)?)?$/;
/** No citation is longer. */
const longest = 60;

/**
 * Removes citations that name none of an answer's sources from its text, while it grows. Code is not changed, and neither are links
 * and definitions, which are not citations. While `isOn` is false, text passes unchanged.
 */
export class CitationFilter {
  readonly #isSource: (number: number) => boolean;
  readonly #isOn: () => boolean;
  /** The end of the text so far that may be the beginning of a citation or a fence. */
  #held = '';
  readonly #code = new MarkdownCode();
  /** Text that passed unchanged and has not been looked at. */
  #unread: string;

  /** `before`: the text that the answer already has. */
  constructor(before: string, given: { isOn: () => boolean; isSource: (number: number) => boolean }) {
    this.#isSource = given.isSource;
    this.#isOn = given.isOn;
    this.#unread = before;
  }

  /** The part of the text so far that can be passed on. */
  write(text: string): string {
    if (!this.#isOn()) {
      this.#unread += text;
      return text;
    }
    if (this.#unread) this.#pass(this.#unread, true);
    this.#unread = '';
    return this.#pass(text, false);
  }

  /** The rest, when no more text follows. */
  end(): string {
    return this.#pass('', true);
  }

  #pass(added: string, isLast: boolean): string {
    const text = this.#held + added;
    let shown = '';
    let at = 0;
    while (at < text.length) {
      const next = this.#piece(text.slice(at, at + longest), isLast || text.length - at > longest);
      if (!next) break;
      shown += next.shown;
      at += next.length;
    }
    this.#held = text.slice(at);
    return shown;
  }

  /** What the beginning of `text` becomes; null while more text could change it. `isAll`: no more text follows. */
  #piece(text: string, isAll: boolean): { length: number; shown: string } | null {
    const [first = ''] = text;
    if (first === '`' || (first === '~' && this.#code.atLineStart)) return this.#marker(text, isAll);
    if (first === '\n') {
      this.#code.newline();
      return { length: 1, shown: first };
    }
    if (!this.#code.isInside && (first === ' ' || first === '[')) {
      if (!isAll && begun.test(text)) return null;
      const found = citation.exec(text);
      if (found) return this.#cited(text, found, isAll);
    }
    this.#code.text(first);
    return { length: 1, shown: first };
  }

  #marker(text: string, isAll: boolean): { length: number; shown: string } | null {
    const [run = ''] = /^(?:`+|~+)/.exec(text) ?? [];
    if (run.length === text.length && !isAll) return null;
    this.#code.marker(run);
    return { length: run.length, shown: run };
  }

  #cited(text: string, [whole, spaces = '', list = '']: RegExpExecArray, isAll: boolean) {
    const { length } = whole;
    if (length === text.length && !isAll) return null;
    const isLink = text[length] === '(' || (this.#code.atLineStart && text[length] === ':');
    this.#code.text(whole);
    const numbers = numbersIn(list);
    const kept = numbers.filter(this.#isSource);
    if (isLink || kept.length === numbers.length) return { length, shown: whole };
    return { length, shown: kept.length > 0 ? `${spaces}[${kept.join(', ')}]` : '' };
  }
}
