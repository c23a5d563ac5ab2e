import { isTooMuch } from '@noek/contract/text/markdown-bounds';
import { Link2, Square, SquareCheck } from 'lucide-react';
import { memo, startTransition, useEffect, useMemo, useState } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import { harden } from 'rehype-harden';
import rehypeSanitize from 'rehype-sanitize';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import { whenIdle } from '../../../components/page/when-idle.ts';
import { PlainText } from '../message/plain-text.tsx';
import { TextBoundary } from '../message/text-boundary.tsx';
import { keepBarsInCells } from './blocks/bars-in-cells.ts';
import { completeTail } from './blocks/complete-tail.ts';
import { withoutEarlyTable } from './blocks/early-table.ts';
import { mendTables } from './blocks/mended-tables.ts';
import { lengthenOuterFences } from './blocks/nested-fences.ts';
import { BlockCutter, usedDefinitions, withDefinitions } from './blocks/split-blocks.ts';
import { CitationChip } from './citations/citation-chip.tsx';
import { citationsInTree } from './citations/citations-in-tree.ts';
import { useCitedSources } from './citations/cited-sources.ts';
import { CodeBlock } from './code/code-block.tsx';
import { fencedCode } from './code/fenced-code.ts';
import { htmlInPlace } from './html-in-place.ts';
import { answerSchema, caretAtEnd, directionOfBlocks, footnotesInPlace, safeTargets } from './markup-plugins.ts';
import { Formula } from './maths/formula.tsx';
import { loadedTypeset, loadMaths } from './maths/load-maths.ts';
import { left, type Taken, takeOutMaths } from './maths/maths.ts';
import { putMathsBack } from './maths/maths-in-tree.ts';
import { Suggestion } from './suggestions.tsx';
import { Table } from './table.tsx';
import type { TreeNode } from './tree.ts';

type HastNode = NonNullable<ExtraProps['node']>;

function textOf(node: HastNode['children'][number] | HastNode): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

function LinkChip({ target, text }: { target: string; text: string }) {
  return (
    <a className="link-chip" href={target} target="_blank" rel="noopener noreferrer">
      <Link2 className="icon" aria-hidden />
      <span>{text}</span>
      <span className="sr-only"> (image, opens in a new tab)</span>
    </a>
  );
}

/** A code block, or a formula, because some models put formulas in code blocks. */
function Code(props: { code: string; language: string | null; info: string; caret: boolean }) {
  if (props.language?.toLowerCase() !== 'math' || props.caret) return <CodeBlock {...props} />;
  return <Formula tex={props.code} source={props.code} display />;
}

const isCaret = (node: HastNode['children'][number]) => node.type === 'element' && 'dataCaret' in node.properties;

type HeadingProps = React.ComponentProps<'h3'> & ExtraProps & { level: 1 | 2 | 3 | 4 | 5 | 6 };

/** A heading without a word, as in an answer that was stopped after its marks, is none: screen readers would list it. */
function Heading({ node, level, dir, children }: HeadingProps) {
  const shown = node?.children.filter((child) => child.type !== 'text' || child.value.trim() !== '') ?? [];
  if (shown.length === 0) return null;
  const role = shown.every(isCaret) ? 'presentation' : undefined;
  const Tag = `h${Math.max(3, level)}` as 'h3';
  return (
    <Tag data-level={level > 3 ? undefined : level} dir={dir} role={role}>
      {children}
    </Tag>
  );
}

/** The components for the elements of an answer. Its headings are below the h2 of the message. */
const components: Components = {
  h1: (props) => <Heading {...props} level={1} />,
  h2: (props) => <Heading {...props} level={2} />,
  h3: (props) => <Heading {...props} level={3} />,
  h4: (props) => <Heading {...props} level={4} />,
  h5: (props) => <Heading {...props} level={5} />,
  h6: (props) => <Heading {...props} level={6} />,
  a: ({ node, href, children }) => {
    if (!href) return <span>{children}</span>;
    if (node?.properties.dataPicture !== undefined) return <LinkChip target={href} text={textOf(node)} />;
    return (
      <a className="prose-link" href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  },
  em: ({ node, children }) => {
    const [only, ...others] = node?.children ?? [];
    if (only?.type !== 'element' || only.tagName !== 'strong' || others.length > 0) return <em>{children}</em>;
    return only.children.every(({ type }) => type === 'text') ? (
      <Suggestion message={textOf(only)} />
    ) : (
      <em>{children}</em>
    );
  },
  span: ({ node, children }) => {
    const { dataTex: tex, dataCitation: cited } = node?.properties ?? {};
    if (node?.properties.dataCaret !== undefined) return <span data-caret="" aria-hidden />;
    if (typeof cited === 'string') return <CitationChip number={Number(cited)} />;
    if (typeof tex !== 'string' || !node) return <span>{children}</span>;
    return <Formula tex={tex} source={textOf(node)} display={node.properties.dataDisplay !== undefined} />;
  },
  pre: ({ node }) => {
    const code = node?.children.find((child) => child.type === 'element' && child.tagName === 'code');
    if (code?.type !== 'element') return null;
    const classes = Array.isArray(code.properties.className) ? code.properties.className.map(String) : [];
    const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? null;
    const caret = code.children.some(isCaret);
    const info = (code.data as { meta?: string | null } | undefined)?.meta ?? '';
    return <Code code={textOf(code).replace(/\n$/, '')} language={language} info={info} caret={caret} />;
  },
  table: ({ node, dir, children }) => (
    <Table node={node as TreeNode} dir={dir}>
      {children}
    </Table>
  ),
  th: ({ style, children }) => (
    <th scope="col" style={style}>
      {children}
    </th>
  ),
  input: ({ checked }) => {
    const Box = checked ? SquareCheck : Square;
    return <Box className="task" role="img" aria-label={checked ? 'Done' : 'To do'} data-done={Boolean(checked)} />;
  },
};

type Plugins = React.ComponentProps<typeof ReactMarkdown>['remarkPlugins'] & {};

const remarkPlugins: Plugins = [
  [remarkGfm, { singleTilde: false }],
  // In Chinese, Japanese and Korean, marks are beside letters and punctuation without spaces.
  remarkCjkFriendly,
  [remarkCjkFriendlyStrikethrough, { singleTilde: false }],
  footnotesInPlace,
  htmlInPlace,
];
const settledPlugins: Plugins = [
  safeTargets,
  [rehypeSanitize, answerSchema],
  // A second line of defence: removes unsafe targets that `safeTargets` should have removed.
  [harden, { allowedLinkPrefixes: ['*'], linkBlockPolicy: 'text-only', imageBlockPolicy: 'text-only' }],
  directionOfBlocks,
];
const growingPlugins: Plugins = [...settledPlugins, caretAtEnd];
const rehypeOptions = { clobberPrefix: '' };
const asIs = (url: string) => url;

type BlockProps = {
  text: string;
  /** The formulas of a growing block, whose text is completed; null for a settled block, whose text is the model's. */
  taken: readonly Taken[] | null;
  /** The definitions of all blocks. */
  definitions: string;
  /** The numbers of the answer's sources: "1,2". Empty if it has none. */
  cited: string;
  caret: boolean;
};

const Block = memo(function Block({ text, taken, definitions, cited, caret }: BlockProps) {
  const fenced = fencedCode(text);
  if (fenced) return <Code code={fenced.code} language={fenced.language} info={fenced.info} caret={caret} />;
  const used = usedDefinitions(text, definitions);
  if (isTooMuch(withDefinitions(text, used)))
    return <PlainText text={text}>{caret && <span data-caret="" aria-hidden />}</PlainText>;
  return <Words text={text} taken={taken} definitions={used} cited={cited} caret={caret} />;
});

function pluginsFor(taken: readonly Taken[], cited: string): Plugins {
  if (taken.length === 0 && cited === '') return remarkPlugins;
  return [
    ...remarkPlugins,
    ...(taken.length > 0 ? [putMathsBack(taken)] : []),
    ...(cited === '' ? [] : [citationsInTree(new Set(cited.split(',').map(Number)))]),
  ];
}

const Words = memo(function Words({ text, taken, definitions, cited, caret }: BlockProps) {
  const words = taken ? { text, taken } : takeOutMaths(mendTables(keepBarsInCells(text)), false);
  return (
    <ReactMarkdown
      remarkPlugins={pluginsFor(words.taken, cited)}
      rehypePlugins={caret ? growingPlugins : settledPlugins}
      remarkRehypeOptions={rehypeOptions}
      urlTransform={asIs}
      components={components}
    >
      {withDefinitions(words.text, definitions)}
    </ReactMarkdown>
  );
});

/**
 * Prepares the last, growing block for display. Its text is blank while all of it is held back. `hold`: a table at its end waits for its
 * first rows, and what follows the first formula for the code of formulas. `isHeld`: the table is waiting.
 */
function growingBlock(block: string, hold: { tables: boolean; formulas: boolean }) {
  const none: readonly Taken[] = [];
  if (fencedCode(block)) return { text: completeTail(block), taken: none, isHeld: false };
  if (isTooMuch(block)) return { text: block, taken: none, isHeld: false };
  const { text, taken } = takeOutMaths(mendTables(keepBarsInCells(block)), true);
  const early = withoutEarlyTable(text);
  const shown = hold.tables ? early : text;
  const formula = hold.formulas ? shown.indexOf(left) : -1;
  return { text: completeTail(formula === -1 ? shown : shown.slice(0, formula)), taken, isHeld: early !== text };
}

/** In milliseconds. A slow model's first rows take longer than a reader would wait. */
const longestHeldMs = 1_500;

/** The last, growing block, prepared for display; null: there is none. */
function useGrowingBlock(block: string | null, formulas: boolean) {
  const [isOverdue, setIsOverdue] = useState(false);
  const tail = block === null ? null : growingBlock(block, { tables: !isOverdue, formulas });
  const isHeld = tail?.isHeld ?? false;
  useEffect(() => {
    setIsOverdue(false);
    if (!isHeld) return;
    const timer = setTimeout(() => setIsOverdue(true), longestHeldMs);
    return () => clearTimeout(timer);
  }, [isHeld]);
  return tail;
}

/** The first block of an answer that grows here with a formula that cannot be shown yet, because its code is loading; -1: none. */
function useFormulaBlock(blocks: readonly string[], growing: boolean): number {
  const [isReady, setIsReady] = useState(false);
  const [grew, setGrew] = useState(growing);
  if (growing && !grew) setGrew(true);
  /** How many blocks are known to have none. Only the last block changes. */
  const [known] = useState({ without: 0 });
  // Another answer has taken the place.
  if (blocks.length <= known.without) known.without = 0;
  const first =
    isReady || loadedTypeset() || !grew
      ? -1
      : blocks.findIndex((block, at) => at >= known.without && hasFormula(block));
  const waits = first !== -1;
  if (!waits) known.without = Math.max(0, blocks.length - 1);
  useEffect(() => {
    if (!waits) return;
    let gone = false;
    const show = () => {
      if (!gone) setIsReady(true);
    };
    loadMaths().then(show, show);
    return () => {
      gone = true;
    };
  }, [waits]);
  return first;
}

const hasFormula = (block: string): boolean =>
  !fencedCode(block) && !isTooMuch(block) && takeOutMaths(block, true).taken.some(({ tex }) => tex !== null);

/** In characters. The rest of a longer answer is plain text. */
const longestMarkup = 200_000;
/** How many characters are rendered as Markdown at once, and how many more each time the browser is idle. */
const atOnce = 16_000;
const perStep = 8_000;

/** How much of a text is rendered as Markdown so far, in characters. Stays ahead of a growing text. */
function useReach(length: number, growing: boolean): number {
  const [reach, setReach] = useState(atOnce);
  const isThere = reach >= (growing ? length + perStep : length);
  useEffect(() => {
    if (isThere) return;
    return whenIdle(() => startTransition(() => setReach(reach + perStep)));
  }, [isThere, reach]);
  return reach;
}

/**
 * Renders an answer's Markdown as safe elements, for use inside `.prose`. While the answer is `growing`, only the last block
 * is parsed again; it is completed so that it does not jump, and ends in a caret. Text that is too long, too large or too
 * deeply nested to keep the page usable shows as plain text. Citations of the answer's sources become chips.
 */
export default function Markdown({ text: written, growing }: { text: string; growing: boolean }) {
  const text = useMemo(() => lengthenOuterFences(written, growing), [written, growing]);
  const [cutter] = useState(() => new BlockCutter());
  const markup = text.length > longestMarkup ? text.slice(0, longestMarkup) : text;
  const { blocks, definitions } = useMemo(() => cutter.cut(markup), [cutter, markup]);
  const { sources } = useCitedSources();
  const cited = sources.map(({ number }) => number).join();
  const reach = useReach(markup.length, growing);
  let length = 0;
  const inReach: string[] = [];
  for (const block of blocks) {
    if (length >= reach) break;
    inReach.push(block);
    length += block.length;
  }
  const isWhole = length === text.length;
  const formulaAt = useFormulaBlock(inReach, growing);
  const waits = formulaAt !== -1;
  if (waits) inReach.splice(formulaAt + 1);
  const tail = useGrowingBlock(((growing || waits) && isWhole && inReach.at(-1)) || null, waits);
  const settled = tail ? inReach.slice(0, -1) : inReach;
  const held = tail?.text.trim() === '';
  const shown = settled.map(
    (block, index): Omit<BlockProps, 'definitions' | 'cited'> => ({
      text: block,
      taken: null,
      caret: held && index === settled.length - 1,
    }),
  );
  if (tail && !held) shown.push({ text: tail.text, taken: tail.taken, caret: true });
  return (
    <>
      {shown.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
        <TextBoundary key={index} text={block.text}>
          <Block
            {...block}
            cited={block.text.includes('[') ? cited : ''}
            definitions={block.text.includes('[') ? definitions : ''}
          />
        </TextBoundary>
      ))}
      {growing && shown.length === 0 && <span data-caret="" aria-hidden />}
      {waits && !growing && <span data-caret="waits" aria-hidden />}
      {!isWhole && <PlainText text={text.slice(length)} />}
    </>
  );
}
