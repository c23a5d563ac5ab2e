const ends = /["\\]/g;

/**
 * Reads texts out of a JSON object while it arrives, cut anywhere. Only texts of the object itself are read, and each character is looked
 * at once. Whether the object is valid, the parser must say when it is whole.
 */
export class StringFields {
  /** Gets each piece of a text, and `isWhole` with the last one, which may be empty. */
  readonly #onText: (field: string, text: string, isWhole: boolean) => void;
  #depth = 0;
  #inString = false;
  /** The next string of the object is a name. */
  #isName = true;
  #name = '';
  #isReadingName = false;
  /** An escape of which the end has not arrived. */
  #rest = '';

  constructor(onText: (field: string, text: string, isWhole: boolean) => void) {
    this.#onText = onText;
  }

  /** Takes the next part of the JSON text. */
  take(part: string): void {
    const text = this.#rest + part;
    this.#rest = '';
    for (let at = 0; at < text.length; ) {
      const character = text[at] ?? '';
      if (!this.#inString) {
        this.#takeMark(character);
        at += 1;
      } else if (character === '"') {
        this.#endString();
        at += 1;
      } else if (character === '\\') {
        const end = at + (text[at + 1] === 'u' ? 6 : 2);
        if (end > text.length) {
          this.#rest = text.slice(at);
          return;
        }
        this.#add(unescaped(text.slice(at, end)));
        at = end;
      } else {
        ends.lastIndex = at;
        const end = ends.exec(text)?.index ?? text.length;
        this.#add(text.slice(at, end));
        at = end;
      }
    }
  }

  #takeMark(character: string): void {
    if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') this.#depth -= 1;
    else if (character === ',' && this.#depth === 1) this.#isName = true;
    else if (character === ':' && this.#depth === 1) this.#isName = false;
    else if (character === '"' && this.#depth > 0) {
      this.#inString = true;
      this.#isReadingName = this.#depth === 1 && this.#isName;
      if (this.#isReadingName) this.#name = '';
    }
  }

  #endString(): void {
    this.#inString = false;
    if (this.#depth === 1 && !this.#isReadingName) this.#onText(this.#name, '', true);
  }

  #add(text: string): void {
    if (this.#isReadingName) this.#name += text;
    else if (this.#depth === 1) this.#onText(this.#name, text, false);
  }
}

function unescaped(sequence: string): string {
  try {
    return String(JSON.parse(`"${sequence}"`));
  } catch {
    return '';
  }
}
