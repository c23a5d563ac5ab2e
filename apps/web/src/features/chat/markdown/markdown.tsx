import { Link2, Square, SquareCheck } from 'lucide-react';
import { memo, useMemo } from 'react';
import ReactMarkdown, { type Components, type ExtraProps } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { completeTail } from './complete-tail.ts';
import { answerSchema, caretAtEnd, htmlAsText } from './markup-plugins.ts';
import { safeLink } from './safe-link.ts';
import { splitBlocks } from './split-blocks.ts';

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

/** Tags of an answer as they stand on our page. Its headings go under the message's own h2. */
const components: Components = {
  h1: ({ children }) => <h3 data-level="1">{children}</h3>,
  h2: ({ children }) => <h3 data-level="2">{children}</h3>,
  h3: ({ children }) => <h3 data-level="3">{children}</h3>,
  a: ({ node, href, children }) => {
    if (node?.properties.dataFootnoteBackref !== undefined) return null;
    if (!href) return <span>{children}</span>;
    return (
      <a className="prose-link" href={href} target="_blank" rel="noopener noreferrer">
        {children}
      </a>
    );
  },
  img: ({ src, alt }) => {
    const target = typeof src === 'string' ? safeLink(src) : null;
    if (!target) return <span>{alt}</span>;
    return <LinkChip target={target} text={alt?.trim() || new URL(target).hostname} />;
  },
  pre: ({ node }) => {
    const code = node?.children.find((child) => child.type === 'element' && child.tagName === 'code');
    if (code?.type !== 'element') return null;
    const classes = Array.isArray(code.properties.className) ? code.properties.className.map(String) : [];
    const language = classes.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? null;
    const caret = code.children.some((child) => child.type === 'element' && 'dataCaret' in child.properties);
    return <CodeBlock code={textOf(code).replace(/\n$/, '')} language={language} caret={caret} />;
  },
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="tablewrap" tabIndex={0} aria-label="Table">
      <table>{children}</table>
    </section>
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

const remarkPlugins: React.ComponentProps<typeof ReactMarkdown>['remarkPlugins'] = [
  [remarkGfm, { singleTilde: false }],
  htmlAsText,
];
const settledPlugins: React.ComponentProps<typeof ReactMarkdown>['rehypePlugins'] = [[rehypeSanitize, answerSchema]];
const growingPlugins = [...settledPlugins, caretAtEnd];
const rehypeOptions = { clobberPrefix: '' };
const urlTransform = (url: string) => safeLink(url) ?? '';

const Block = memo(function Block({ text, growing }: { text: string; growing: boolean }) {
  return (
    <ReactMarkdown
      remarkPlugins={remarkPlugins}
      rehypePlugins={growing ? growingPlugins : settledPlugins}
      remarkRehypeOptions={rehypeOptions}
      urlTransform={urlTransform}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});

/** The pieces to show: all of them settled but, while the text grows, the last. */
function visibleBlocks(text: string, growing: boolean): string[] {
  const blocks = splitBlocks(text);
  if (!growing || blocks.length === 0) return blocks;
  const tail = completeTail(blocks.pop() ?? '');
  return tail.trim() === '' ? blocks : [...blocks, tail];
}

/**
 * An answer's markdown as safe elements, to be put inside `.prose`. While it is `growing` only the last block is parsed
 * again, completed so that it does not jump, and ends in a caret.
 */
export default function Markdown({ text, growing }: { text: string; growing: boolean }) {
  const blocks = useMemo(() => visibleBlocks(text, growing), [text, growing]);
  return blocks.map((block, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: blocks only ever grow at the end
    <Block key={index} text={block} growing={growing && index === blocks.length - 1} />
  ));
}
