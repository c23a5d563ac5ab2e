import type { TreeNode } from '../tree.ts';
import { left, type Maths, type Taken } from './maths.ts';

const placeholder = /\u2e28(\d+)\u2e29/g;
const notText = ['value', 'url', 'alt', 'title', 'lang', 'meta', 'label', 'identifier'] as const;

/**
 * Puts what `takeOutMaths` removed back into the tree: in running text as `<span data-tex>` around the source, and
 * everywhere else (code, links, HTML) as the source.
 */
export function putMathsBack(taken: readonly Taken[]) {
  const written = (text: string) =>
    text.replace(placeholder, (whole, index: string) => taken[Number(index)]?.source ?? whole);
  const visit = (node: TreeNode, asWritten: boolean): void => {
    const plain = asWritten || Boolean(node.url?.includes(left));
    for (const key of notText) {
      const value = node[key];
      if (typeof value === 'string') node[key] = written(value);
    }
    node.children = node.children?.flatMap((child) => {
      if (child.type === 'text' && !plain) return pieces(child.value ?? '');
      visit(child, plain);
      return [child];
    });
  };
  const pieces = (value: string): TreeNode[] =>
    value.split(placeholder).flatMap((part, index): TreeNode[] => {
      const entry = index % 2 === 1 ? taken[Number(part)] : undefined;
      if (entry?.tex) return [formula(entry)];
      const text = entry ? entry.source : part;
      return text === '' ? [] : [{ type: 'text', value: text }];
    });
  return () => (tree: TreeNode) => visit(tree, false);
}

const formula = ({ tex, source, display }: Maths): TreeNode => ({
  type: 'formula',
  data: { hName: 'span', hProperties: display ? { dataTex: tex, dataDisplay: '' } : { dataTex: tex } },
  children: [{ type: 'text', value: source }],
});
