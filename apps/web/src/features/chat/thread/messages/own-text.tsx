import { closesFence, type Fence, openedFence } from '@noek/contract/text/markdown-fences';
import { Fragment } from 'react';
import { CodeBlock } from '../../markdown/code/code-block.tsx';
import { hasQuote, readQuotes } from '../../quote/quotes.ts';
import '../../markdown/prose.css';

type Part = { code: boolean; language: string | null; lines: string[] };

const languageName = /^[\w+#.-]{1,32}$/;

/** The text of a person's message, as it was written, with the quotes at its start as quotes, and its fenced code as code. */
export function OwnText({ text }: { text: string }) {
  const { quotes, rest } = readQuotes(text);
  return (
    <>
      {quotes.map((quote, index) => (
        <blockquote
          // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message does not change
          key={index}
          dir="auto"
          className="mb-2 border-border-control border-s-2 ps-3 text-text-muted last:mb-0"
        >
          {quote}
        </blockquote>
      ))}
      <Parts text={rest} />
    </>
  );
}

function Parts({ text }: { text: string }) {
  return partsOf(text).map(({ code, language, lines }, index) => {
    const content = lines.join('\n');
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text of a message does not change
      <Fragment key={index}>
        {code ? (
          <div className="prose own-code">
            <CodeBlock code={content} language={language} info="" caret={false} />
          </div>
        ) : (
          content.trim() !== '' && <div dir="auto">{content.replace(/^\n+|\s+$/g, '')}</div>
        )}
      </Fragment>
    );
  });
}

/** Whether a text has more than plain lines: quotes at its start, or fenced code. */
export const hasMarkup = (text: string): boolean => hasQuote(text) || /^ {0,3}(?:`{3}|~{3})/m.test(text);

function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let open: Fence | null = null;
  let part: Part = { code: false, language: null, lines: [] };
  const next = (following: Part) => {
    if (part.code || part.lines.length > 0) parts.push(part);
    part = following;
  };
  for (const line of text.split('\n')) {
    const opened: Fence | null = open || !/^ {0,3}[`~]/.test(line) ? null : openedFence(line);
    if (opened) {
      const [name = ''] = line.trim().slice(opened.length).trim().split(/\s/, 1);
      next({ code: true, language: languageName.test(name) ? name : null, lines: [] });
      open = opened;
    } else if (open && closesFence(line, open)) {
      next({ code: false, language: null, lines: [] });
      open = null;
    } else part.lines.push(line);
  }
  next(part);
  return parts;
}
