import type { XmlNode as BareNode } from '../docx/xml-tree.ts';
import { elementsOf, type XmlNode } from '../xml-tree.ts';

/** An element as readers of Word documents have it: attributes without prefixes, and the text directly in it apart. */
export function bareNode(node: XmlNode): BareNode {
  const attributes: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(node.attributes))
    attributes[name.slice(name.indexOf(':') + 1)] = value;
  const text = node.children.filter((child) => typeof child === 'string').join('');
  return { name: node.name, attributes, children: elementsOf(node).map(bareNode), text };
}
