import { latexOf } from '../math/math-to-latex.ts';
import { withoutEscapes } from '../office-escapes.ts';
import { shiftedText } from '../raised-text.ts';
import type { XmlNode as BareNode } from '../word-tree.ts';
import { chosenOf, elementAt, elementsOf, linkOf, textWithin, type XmlNode } from '../xml-tree.ts';

export type ParagraphOptions = {
  /** Where links lead, by the id of their relationship. */
  links?: ReadonlyMap<string, string>;
  /** Leaves out what PowerPoint fills in, such as the number of the slide. */
  withoutFields?: boolean;
};

/** The paragraphs of a text in a drawing, with marks of lists; those without text are left out. A line break divides a paragraph. */
export function paragraphsOf(body: XmlNode, options: ParagraphOptions = {}): string[] {
  const number = createNumbering();
  return elementsOf(body, 'p').flatMap((paragraph) => {
    const text = runsOf(paragraph, options).trim();
    const properties = elementAt(paragraph, 'pPr');
    if (text === '') return [];
    const level = Math.min(8, Number(properties?.attributes.lvl ?? 0) || 0);
    const mark = markOf(properties, level, number);
    const indent = '  '.repeat(level);
    return [`${indent}${mark}${text.replace(/\s*\n\s*/g, `\n${indent}${' '.repeat(mark.length)}`)}`];
  });
}

/** All text of a paragraph. */
function runsOf(node: XmlNode, options: ParagraphOptions): string {
  return elementsOf(node)
    .map((part) => {
      if (part.name === 'r') return runOf(part, options);
      if (part.name === 'br') return '\n';
      if (part.name === 'fld') return options.withoutFields ? '' : runOf(part, options);
      if (part.name === 'oMath') return `$${latexOf(bareNode(part))}$`;
      if (part.name === 'AlternateContent') {
        const chosen = chosenOf(part, (choice) => runsOf(choice, options).trim() !== '');
        return chosen ? runsOf(chosen, options) : '';
      }
      return part.name === 'm' || part.name === 'oMathPara' ? runsOf(part, options) : '';
    })
    .join('');
}

function runOf(run: XmlNode, { links }: ParagraphOptions): string {
  const properties = elementAt(run, 'rPr');
  const plain = withoutEscapes(elementsOf(run, 't').map(textWithin).join(''));
  const baseline = Number.parseInt(properties?.attributes.baseline ?? '0', 10) || 0;
  const text = baseline === 0 ? plain : shiftedText(plain, baseline > 0 ? 'up' : 'down');
  const click = elementAt(properties, 'hlinkClick');
  const target = links?.get((click && linkOf(click)) ?? '');
  if (text.trim() === '') return text;
  const strike = properties?.attributes.strike ?? 'noStrike';
  const shown = strike === 'noStrike' ? text : text.replace(/\S(?:.*\S)?/s, '~~$&~~');
  return linked(shown, target);
}

/** A text with where it leads, as in Markdown, unless the text says so itself. */
export function linked(text: string, target: string | undefined): string {
  const bare = target?.replace(/^mailto:|^https?:\/\/|\/$/gi, '') ?? '';
  return bare === '' || text.toLowerCase().includes(bare.toLowerCase()) ? text : `[${text.trim()}](${target})`;
}

type Numbering = (level: number, type: string | null, start: number) => string;

function markOf(properties: XmlNode | undefined, level: number, number: Numbering): string {
  const automatic = elementAt(properties, 'buAutoNum');
  const mark = number(level, automatic?.attributes.type ?? null, Number(automatic?.attributes.startAt ?? 1) || 1);
  return mark || (elementAt(properties, 'buChar') || elementAt(properties, 'buBlip') ? '- ' : '');
}

/** Counts the items of numbered lists, each level on its own (ECMA-376, 20.1.10.61). */
function createNumbering(): Numbering {
  const counts: { type: string; count: number }[] = [];
  return (level, type, start) => {
    counts.length = Math.min(counts.length, level + 1);
    if (type === null) {
      delete counts[level];
      return '';
    }
    const before = counts[level];
    const count = before?.type === type ? before.count + 1 : start;
    counts[level] = { type, count };
    const text = countText(type, count);
    if (type.endsWith('ParenBoth')) return `(${text}) `;
    return `${text}${type.endsWith('ParenR') ? ')' : type.endsWith('Plain') ? '' : '.'} `;
  };
}

function countText(type: string, count: number): string {
  if (/^alpha/.test(type)) {
    const letter = String.fromCharCode(97 + ((count - 1) % 26)).repeat(Math.ceil(count / 26));
    return type.startsWith('alphaUc') ? letter.toUpperCase() : letter;
  }
  if (/^roman/.test(type)) return type.startsWith('romanUc') ? roman(count).toUpperCase() : roman(count);
  return String(count);
}

const romanSigns = [
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
] as const;

function roman(count: number): string {
  if (count > 999) return String(count);
  let left = count;
  return romanSigns
    .map(([value, sign]) => {
      const times = Math.floor(left / value);
      left %= value;
      return sign.repeat(times);
    })
    .join('');
}

/** An element as readers of Word documents have it: attributes without prefixes, and the text directly in it apart. */
function bareNode(node: XmlNode): BareNode {
  const attributes: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(node.attributes))
    attributes[name.slice(name.indexOf(':') + 1)] = value;
  const text = node.children.filter((child) => typeof child === 'string').join('');
  return { name: node.name, attributes, children: elementsOf(node).map(bareNode), text };
}
