/**
 * What terminals and their programs write between the words (ECMA-48): sequences that begin with Escape, and strings for the terminal, such
 * as titles and links.
 */
// biome-ignore-start lint/suspicious/noControlCharactersInRegex: they are what is removed.
const strings = /\x1b[\]PX^_][^\x07\x1b]{0,4096}(?:\x07|\x1b\\)/g;
const moves = /\x1b\[[\d;]*([CEHf])/g;
const sequences = /\x1b(?:\[[0-?]{0,64}[ -/]{0,8}[@-~]|[ -/]{0,8}[0-~])/g;
/** A character that is printed over another one, to make it bold or underlined, as manuals of UNIX have it. */
const overprinted = /[^\n\x08]\x08/gu;
/** Vertical tabs are line breaks in what Word and PowerPoint copy. */
const lineBreaks = /\x0b/g;
/** These divide fields and records (ASCII). SOH does in messages of FIX. */
const dividers = /[\x01\x1c-\x1f]/g;
// biome-ignore-end lint/suspicious/noControlCharactersInRegex: as above.

/** A text without what is for terminals and programs. Marks that keep words apart become spaces or line breaks. */
export function plainText(text: string): string {
  const plain = text.includes('\u001b')
    ? text
        .replace(strings, '')
        .replace(moves, (_, move) => (move === 'C' ? ' ' : '\n'))
        .replace(sequences, '')
    : text;
  const printed = plain.includes('\u0008') ? plain.replace(overprinted, '') : plain;
  return printed.replace(lineBreaks, '\n').replace(dividers, ' ');
}
