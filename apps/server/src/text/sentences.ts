/** Marks a part that was taken out of a message because another author is possible. */
export const redacted = '\ufffc';

/** A line that ends with a colon, and the lines below it up to an empty one. */
const list = /:[ \t]*\n(?!\s*\n)((?:[^\n]*\S[^\n]*(?:\n|$))+)/gu;
const between =
  /\n+|(?<=[。！？])|(?<=[.!?…])(?<!\b(?:Dr|Mr|Mrs|Ms|St|Prof|Nr|No|vs|ca|e\.g|i\.e)\.)\s+(?=[\p{Lu}\p{Lo}\p{N}"“¿¡])/u;

/** The sentences of a text. A list below a colon is one sentence. */
export const sentencesOf = (text: string): string[] =>
  text
    .replace(list, (_, lines: string) => `: ${lines.trim().replace(/\n\s*/g, '; ')}\n`)
    .replace(/([:;]) (?:[-*•]|\d+[.)]) /gu, '$1 ')
    .split(between)
    .map((sentence) => sentence.replace(/\s+/gu, ' ').trim())
    .filter((sentence) => sentence !== '');

export const isQuestion = (sentence: string): boolean => /[?？]$/u.test(sentence);

/** The sentence without the marks at its end. */
export const withoutEnd = (sentence: string): string => sentence.replace(/(?<![.!?。！？…\s])[.!?。！？…\s]+$/u, '');
