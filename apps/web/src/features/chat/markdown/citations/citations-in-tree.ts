import { citationPattern, numbersIn } from '@noek/contract/chat/citations';
import type { TreeNode } from '../tree.ts';

const citation = new RegExp(citationPattern);

/** Their text is not the answer's running text. */
const literal = new Set(['code', 'inlineCode', 'formula', 'html', 'definition']);

/**
 * Turns the citations in an answer into `<span data-citation>`, and leaves out those that name no source. A link or a reference whose
 * text is a citation becomes one too: a citation leads to the page that was opened, whatever address the model wrote.
 */
export function citationsInTree(numbers: ReadonlySet<number>) {
  const cite = (list: string): TreeNode[] =>
    numbersIn(list).flatMap((number) => (numbers.has(number) ? [citationNode(number)] : []));
  const visit = (node: TreeNode): void => {
    if (literal.has(node.type)) return;
    node.children = node.children?.flatMap((child) => {
      if (child.type === 'text') return pieces(child.value ?? '');
      if (child.type === 'link' || child.type === 'linkReference') {
        const text =
          onlyText(child)
            ?.trim()
            .replace(/^\[(.*)\]$/, '$1') ?? '';
        if (/^\d{1,3}$/.test(text) && numbers.has(Number(text))) return cite(text);
        return [child];
      }
      visit(child);
      return [child];
    });
  };
  const pieces = (value: string): TreeNode[] =>
    value
      .split(citation)
      .flatMap((part, i) => (i % 2 === 1 ? cite(part) : part === '' ? [] : [{ type: 'text', value: part }]));
  return () => visit;
}

const citationNode = (number: number): TreeNode => ({
  type: 'citation',
  data: { hName: 'span', hProperties: { dataCitation: String(number) } },
  children: [{ type: 'text', value: `[${number}]` }],
});

const onlyText = ({ children }: TreeNode): string | undefined =>
  children?.length === 1 && children[0]?.type === 'text' ? children[0].value : undefined;
