/**
 * Finds the end of a JSON object or list whose text arrives in parts. It looks at each character once, and only at brackets and
 * strings: whether the value is valid, the parser must say.
 */
export class JsonScan {
  #depth = 0;
  #inString = false;
  #escaped = false;
  isComplete = false;

  /** Takes the next part. Returns the position after the end of the value in this part, or -1 while the value continues. */
  take(part: string): number {
    for (let at = 0; at < part.length && !this.isComplete; at++) {
      const character = part[at];
      if (this.#escaped) this.#escaped = false;
      else if (this.#inString) {
        if (character === '\\') this.#escaped = true;
        else if (character === '"') this.#inString = false;
      } else if (character === '"') this.#inString = this.#depth > 0;
      else if (character === '{' || character === '[') this.#depth += 1;
      else if ((character === '}' || character === ']') && --this.#depth <= 0) {
        this.isComplete = true;
        return at + 1;
      }
    }
    return -1;
  }
}
