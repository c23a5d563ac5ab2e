import type { TreeNode } from './tree.ts';

const flowParents = new Set(['root', 'blockquote', 'listItem', 'details']);
const inlineElements = new Set(['sub', 'sup', 'kbd', 'mark']);

/** The elements that an answer may write as HTML. Their attributes are dropped. */
const allowed = /<(\/?)(sub|sup|kbd|mark|details|summary)(?:\s[^<>]*)?>/gi;
const anyTag = /<[/!?a-z]/i;
/** Only emphasis, which models write in the summary of details, where Markdown is not read. */
const emphasis = /<\/?(?:b|strong|i|em|u|p)>/gi;

/** Tags within tags beyond this depth are dropped: the code that walks the tree recurses once per level. */
const deepest = 10;

type Token = { tag: string; opens: boolean } | TreeNode;

/**
 * Gives the HTML in an answer its place. Comments are dropped; a few elements are what they say; `<br>` is a line break, because models
 * use it in table cells. All other HTML becomes text: a code block between blocks, plain text inside a line.
 */
export function htmlInPlace() {
  const visit = (node: TreeNode): void => {
    for (const child of node.children ?? []) visit(child);
    if (!node.children?.some(({ type }) => type === 'html')) return;
    const isFlow = flowParents.has(node.type);
    const built = nested(node.children.flatMap((child) => (child.type === 'html' ? tokensOf(child, isFlow) : [child])));
    node.children = isFlow ? inParagraphs(built) : built;
  };
  return visit;
}

function tokensOf({ value = '' }: TreeNode, isFlow: boolean): Token[] {
  if (/^<br\s*\/?>$/i.test(value)) return [{ type: 'break' }];
  const shown = withoutComments(value);
  const isSummary = /<summary[\s>]/i.test(shown);
  const plain = isSummary ? shown.replace(emphasis, '') : shown;
  if (anyTag.test(plain.replace(allowed, '')))
    return [isFlow ? { type: 'code', lang: 'html', value } : { type: 'text', value }];
  const tokens: Token[] = [];
  let copied = 0;
  const addText = (text: string) => {
    if (text.trim() !== '') tokens.push({ type: 'text', value: isFlow ? text.trim() : text });
  };
  for (const match of plain.matchAll(allowed)) {
    addText(plain.slice(copied, match.index));
    tokens.push({ tag: (match[2] ?? '').toLowerCase(), opens: match[1] === '' });
    copied = match.index + match[0].length;
  }
  addText(plain.slice(copied));
  return tokens;
}

/** A comment that does not end stays: it could be the rest of the answer. */
function withoutComments(html: string): string {
  const kept: string[] = [];
  let at = 0;
  for (;;) {
    const start = html.indexOf('<!--', at);
    const end = start === -1 ? -1 : html.indexOf('-->', start + 4);
    if (end === -1) return kept.join('') + html.slice(at);
    kept.push(html.slice(at, start));
    at = end + 3;
  }
}

/** Puts what is between two tags into their element. A tag that has no other one is dropped; details end with their surroundings. */
function nested(tokens: readonly Token[]): TreeNode[] {
  const root: TreeNode[] = [];
  const open: { tag: string; children: TreeNode[] }[] = [];
  const inner = () => open.at(-1)?.children ?? root;
  const close = (isWhole: boolean) => {
    const ended = open.pop();
    if (ended)
      inner().push(...(isWhole || ended.tag === 'details' ? [element(ended.tag, ended.children)] : ended.children));
  };
  for (const token of tokens) {
    if (!('tag' in token)) inner().push(token);
    else if (token.opens && open.length < deepest) open.push({ tag: token.tag, children: [] });
    else if (token.opens) continue;
    else if (open.some(({ tag }) => tag === token.tag)) {
      while (open.at(-1)?.tag !== token.tag) close(false);
      close(true);
    }
  }
  while (open.length > 0) close(false);
  return root;
}

const element = (tag: string, children: TreeNode[]): TreeNode => ({
  type: tag,
  data: { hName: tag, hProperties: {} },
  children: tag === 'details' ? inParagraphs(children) : children,
});

const isInline = ({ type }: TreeNode) => type === 'text' || type === 'break' || inlineElements.has(type);

/** Puts words between blocks into paragraphs. */
function inParagraphs(nodes: readonly TreeNode[]): TreeNode[] {
  const blocks: TreeNode[] = [];
  let words: TreeNode[] | null = null;
  for (const node of nodes) {
    if (!isInline(node)) {
      words = null;
      blocks.push(node);
    } else if (words) words.push(node);
    else {
      words = [node];
      blocks.push({ type: 'paragraph', children: words });
    }
  }
  return blocks;
}
