import { clsx } from 'clsx';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import Markdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { CodeBlock } from './code-block.tsx';
import { addressOfLink, sectionAnchor } from './reference.ts';
import { developerTexts as texts } from './texts.ts';

/** The attributes of an element, without the node of the Markdown tree. */
const only = <Props extends { node?: unknown }>({ node: _, ...rest }: Props) => rest;

/** One word, which a narrow column would otherwise break anywhere. */
const errorCode = /^[A-Z][A-Z_]+$/;

const inline: Components = {
  code: (props) => (
    <code
      className={clsx(
        'rounded-chip bg-surface px-1 py-0.5 font-mono text-[0.875em]',
        errorCode.test(String(props.children)) ? 'whitespace-nowrap' : '[overflow-wrap:anywhere]',
      )}
      {...only(props)}
    />
  ),
  strong: (props) => <strong className="font-semibold" {...only(props)} />,
  a: ({ href = '', children }) => <DocLink href={href}>{children}</DocLink>,
};

/** Other files of the repository are not on this site. */
function DocLink({ href, from, children }: { href: string; from?: string; children: ReactNode }) {
  const address = addressOfLink(href, from);
  if (address === null) return children;
  return (
    <a className="prose-link" href={address}>
      {children}
    </a>
  );
}

const blocks: Components = {
  ...inline,
  p: (props) => <p className="mt-4 max-w-160" {...only(props)} />,
  ul: (props) => (
    <ul className="mt-4 grid max-w-160 list-disc gap-2 pl-5 marker:text-border-control" {...only(props)} />
  ),
  ol: (props) => <ol className="mt-4 grid max-w-160 list-decimal gap-2 pl-6 [&>li]:min-w-0" {...only(props)} />,
  pre: ({ children }) => <DocCode block={children} />,
  table: ({ children }) => (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
    <figure tabIndex={0} aria-label={texts.table} className="mt-4 overflow-x-auto rounded-card border border-border">
      <table className="w-full min-w-160 border-collapse text-left text-base">{children}</table>
    </figure>
  ),
  th: (props) => (
    <th scope="col" className="border-border border-b bg-surface px-4 py-2 font-semibold text-sm" {...only(props)} />
  ),
  td: (props) => (
    <td
      className="border-border border-b px-4 py-2 align-top [&:first-child_code]:whitespace-nowrap [tr:last-child>&]:border-0"
      {...only(props)}
    />
  ),
};

function DocCode({ block }: { block: ReactNode }) {
  if (!isValidElement(block)) return null;
  const { className = '', children } = (block as ReactElement<{ className?: string; children?: ReactNode }>).props;
  return <CodeBlock language={/language-(\w+)/.exec(className)?.[1] ?? 'text'} code={String(children).trimEnd()} />;
}

/** Addresses may contain marks of settings, whose characters Markdown would encode. */
const keepAddress = (url: string) => decodeURIComponent(url);

/** What a whole document has in addition: headings below its title, which other documents link to, and links to itself. */
const ofDocument = (file: string): Components => ({
  ...blocks,
  h2: ({ children }) => (
    <h3 id={sectionAnchor(file, String(children))} className="mt-10 scroll-mt-10 text-xl">
      {children}
    </h3>
  ),
  h3: ({ children }) => (
    <h4 id={sectionAnchor(file, String(children))} className="mt-8 scroll-mt-10 font-semibold text-lg">
      {children}
    </h4>
  ),
  a: ({ href = '', children }) => (
    <DocLink href={href} from={file}>
      {children}
    </DocLink>
  ),
});

/** A section of docs/api.md or docs/api-guide.md, or all of the document `file` below its title. */
export const DocText = ({ text, file }: { text: string; file?: string }) => (
  <Markdown
    remarkPlugins={[remarkGfm]}
    components={file === undefined ? blocks : ofDocument(file)}
    urlTransform={keepAddress}
  >
    {text}
  </Markdown>
);

/** A sentence with code and links, without a paragraph around it. */
export const InlineText = ({ text }: { text: string }) => (
  <Markdown components={{ ...inline, p: ({ children }) => children }} urlTransform={keepAddress}>
    {text}
  </Markdown>
);
