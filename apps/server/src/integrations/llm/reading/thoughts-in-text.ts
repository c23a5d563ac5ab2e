/** How models mark the beginning and end of their thoughts when their server does not separate them from the answer. */
const tags = ['think', 'thinking'].map((name) => ({ opening: `<${name}>`, closing: `</${name}>` }));

type Parts = { reasoning: string; text: string };

/**
 * Takes thoughts out of the beginning of a text, whose pieces may end in the middle of a tag. The white space around the tags is
 * dropped.
 */
export class ThoughtsInText {
  #held = '';
  #part: 'start' | 'thoughts' | 'gap' | 'text' = 'start';
  /** The tag that ends the thoughts. */
  #closing = '';
  #hasThoughts = false;

  take(piece: string): Parts {
    if (this.#part === 'text') return { reasoning: '', text: piece };
    this.#held += piece;
    if (this.#part === 'start') this.#begin();
    const reasoning = this.#part === 'thoughts' ? this.#think() : '';
    return { reasoning, text: this.#speak() };
  }

  /** What was held back at the end of the text. */
  end(): Parts {
    const held = this.#held;
    this.#held = '';
    if (this.#part === 'gap') return { reasoning: '', text: '' };
    return this.#part === 'thoughts' ? { reasoning: held, text: '' } : { reasoning: '', text: held };
  }

  #begin(): void {
    const start = this.#held.trimStart();
    const tag = tags.find(({ opening }) => start.startsWith(opening));
    if (tag) {
      this.#part = 'thoughts';
      this.#closing = tag.closing;
      this.#held = start.slice(tag.opening.length);
    } else if (!tags.some(({ opening }) => opening.startsWith(start))) this.#part = 'text';
  }

  #think(): string {
    if (!this.#hasThoughts) this.#held = this.#held.trimStart();
    const at = this.#held.indexOf(this.#closing);
    // The end may be the beginning of the tag.
    const sure = at >= 0 ? at : this.#held.length - unfinished(this.#held, this.#closing);
    const reasoning = this.#held.slice(0, sure);
    this.#hasThoughts ||= reasoning !== '';
    this.#held = this.#held.slice(at >= 0 ? at + this.#closing.length : sure);
    if (at >= 0) this.#part = 'gap';
    return reasoning;
  }

  #speak(): string {
    if (this.#part === 'start' || this.#part === 'thoughts') return '';
    const text = this.#part === 'gap' ? this.#held.trimStart() : this.#held;
    this.#held = '';
    if (text) this.#part = 'text';
    return text;
  }
}

/** How many of the last characters of a text may be the beginning of `tag`. */
function unfinished(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (text.endsWith(tag.slice(0, length))) return length;
  return 0;
}
