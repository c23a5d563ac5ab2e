const deepest = 40;

/**
 * The text of an equation in a field, as old documents and Japanese readings have it: `\f(1,2)` is a fraction, `\o(a,b)` prints one over
 * the other (ECMA-376, 17.16.5.19).
 */
export function equationText(code: string): string {
  return new EquationReader(code.replace(/\\\*\s*("[^"]*"|\w+)/g, '')).read('', 0).trim();
}

class EquationReader {
  readonly #code: string;
  #at = 0;

  constructor(code: string) {
    this.#code = code;
  }

  /** Reads up to one of these characters, which is not taken. */
  read(ends: string, depth: number): string {
    let text = '';
    while (this.#at < this.#code.length) {
      const character = this.#code[this.#at] ?? '';
      if (ends.includes(character)) break;
      if (character === '\\') text += this.#command(depth);
      else if (character === '(' && depth > 0 && depth <= deepest) text += `(${this.#list(depth).join(',')})`;
      else {
        this.#at++;
        if (character !== '"') text += character;
      }
    }
    return text;
  }

  #command(depth: number): string {
    const [whole = '', name = ''] = /^\\([a-z]+|.)?/i.exec(this.#code.slice(this.#at, this.#at + 20)) ?? [];
    this.#at += Math.max(whole.length, 1);
    if (!/^[a-z]/i.test(name)) return name;
    const command = name.toLowerCase();
    // Options such as \ac, \up 9 or \bc\( come between a command and its list.
    const options = /^(?:\s*\\(?:(?:bc|lc|rc)\\?.|(?:[a-z]{2,})\s*-?\d*))*\s*-?\d*\s*/i.exec(
      this.#code.slice(this.#at, this.#at + 200),
    );
    this.#at += options?.[0].length ?? 0;
    if (this.#code[this.#at] !== '(' || depth > deepest) return '';
    return joined(command, options?.[0] ?? '', this.#list(depth));
  }

  #list(depth: number): string[] {
    const items: string[] = [];
    do {
      this.#at++;
      items.push(this.read(',;)', depth + 1).trim());
    } while (this.#at < this.#code.length && this.#code[this.#at] !== ')');
    this.#at++;
    return items;
  }
}

function joined(command: string, options: string, items: readonly string[]): string {
  const [first = '', second] = items;
  switch (command) {
    case 'f':
      return `${first}/${second ?? ''}`;
    case 'r':
      return second === undefined ? `√(${first})` : `${first}√(${second})`;
    case 'b':
      return `(${items.join(', ')})`;
    case 'o':
      // A reading above its word.
      return second === undefined ? first : `${second}(${first.replace(/^[\^_]/, '')})`;
    case 's':
      return `${/up/i.test(options) ? '^' : /do/i.test(options) ? '_' : ''}${items.join(' ')}`;
    case 'i':
      return `∫ ${items.join(' ')}`;
    case 'a':
    case 'l':
      return items.join(', ');
    default:
      return items.join(' ');
  }
}
