import type { TextRun } from './text-run.ts';

/** So many single letters with spaces between them are a word whose letters are drawn apart, as in headings. */
const surelySpaced = /^\p{L}(?: \p{L}){5,}$/u;
const maybeSpaced = /^\p{L}(?: \p{L})+$/u;

/** Joins the letters of words that are drawn with white between them: pdf.js takes the white for spaces. */
export function withoutSpacedLetters(runs: readonly TextRun[]): TextRun[] {
  const lines = new Set(runs.filter(({ text }) => surelySpaced.test(text)).map(lineOf));
  return runs.map((run) =>
    maybeSpaced.test(run.text) && lines.has(lineOf(run)) ? { ...run, text: run.text.replaceAll(' ', '') } : run,
  );
}

const lineOf = ({ direction, baseline, size }: TextRun) => `${direction} ${Math.round(baseline)} ${Math.round(size)}`;
