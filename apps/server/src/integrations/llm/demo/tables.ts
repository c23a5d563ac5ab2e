/** The multiplication table of a number; null when the question asks for none. */
export function multiplicationTable(plain: string): string | null {
  const asked = /\b(?:multiplication|times) table (?:of|for) (\d{1,4})\b|\b(\d{1,4}) times table\b/.exec(plain);
  if (!asked) return null;
  const factor = Number(asked[1] ?? asked[2]);
  const rows = Array.from({ length: 10 }, (_, index) => `| ${index + 1} × ${factor} | ${(index + 1) * factor} |`);
  return `| Product | Result |\n| ---: | ---: |\n${rows.join('\n')}`;
}
