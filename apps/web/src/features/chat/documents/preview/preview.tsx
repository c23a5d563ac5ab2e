import { useMemo } from 'react';
import { separatedCells } from '../../files/viewer/table-cells.ts';
import { TableView } from '../../files/viewer/table-view.tsx';
import Diagram from '../../frame/diagram.tsx';
import { AnswerText } from '../../markdown/answer-text.tsx';
import type { PreviewProps } from './preview-props.ts';
import { RunnablePreview } from './runnable-preview.tsx';
import { previewTexts } from './texts.ts';

/** Laying out more formatted text would take seconds. */
const longestFormatted = 100_000;

/** Shows a document as what it is: a page, a picture, a drawing, a table, formatted text, or the output of a program. */
export default function Preview(props: PreviewProps) {
  const { document, content } = props;
  switch (document.kind) {
    case 'csv':
      return <Table title={document.title} content={content} />;
    case 'markdown':
      return (
        <Scrolled title={document.title}>
          {content.length > longestFormatted ? (
            <p dir="auto" className="whitespace-pre-wrap wrap-anywhere leading-relaxed">
              {content}
            </p>
          ) : (
            <AnswerText text={content} growing={false} />
          )}
        </Scrolled>
      );
    case 'mermaid':
      return (
        <Scrolled title={document.title}>
          <div className="prose">
            <Diagram code={content} isWhole>
              <pre className="whitespace-pre-wrap wrap-anywhere font-mono text-sm">{content}</pre>
            </Diagram>
          </div>
        </Scrolled>
      );
    default:
      return <RunnablePreview {...props} key={document.id} kind={document.kind} />;
  }
}

function Table({ title, content }: { title: string; content: string }) {
  const rows = useMemo(() => separatedCells(content, title), [content, title]);
  return rows.length > 0 ? (
    <TableView name={title} rows={rows} />
  ) : (
    <p className="m-auto p-6 text-text-muted">{previewTexts.emptyTable}</p>
  );
}

function Scrolled({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section
      aria-label={previewTexts.of(title)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className="scroll-area min-h-0 flex-1 overflow-auto p-5"
    >
      <div className="mx-auto max-w-prose">{children}</div>
    </section>
  );
}
