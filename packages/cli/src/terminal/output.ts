import { stripVTControlCharacters, styleText } from 'node:util';
import { environment } from '../environment.ts';

type Style = Parameters<typeof styleText>[0];

export const isTerminal = (): boolean => process.stdout.isTTY === true;

/** How many characters fit into a line. A terminal that does not know says 0. */
export const lineWidth = (): number => process.stdout.columns || 80;

/** Text in a style, where the output takes colors and NO_COLOR does not forbid them. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  environment.wantsColors(stream.isTTY === true) ? styleText(style, text, { validateStream: false }) : text;

/** Text of people and models without what would control the terminal. Tabs and line breaks stay. */
export const safe = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is removed.
  stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');

export const oneLine = (text: string): string => safe(text).replace(/\s+/g, ' ').trim();

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);
/** For people alone: it does not get into a pipe. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`);
export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** A date and time on this machine's clock: 2026-11-27 11:40. */
export function when(date: string): string {
  const at = new Date(date);
  const two = (number: number) => String(number).padStart(2, '0');
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Rows in columns. A pipe gets tabs between them, which other programs read easily. */
export function printTable(headings: string[], rows: string[][]): void {
  if (!isTerminal()) {
    for (const row of rows) print(row.map(oneLine).join('\t'));
    return;
  }
  const clean = rows.map((row) => row.map(oneLine));
  const widths = headings.map((heading, at) => Math.max(heading.length, ...clean.map((row) => row[at]?.length ?? 0)));
  const room = lineWidth();
  const line = (row: string[]) => {
    const whole = row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join('  ');
    return whole.length > room ? `${whole.slice(0, room - 1)}…` : whole;
  };
  print(styled('bold', line(headings)));
  for (const row of clean) print(line(row));
}
