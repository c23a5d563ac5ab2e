import type { LeftOut } from '../importer.ts';
import { isMachineField } from './card-words.ts';
import { directiveCuts } from './directives.ts';
import { fencesOf } from './fences.ts';
import { countLeftOut } from './left-out.ts';
import type { Cited, Cut, Piece } from './pieces.ts';
import { firstText, parsedJson, textOf } from './values.ts';

// ChatGPT puts what it shows in another way than as text (a citation, a place, a link, pictures) between characters for private use: U+E200, a
// name, fields that each follow U+E202, and U+E201. LibreChat asks models for similar marks. The names are many and new ones come, so
// whatever is in a mark is read for words and addresses.

/** What a mark stands for, as the export says elsewhere. `isShown` is false for what the product does not show, either. */
export type Reference = { pages: readonly Cited[]; words: readonly Word[]; isShown: boolean };

/** What marks stand for: by the whole mark, and pages by their ids in marks ("turn0search1"). */
export type References = { marks: ReadonlyMap<string, Reference>; pages: ReadonlyMap<string, Cited> };

const none: References = { marks: new Map(), pages: new Map() };

/** Words, with the address that they link to. */
export type Word = { text: string; url: string | null };

const anyMark = /[\ue000-\uf8ff]|【|^[ \t>]*:{3}/m;

/** A mark, whole or cut off; ids outside of one; what is left of one; and the citations of OpenAI's older models. */
const marks =
  /\ue200[a-z_]+\ue202[^\n\ue200\ue201\ue205-\ue2ff]*[\ue201\ue205-\ue2ff]|\ue200[^\n\ue200\ue201]*\ue201|\ue200[a-z_]+\ue202\s*[[{][^\ue200\ue201]*\ue201|\ue200(?:[a-z_]+(?=\ue202))?(?:\ue202[^\s\ue200-\ue2ff]*)*|(?:\ue202(?:turn\d+[a-z]+\d+|L\d+(?:-L?\d+)?))+\ue201?|[\ue201-\ue2ff]|【[^【】\n]*】/g;

/**
 * Marks with other characters around them, as some texts have them: one before the name, one between fields, and one at the end. Elsewhere, such
 * characters are icons of fonts.
 */
const unusualMarks =
  /(?:[\ue207-\ue2ff][a-z_]{2,}|[\ue000-\ue1ff\ue300-\uf8ff](?:(?:file|mem)?cite|entity|url|link_title|video|navlist|products?|image_group|genui))([\ue000-\uf8ff])[^\n\ue000-\uf8ff]*(?:\1[^\n\ue000-\uf8ff]*)*[\ue000-\uf8ff]/g;

/** A text or a mark with the usual characters in its marks. Nothing moves. */
export const withUsualMarks = (text: string): string =>
  text.replace(unusualMarks, (mark) => `\ue200${mark.slice(1, -1).replace(/[\ue000-\uf8ff]/g, '\ue202')}\ue201`);

/**
 * A text with the words and links that its marks stand for, and with what they cite. Marks of nothing are taken out and counted. In code,
 * marks become words.
 */
export function readablePieces(text: string, leftOut: LeftOut, references: References = none): Piece[] {
  if (!anyMark.test(text)) return [text];
  const usual = withUsualMarks(text);
  const cuts = [...markCuts(usual, leftOut, references), ...directiveCuts(usual)].sort((a, b) => a.from - b.from);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { from, to, by } of cuts) {
    if (from < at) continue;
    const before = usual.slice(at, from);
    const isNothing = by.length === 0 && /^(?:$|[\s.,;:!?)\]])/.test(usual.slice(to, to + 1));
    // The number of a citation brings its own space.
    pieces.push(isNothing || typeof by[0] === 'object' ? before.replace(/ $/, '') : before, ...by);
    at = to;
  }
  pieces.push(usual.slice(at));
  return pieces;
}

function* markCuts(text: string, leftOut: LeftOut, references: References): Generator<Cut> {
  const isInCode = fencesOf(text);
  for (const match of text.matchAll(marks)) {
    const [mark] = match;
    const from = match.index;
    const to = from + mark.length;
    const inCode = isInCode(from);
    if (mark.startsWith('【')) {
      // Brackets of this kind are also ordinary Chinese and Japanese punctuation.
      if (references.marks.has(mark) || mark.includes('†'))
        yield { from, to, by: piecesOf(mark, bracketOf(mark), leftOut, references) };
    } else if (mark.length === 1) {
      // Code can have icons of fonts.
      if (!inCode) yield { from, to, by: [''] };
    } else {
      const by = piecesOf(mark, contentOf(mark), leftOut, references);
      const words = inCode ? by.filter((piece) => typeof piece === 'string') : by;
      // Code has no numbers that link to pages.
      if (words.length < by.length) countLeftOut(leftOut, 'references');
      yield { from, to, by: words };
    }
  }
}

type Content = { name: string; words: Word[]; urls: string[]; ids: string[] };

function piecesOf(mark: string, content: Content, leftOut: LeftOut, references: References): Piece[] {
  const { name, urls, ids } = content;
  const reference = references.marks.get(mark);
  const known = reference?.pages ?? [];
  const pages = known.length > 0 ? known : ids.flatMap((id) => references.pages.get(id) ?? []);
  const words = content.words.length > 0 ? content.words : (reference?.words ?? []);
  if (/^image|^i$/.test(name)) {
    countLeftOut(leftOut, 'pictures');
    return words.length === 0 ? [] : [`(Pictures: ${words.map(linked).join(', ')})`];
  }
  const [first, ...otherWords] = words;
  if (first) {
    // The only page that a name stands for is its link.
    const [page] = pages;
    const isPage = page !== undefined && pages.length === 1 && words.length === 1 && urls.length === 0;
    const [url = isPage ? page.url : null, ...otherUrls] = first.url === null ? urls : [first.url, ...urls];
    const all = [{ ...first, url }, ...otherWords, ...otherUrls.map(addressOf)];
    return [all.map(linked).join(', '), ...(pages.length > 0 && !isPage ? [pages] : [])];
  }
  if (pages.length > 0) return [pages];
  if (urls.length > 0) return [urls.map(addressOf).map(linked).join(', ')];
  if (reference?.isShown !== false)
    countLeftOut(leftOut, name === '' || name.includes('cite') ? 'references' : 'cards');
  return [];
}

const addressOf = (url: string): Word => ({ text: url, url });

/** Words as Markdown, with their link. */
export function linked({ text, url }: Word): string {
  const address = url === null ? null : webAddress(url);
  if (address === null) return text;
  return text === url ? `<${address}>` : `[${text.replace(/[\\[\]]/g, '\\$&')}](${address.replace(/[()]/g, encoded)})`;
}

const encoded = (sign: string) => (sign === '(' ? '%28' : '%29');

/** The address if it is one of the web, otherwise null. */
function webAddress(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed && /^https?:$/.test(parsed.protocol) ? url.replace(/[\s<>]/g, encodeURIComponent) : null;
}

const anId = /^(?:turn\d+[a-z]*\d*|L\d+(?:-L?\d+)?|(?:file|asset)[-_][\w-]+)$/;

/** What is in a mark: the name of its kind, and the words, addresses and ids of its fields. */
function contentOf(mark: string): Content {
  const fields = mark.replace(/^\ue200|[\ue201\ue205-\ue2ff]$/g, '').split(/[\ue202-\ue204]/);
  const name = mark.startsWith('\ue200') ? (/^[a-z][a-z\d_]*(?=$|[[{])/.exec(fields[0] ?? '')?.[0] ?? '') : '';
  const content: Content = { name, words: [], urls: [], ids: [] };
  for (const [i, field] of fields.entries()) {
    const text = i === 0 ? field.slice(name.length) : field;
    if (/^\s*[[{]/.test(text)) addJson(content, text);
    else addText(content, text);
  }
  return content;
}

function addText({ words, urls, ids }: Content, given: string): void {
  const text = given.replace(/\s+/g, ' ').trim();
  if (text === '') return;
  if (anId.test(text)) ids.push(text);
  else if (/^https?:\/\/\S+$/i.test(text)) urls.push(text);
  else if (words.every((word) => word.text !== text)) words.push({ text, url: null });
}

function addJson(content: Content, json: string): void {
  const value = parsedJson(json);
  if (value !== null) addValue(content, value, 0);
  // It was cut off. Names of fields are no words.
  else
    for (const [, text = '', isName] of json.matchAll(/"((?:[^"\\]|\\.)*)"(\s*:)?/g))
      if (isName === undefined) addText(content, text);
}

const maxDepth = 8;

function addValue(content: Content, value: unknown, depth: number): void {
  if (typeof value === 'string') addText(content, textOf(value));
  if (typeof value !== 'object' || value === null || depth > maxDepth) return;
  if (Array.isArray(value)) {
    // Its kind, its name, and what it is: ["city", "Lisbon", "capital of Portugal"].
    const isEntity = content.name.includes('entity') && depth === 0 && value.length > 1 && !anId.test(textOf(value[0]));
    for (const item of isEntity ? [value[1]] : value) addValue(content, item, depth + 1);
    return;
  }
  const fields = value as Record<string, unknown>;
  const url = firstText(fields.url, fields.link, fields.href);
  const label = firstText(fields.title, fields.name, fields.label, fields.text);
  const isLink = url !== '' && label !== '';
  if (isLink) content.words.push({ text: label.replace(/\s+/g, ' ').trim(), url });
  for (const [name, field] of Object.entries(fields)) {
    const formula = name.startsWith('math') ? textOf((field as { content?: unknown } | null)?.content) : '';
    if (formula !== '') content.words.push({ text: `$${formula}$`, url: null });
    else if (isRefs(name)) addIds(content, field);
    else if (!(isMachineField(name) || (isLink && /^(?:url|link|href|title|name|label|text)$/.test(name))))
      addValue(content, field, depth + 1);
  }
}

const isRefs = (name: string) => name === 'ref' || name === 'refs' || name === 'ref_id';

function addIds({ ids }: Content, value: unknown): void {
  for (const one of Array.isArray(value) ? value : [value]) if (anId.test(textOf(one))) ids.push(textOf(one));
}

/** 【6†source】, 【4:0†report.pdf】: the name of a file is a word. */
function bracketOf(mark: string): Content {
  const named = (mark.slice(1, -1).split('†')[1] ?? '').trim();
  const isName = named !== '' && named !== 'source' && !anId.test(named);
  return { name: '', words: isName ? [{ text: `(${named})`, url: null }] : [], urls: [], ids: [] };
}
