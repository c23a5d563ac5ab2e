import { descendants, type XmlNode } from './xml-tree.ts';

/** The words in a shape, paragraph by paragraph. */
export const wordsIn = (node: XmlNode): string =>
  [...descendants(node, 'p')]
    .map((paragraph) => [...descendants(paragraph, 't')].map(({ text }) => text).join(''))
    .join(' ')
    .trim() || [...descendants(node, 'v')].map(({ text }) => text).join(' ');
