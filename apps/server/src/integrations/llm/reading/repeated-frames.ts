const unreadable = /[\\\n\r]/;

/**
 * A fast path for runs of stream frames that differ only in their text: comparing bytes costs a tenth of parsing. A frame is taken only if
 * everything around its text equals a frame that was fully parsed, and the text has no quote, backslash or line break. So the result is
 * that of parsing, and the parser reads all other frames.
 */
export class RepeatedFrames {
  #head = '';
  #tail = '';

  /** Remembers the payload of a frame that contained only `text`. */
  learn(data: string, text: string): void {
    const at = data.indexOf('"content":');
    const start = data.indexOf('"', at + '"content":'.length) + 1;
    if (at < 0 || start === 0 || !data.startsWith(`${text}"`, start)) return;
    // With a second field of this name, the text could be in the other one.
    if (data.includes('"content":', start) || data.includes('\n')) return;
    this.#head = `data: ${data.slice(0, start)}`;
    this.#tail = `${data.slice(start + text.length)}\n\n`;
  }

  /** The text of the matching frames from `from` on, and where the first other frame starts. */
  read(input: string, from: number): { text: string; end: number } {
    const head = this.#head;
    const tail = this.#tail;
    let text = '';
    let end = from;
    if (!head) return { text, end };
    // Comparing slices compares blocks; startsWith compares character by character.
    while (input.slice(end, end + head.length) === head) {
      const start = end + head.length;
      const quote = input.indexOf('"', start);
      if (quote < 0 || input.slice(quote, quote + tail.length) !== tail) break;
      const piece = input.slice(start, quote);
      if (unreadable.test(piece)) break;
      text += piece;
      end = quote + tail.length;
    }
    return { text, end };
  }
}
