import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtInPages } from '../../web-search/built-in-pages.ts';

/** One file of `answers/`; its README says what each line means. */
export type PreparedAnswer = {
  /** The folder and the file without its ending: `tables/planets`. */
  name: string;
  folder: string;
  title: string;
  /** All of them must match the plain question. If empty, only code and other answers use this one. */
  asks: readonly RegExp[];
  /** Patterns with named groups, matched against the question as written. */
  finds: readonly RegExp[];
  /** The demo's question that a short message replies to, and the placeholder that takes this message. */
  follows: string | null;
  reply: string | null;
  /** Whether it answers only the first, or only later messages of a conversation. */
  turn: 'first' | 'later' | null;
  /** Questions that must reach this answer. */
  examples: readonly string[];
  /** Markdown that says the same in different words. */
  wordings: readonly [string, ...string[]];
};

export type PreparedAnswers = ReadonlyMap<string, PreparedAnswer>;

const folderOfAnswers = fileURLToPath(new URL('./answers/', import.meta.url));

/** Every prepared answer by its name, in alphabetical order. Throws when a file is invalid. */
export function loadAnswers(root: string = folderOfAnswers): PreparedAnswers {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.flatMap(({ name: folder }) =>
    readdirSync(join(root, folder)).map((file) => `${folder}/${file.replace(/\.md$/, '')}`),
  );
  const files = names.sort().map((name) => parseAnswer(name, readFileSync(join(root, `${name}.md`), 'utf8')));
  return new Map([...files, ...helpTexts()].map((answer) => [answer.name, answer]));
}

/** The product's own help pages as parts of answers: `help/privacy`. */
const helpTexts = (): PreparedAnswer[] =>
  [...builtInPages.values()].map(({ name, title, markdown }) => ({
    name: `help/${name}`,
    folder: 'help',
    title,
    asks: [],
    finds: [],
    follows: null,
    reply: null,
    turn: null,
    examples: [],
    wordings: [markdown.replace(/^# .+\n+/, '')],
  }));

const keys = new Set(['title', 'asks', 'finds', 'follows', 'reply', 'turn', 'example']);

/** Reads the text of one file: lines `key: value` between two lines `---`, then the answer. */
export function parseAnswer(name: string, text: string): PreparedAnswer {
  const [, head, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text.replace(/\r\n/g, '\n')) ?? [];
  if (head === undefined || !body?.trim()) throw new Error(`The demo's answer ${name} needs a head and a text.`);
  const lines = head.split('\n').map((line) => {
    const [, key = '', value = ''] = /^(\w+): *(.+)$/.exec(line) ?? [];
    if (!keys.has(key)) throw new Error(`The demo's answer ${name} has an unknown line: ${line}`);
    return { key, value };
  });
  const all = (key: string) => lines.filter((line) => line.key === key).map(({ value }) => value);
  const one = (key: string) => all(key)[0] ?? null;
  const turn = one('turn');
  const [first = '', ...others] = body.split(/^<!-- or -->$/m).map((wording) => wording.trim());
  return {
    name,
    folder: name.split('/')[0] ?? '',
    title: one('title') ?? name,
    asks: all('asks').map((pattern) => new RegExp(pattern, 'u')),
    finds: all('finds').map((pattern) => new RegExp(pattern, 'iu')),
    follows: one('follows'),
    reply: one('reply'),
    turn: turn === 'first' || turn === 'later' ? turn : null,
    examples: all('example'),
    wordings: [first, ...others],
  };
}
