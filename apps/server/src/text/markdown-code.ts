/** Follows a Markdown text as it arrives and knows whether its end is inside code. */
export class MarkdownCode {
  /** Whether the line has only spaces so far. */
  atLineStart = true;
  /** The marker of an open code block, and the length of the marker of open inline code. */
  #fence = '';
  #inLine = 0;

  get isInside(): boolean {
    return this.#fence !== '' || this.#inLine > 0;
  }

  /** Takes a whole run of backticks, or of tildes at the start of a line. */
  marker(run: string): void {
    const isFence = this.atLineStart && run.length >= 3;
    if (isFence && !this.#fence) this.#fence = run;
    else if (isFence && run.startsWith(this.#fence)) this.#fence = '';
    else if (!this.#fence && run.startsWith('`')) {
      if (this.#inLine === 0) this.#inLine = run.length;
      else if (this.#inLine === run.length) this.#inLine = 0;
    }
    this.atLineStart = false;
  }

  newline(): void {
    // Inline code ends with its paragraph.
    if (this.atLineStart) this.#inLine = 0;
    this.atLineStart = true;
  }

  /** Takes text without markers and line breaks. */
  text(text: string): void {
    this.atLineStart &&= text.trim() === '';
  }
}
