import { elementAt, elementsOf, type XmlNode, xmlTree } from '../xml-tree.ts';
import { paragraphsOf } from './paragraphs.ts';

/** The points of a SmartArt diagram as a list, each below the one that it belongs to (ECMA-376, 21.4.3.1). */
export function diagramLines(xml: string): string[] {
  const root = xmlTree(xml);
  const points = new Map<string, XmlNode>();
  for (const point of within(root, 'ptLst', 'pt')) points.set(point.attributes.modelId ?? '', point);
  const children = childrenIn(root);
  const lines: string[] = [];
  const seen = new Set<string>();
  const walk = (id: string, depth: number) => {
    if (seen.has(id)) return;
    seen.add(id);
    const text = textOf(points.get(id));
    if (text !== '') lines.push(`${'  '.repeat(Math.min(depth, 8))}- ${text}`);
    for (const child of children.get(id) ?? []) walk(child, text === '' ? depth : depth + 1);
  };
  const roots = [...points].filter(([, { attributes }]) => attributes.type === 'doc');
  for (const [id] of [...roots, ...points]) walk(id, 0);
  return lines;
}

/** Points of other types are connectors and places of the layout, whose text is that of the points. */
const withText = new Set([undefined, 'node', 'asst', 'doc']);

function textOf(point: XmlNode | undefined): string {
  const body = elementAt(point, 't');
  return point && body && withText.has(point.attributes.type) ? paragraphsOf(body).join(' ').replace(/\s+/g, ' ') : '';
}

function childrenIn(root: XmlNode): Map<string, string[]> {
  const orders = new Map<string, { order: number; child: string }[]>();
  for (const { attributes } of within(root, 'cxnLst', 'cxn')) {
    const { type = 'parOf', srcId = '', destId = '', srcOrd = '0' } = attributes;
    if (type !== 'parOf') continue;
    orders.set(srcId, [...(orders.get(srcId) ?? []), { order: Number(srcOrd), child: destId }]);
  }
  return new Map(
    [...orders].map(([id, list]) => [id, list.sort((a, b) => a.order - b.order).map(({ child }) => child)]),
  );
}

const within = (root: XmlNode, list: string, name: string): XmlNode[] => {
  const found = elementAt(root, list);
  return found ? elementsOf(found, name) : [];
};

/** The texts of a diagram as PowerPoint drew it, for diagrams whose points are not in the file. */
export function drawnDiagramLines(xml: string): string[] {
  return bodiesIn(xmlTree(xml)).flatMap((body) => paragraphsOf(body));
}

const bodiesIn = (node: XmlNode): XmlNode[] =>
  elementsOf(node).flatMap((child) => (child.name === 'txBody' ? [child] : bodiesIn(child)));
