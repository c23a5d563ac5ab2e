import type { Options as SanitizeSchema } from 'rehype-sanitize';
import { safeLink } from './safe-link.ts';
import type { TreeNode } from './tree.ts';

/**
 * Footnotes without links between them, because an answer has no address of its own, so that each block can be rendered separately. A
 * reference becomes the superscript name of its footnote, and a footnote shows where it is written. An empty footnote only
 * declares the name; see `withDefinitions`.
 */
export function footnotesInPlace() {
  const mark = (node: TreeNode): TreeNode => ({
    type: 'footnoteMark',
    data: { hName: 'sup', hProperties: {} },
    children: [{ type: 'text', value: node.label ?? '' }],
  });
  const visit = (node: TreeNode): void => {
    node.children = node.children?.flatMap((child) => {
      if (child.type === 'footnoteReference') return [mark(child)];
      visit(child);
      if (child.type !== 'footnoteDefinition') return [child];
      const [first, ...others] = child.children ?? [];
      if (!first) return [];
      const words = { ...first, children: [mark(child), { type: 'text', value: ' ' }, ...(first.children ?? [])] };
      const children = first.type === 'paragraph' ? [words, ...others] : [mark(child), first, ...others];
      return [{ type: 'footnote', data: { hName: 'section', hProperties: { dataFootnotes: '' } }, children }];
    });
  };
  return visit;
}

/**
 * Applies `safeLink`, the only rule for link targets, to every target, and removes those it rejects. An answer never
 * fetches anything, so an image becomes a link to it, or its alternative text inside a link.
 */
export function safeTargets() {
  const visit = (node: TreeNode, inLink: boolean): void => {
    node.children = node.children?.map((child) => {
      if (child.type !== 'element') return child;
      const properties = child.properties ?? {};
      if (child.tagName === 'img') return pictureLink(properties, inLink);
      if (child.tagName === 'a') child.properties = { ...properties, href: targetOf(properties.href) };
      visit(child, inLink || child.tagName === 'a');
      return child;
    });
  };
  return (tree: TreeNode) => visit(tree, false);
}

const targetOf = (value: unknown) => (typeof value === 'string' ? safeLink(value) : null);

function pictureLink({ src, alt }: Record<string, unknown>, inLink: boolean): TreeNode {
  const target = targetOf(src);
  const words = typeof alt === 'string' ? alt.trim() : '';
  if (!target || inLink) return { type: 'text', value: words };
  const text: TreeNode = { type: 'text', value: words || new URL(target).hostname };
  return { type: 'element', tagName: 'a', properties: { href: target, dataPicture: '' }, children: [text] };
}

const withoutDirection = new Set(['pre', 'hr']);

/** Lets the first letter of each block set its writing direction. */
export function directionOfBlocks() {
  return (tree: TreeNode): void => {
    for (const block of tree.children ?? [])
      if (block.type === 'element' && !withoutDirection.has(block.tagName ?? ''))
        block.properties = { ...block.properties, dir: 'auto' };
  };
}

const caret: TreeNode = { type: 'element', tagName: 'span', properties: { dataCaret: '' }, children: [] };
const unbreakable = new Set(['table', 'thead', 'tbody', 'tr', 'hr', 'img', 'input', 'br']);

/** Adds the caret after the last text of a growing block. Runs after sanitising, which would remove the caret. */
export function caretAtEnd() {
  return (tree: TreeNode): void => {
    let node = tree;
    for (;;) {
      const last = node.children?.findLast((child) => child.type === 'element' || child.value?.trim());
      if (
        last?.type !== 'element' ||
        !last.children ||
        last.properties?.dataTex !== undefined ||
        (unbreakable.has(last.tagName ?? '') && !last.children.length)
      )
        break;
      node = last;
      if (node.tagName === 'code') break;
    }
    if (node.type === 'root' || unbreakable.has(node.tagName ?? '')) return;
    const end = node.children?.at(-1);
    if (node.tagName === 'code' && end?.type === 'text') end.value = end.value?.replace(/\n$/, '');
    node.children?.push(caret);
  };
}

/** The elements and attributes that an answer may contain. All others are removed. */
export const answerSchema: SanitizeSchema = {
  strip: ['script', 'style'],
  clobberPrefix: '',
  clobber: [],
  tagNames: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'strong', 'em', 'del', 'sub', 'sup', 'kbd', 'mark', 'a', 'span'],
    ...['details', 'summary'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'input', 'section'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href', 'dataPicture'],
    span: ['dataTex', 'dataDisplay', 'dataCitation'],
    code: [['className', /^language-[\w+#.-]{1,32}$/]],
    input: ['checked', ['disabled', true], ['type', 'checkbox']],
    ol: ['start', ['className', 'contains-task-list']],
    ul: [['className', 'contains-task-list']],
    li: [['className', 'task-list-item']],
    section: ['dataFootnotes'],
    th: [['align', 'left', 'right', 'center']],
    td: [['align', 'left', 'right', 'center']],
  },
  protocols: { href: ['http', 'https', 'mailto'] },
  required: { input: { type: 'checkbox', disabled: true } },
};
