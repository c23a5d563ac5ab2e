import { ReadingProblem } from './read-result.ts';
import { eachElement } from './xml.ts';

/** An element of a part. Names of elements and attributes come without their prefix, so that strict documents read like others. */
export type XmlNode = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The text directly within the element; of elements that are not for text, only what is not blank. */
  readonly text: string;
};

type OpenNode = XmlNode & { children: XmlNode[]; text: string };

/** Documents nest to some dozens of levels. What reads them calls itself for each level. */
const mostLevels = 600;

/** Elements that have many attributes, none of which is read. */
const plain: ReadonlySet<string> = new Set('p r t tr tc rPr pPr numPr tcPr trPr tblGrid'.split(' '));

/** What no text depends on, and former properties, which must not be taken for present ones. */
const skipped: ReadonlySet<string> = new Set(
  'rPrChange pPrChange tblPrChange trPrChange tcPrChange sectPrChange tblPrExChange tblGridChange numberingChange pBdr tabs spPr bodyPr tblBorders tcBorders'.split(
    ' ',
  ),
);

/** The properties on which text depends; there are many others. */
const kept: Readonly<Record<string, ReadonlySet<string>>> = {
  rPr: new Set('rStyle rFonts vanish strike dstrike vertAlign position ins del nor'.split(' ')),
  pPr: new Set('pStyle numPr outlineLvl framePr rPr sectPr'.split(' ')),
  tcPr: new Set(['gridSpan']),
};

/** Elements in which a blank is text. */
const spoken: ReadonlySet<string> = new Set('t delText instrText delInstrText'.split(' '));

const noAttributes: Readonly<Record<string, string>> = {};

function withoutPrefixes(attributes: Record<string, string | undefined>): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(attributes))
    if (!name.startsWith('xmlns')) result[name.slice(name.indexOf(':') + 1)] = value;
  return result;
}

type UnitHandlers = {
  /** Called with each outermost element of the wanted names. */
  unit: (node: XmlNode) => void;
  /** Called for elements that are in no such element. */
  open?: (name: string) => void;
  close?: (name: string) => void;
};

/**
 * Walks through the XML of a part and gives the outermost elements of these names one by one, so that a long part is never held as objects.
 * Throws ReadingProblem if the XML is not well-formed or nested without reason.
 */
export function eachUnit(xml: string, names: ReadonlySet<string>, { unit, open, close }: UnitHandlers): void {
  const nodes: OpenNode[] = [];
  let skippedLevels = 0;
  eachElement(xml, {
    open(name, attributes) {
      const parent = nodes.at(-1);
      if (skippedLevels > 0 || skipped.has(name) || (parent && kept[parent.name]?.has(name) === false)) {
        skippedLevels++;
        return;
      }
      if (nodes.length === 0 && !names.has(name)) {
        open?.(name);
        return;
      }
      if (nodes.length === mostLevels)
        throw new ReadingProblem(
          'This document is nested too deeply. Save it again with an office program and add it.',
        );
      nodes.push({
        name,
        attributes: plain.has(name) ? noAttributes : withoutPrefixes(attributes()),
        children: [],
        text: '',
      });
    },
    text(text) {
      const node = nodes.at(-1);
      if (node && skippedLevels === 0 && (spoken.has(node.name) || /\S/.test(text))) node.text += text;
    },
    close(name) {
      if (skippedLevels > 0) {
        skippedLevels--;
        return;
      }
      const node = nodes.pop();
      if (!node) close?.(name);
      else if (nodes.length === 0) unit(node);
      else nodes.at(-1)?.children.push(node);
    },
  });
}

/** The first element within another one that has this name. */
export const childOf = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find((child) => child.name === name);

/** The value of the property of this name, such as "2" for `<w:ilvl w:val="2"/>`. */
export const propertyOf = (node: XmlNode | undefined, name: string): string | undefined =>
  childOf(node, name)?.attributes.val;

/** The value of a property that is a number. */
export function numberOf(node: XmlNode | undefined, name: string): number | undefined {
  const value = Number.parseInt(propertyOf(node, name) ?? '', 10);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** Whether a property is switched on; undefined if it is not there (ECMA-376, 17.17.4). */
export function switchOf(node: XmlNode | undefined, name: string): boolean | undefined {
  const property = childOf(node, name);
  return property && !/^(0|false|off)$/i.test(property.attributes.val ?? '1');
}

/** All elements of this name within another one, in their order. */
export function* descendants(node: XmlNode, name: string): Generator<XmlNode> {
  for (const child of node.children) {
    if (child.name === name) yield child;
    yield* descendants(child, name);
  }
}
