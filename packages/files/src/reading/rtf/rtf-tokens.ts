/** A token of RTF: a control word with its number, a byte of text in hexadecimal, text, or the begin and end of a group. */
export type RtfToken =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'word'; word: string; value: number | null }
  | { type: 'byte'; value: number }
  | { type: 'text'; text: string };

const token = /\{|\}|\\([a-zA-Z]{1,32})(-?\d{1,10})? ?|\\'([\da-fA-F]{2})|\\([^a-zA-Z'])|[^{}\\\r\n]+|[\r\n]+|\\'?/gs;

/** The tokens of RTF (specification 1.9.1), which is ASCII; other bytes are those of Latin-1. Data in binary form is left out. */
export function* rtfTokens(source: string): Generator<RtfToken> {
  const pattern = new RegExp(token);
  for (let found = pattern.exec(source); found; found = pattern.exec(source)) {
    const [whole, word, number, hex, symbol] = found;
    if (word !== undefined) {
      const value = number === undefined ? null : Number(number);
      if (word === 'bin' && value !== null) pattern.lastIndex += Math.max(0, value);
      else yield { type: 'word', word, value };
    } else if (hex !== undefined) yield { type: 'byte', value: Number.parseInt(hex, 16) };
    else if (symbol !== undefined) yield { type: 'word', word: symbol, value: null };
    else if (whole === '{') yield { type: 'open' };
    else if (whole === '}') yield { type: 'close' };
    else if (!/^[\r\n\\]/.test(whole)) yield { type: 'text', text: whole };
  }
}
