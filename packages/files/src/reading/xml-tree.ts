import { eachElement } from './xml.ts';

/** An element of an XML text with what is in it. Names of elements come without their prefix, those of attributes with it. */
export type XmlNode = {
  name: string;
  attributes: Readonly<Record<string, string | undefined>>;
  children: (XmlNode | string)[];
};

/** An XML text as a tree. Throws ReadingProblem if it is not well-formed. */
export function xmlTree(xml: string): XmlNode {
  const root: XmlNode = { name: '', attributes: {}, children: [] };
  const path = [root];
  eachElement(xml, {
    open(name, attributes) {
      const node: XmlNode = { name, attributes: attributes(), children: [] };
      path.at(-1)?.children.push(node);
      path.push(node);
    },
    text: (text) => void path.at(-1)?.children.push(text),
    close: () => void path.pop(),
  });
  return elementsOf(root)[0] ?? root;
}

/** The elements directly in an element; with a name, those of that name alone. */
export const elementsOf = ({ children }: XmlNode, name?: string): XmlNode[] =>
  children.filter(
    (child): child is XmlNode => typeof child !== 'string' && (name === undefined || child.name === name),
  );

/** The element that these names lead to, one in the other. */
export function elementAt(node: XmlNode | undefined, ...names: string[]): XmlNode | undefined {
  let current = node;
  for (const name of names)
    current = current?.children.find((child): child is XmlNode => typeof child !== 'string' && child.name === name);
  return current;
}

/** All elements of a name in an element, in their order, also those deep in it, but not those within each other. */
export function elementsWithin(node: XmlNode, name: string): XmlNode[] {
  return elementsOf(node).flatMap((child) => (child.name === name ? [child] : elementsWithin(child, name)));
}

/** All text in an element. */
export const textWithin = ({ children }: XmlNode): string =>
  children.map((child) => (typeof child === 'string' ? child : textWithin(child))).join('');

/** The id of a relationship that an attribute such as `r:id` or `r:embed` names, whatever the prefix is. */
export function linkOf({ attributes }: XmlNode, attribute = 'id'): string | undefined {
  return Object.entries(attributes).find(([name]) => name.endsWith(`:${attribute}`))?.[1];
}

/**
 * What a reader of today shows of content that has alternatives: the first choice, or, where that has nothing that `isOfUse`, what is given to
 * readers that do not know it (ECMA-376 part 3, 7.6).
 */
export function chosenOf(alternate: XmlNode, isOfUse: (node: XmlNode) => boolean): XmlNode | undefined {
  const choices = [...elementsOf(alternate, 'Choice'), ...elementsOf(alternate, 'Fallback')];
  return choices.find(isOfUse) ?? choices[0];
}
