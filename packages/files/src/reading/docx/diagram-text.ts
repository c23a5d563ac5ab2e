import type { Block } from './blocks.ts';
import { wordsIn } from './chart-text.ts';
import { eachUnit } from './xml-tree.ts';

/** The words of a diagram (SmartArt), as a list with a level for each of its levels (ECMA-376, 21.4.3). */
export function diagramBlocks(xml: string): Block[] {
  const words = new Map<string, string>();
  const children = new Map<string, { id: string; place: number }[]>();
  const inner = new Set<string>();
  eachUnit(xml, new Set(['pt', 'cxn']), {
    unit: (node) => {
      const { attributes } = node;
      if (node.name === 'pt') {
        words.set(attributes.modelId ?? '', wordsIn(node));
        return;
      }
      const { type = 'parOf', srcId = '', destId = '', srcOrd } = attributes;
      if (type !== 'parOf') return;
      const list = children.get(srcId) ?? [];
      children.set(srcId, list);
      list.push({ id: destId, place: Number(srcOrd ?? 0) });
      inner.add(destId);
    },
  });
  const blocks: Block[] = [];
  const seen = new Set<string>();
  const visit = (id: string, level: number) => {
    if (seen.has(id) || level > 50) return;
    seen.add(id);
    const text = words.get(id) ?? '';
    if (text !== '') blocks.push({ kind: 'item', text: `${'  '.repeat(level)}- ${text}` });
    for (const child of (children.get(id) ?? []).sort((a, b) => a.place - b.place))
      visit(child.id, text === '' ? level : level + 1);
  };
  for (const id of words.keys()) if (!inner.has(id)) visit(id, 0);
  for (const id of words.keys()) visit(id, 0);
  return blocks;
}
