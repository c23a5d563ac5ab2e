import type { Options as SanitizeSchema } from 'rehype-sanitize';
import { safeLink } from './safe-link.ts';
import type { TreeNode } from './tree.ts';

const flowParents = new Set(['root', 'blockquote', 'listItem']);

/**
 * HTML in an answer is text, not markup: between blocks it shows as a code block, inside a line as written. Only a line
 * break means what it says, because models put it into table cells.
 */
export function htmlAsText() {
  const visit = (node: TreeNode): void => {
    node.children = node.children?.map((child) => {
      if (child.type !== 'html') {
        visit(child);
        return child;
      }
      const value = child.value ?? '';
      if (/^<br\s*\/?>$/i.test(value)) return { type: 'break' };
      return flowParents.has(node.type) ? { type: 'code', lang: 'html', value } : { type: 'text', value };
    });
  };
  return visit;
}

/**
 * Footnotes without links between them (an answer has no addresses of its own), so that each block of an answer can be
 * made alone: a reference is the raised name of its note, a note stands where it is written. One without words only says
 * that there is such a note, see `withDefinitions`.
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
 * Makes every target what `safeLink` makes of it, the one rule for where an answer may lead; what it refuses is gone.
 * Nothing is fetched for an answer, so a picture becomes a link to it (inside a link its words).
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

/** Lets the first letter of each block say whether it runs from left to right or from right to left. */
export function directionOfBlocks() {
  return (tree: TreeNode): void => {
    for (const block of tree.children ?? [])
      if (block.type === 'element' && !withoutDirection.has(block.tagName ?? ''))
        block.properties = { ...block.properties, dir: 'auto' };
  };
}

const caret: TreeNode = { type: 'element', tagName: 'span', properties: { dataCaret: '' }, children: [] };
const unbreakable = new Set(['table', 'thead', 'tbody', 'tr', 'hr', 'img', 'input', 'br']);

/** Puts the writing caret behind the last words of a growing block. Runs after sanitising: the caret is ours. */
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

/** Everything an answer may consist of. What is not named here does not reach the page. */
export const answerSchema: SanitizeSchema = {
  strip: ['script', 'style'],
  clobberPrefix: '',
  clobber: [],
  tagNames: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'strong', 'em', 'del', 'sup', 'a', 'span'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'input', 'section'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href', 'dataPicture'],
    span: ['dataTex', 'dataDisplay'],
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
