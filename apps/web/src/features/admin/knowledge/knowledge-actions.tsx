import type { KnowledgeTest, KnowledgePreview as Preview } from '@noek/contract/knowledge/schemas';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button, TextButton } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { When } from '../../../components/dates/when.tsx';
import { knowledgeTexts } from './texts.ts';

/** Test Connection and Preview Knowledge Base, with their results. They also show when nothing is set up. */
export function KnowledgeActions({ onTested }: { onTested: () => void }) {
  const [isOpen, setOpen] = useState(false);
  // Each press asks again.
  const asked = { enabled: false, staleTime: 0, gcTime: 0, retry: false } as const;
  const test = trpc.knowledge.test.useQuery(undefined, asked);
  const preview = trpc.knowledge.preview.useQuery(undefined, asked);
  return (
    <>
      <div className="flex flex-wrap gap-2.5">
        <Button
          aria-disabled={test.isFetching}
          onClick={() => void (!test.isFetching && test.refetch().then(onTested))}
        >
          {test.isFetching ? knowledgeTexts.test.working : knowledgeTexts.test.button}
        </Button>
        <Button
          variant="quiet"
          aria-disabled={preview.isFetching}
          aria-expanded={isOpen}
          onClick={() => {
            if (preview.isFetching) return;
            setOpen(true);
            void preview.refetch();
          }}
        >
          {preview.isFetching ? knowledgeTexts.preview.working : knowledgeTexts.preview.button}
        </Button>
      </div>
      <div aria-live="polite" className="empty:-mt-5">
        {test.data && !test.isFetching && !test.error && <Notice tone={toneOf(test.data)}>{test.data.message}</Notice>}
        {test.error && !test.isFetching && (
          <Notice tone="danger">{errorText(test.error, knowledgeTexts.test.failed)}</Notice>
        )}
      </div>
      {isOpen && preview.error && !preview.isFetching && (
        <Notice tone="danger" role="alert">
          {errorText(preview.error, knowledgeTexts.preview.failed)}
        </Notice>
      )}
      {isOpen && preview.data && !preview.error && (
        <KnowledgePreview preview={preview.data} onHide={() => setOpen(false)} />
      )}
    </>
  );
}

function toneOf({ success, empty }: KnowledgeTest) {
  if (!success) return 'danger';
  return empty ? 'warning' : 'success';
}

const previewTexts = knowledgeTexts.preview;

/** The text that answers use, as Markdown source, because that is what the model gets. */
function KnowledgePreview({ preview, onHide }: { preview: Preview; onHide: () => void }) {
  const { hasContent, lastUpdated, content, truncated } = preview;
  return (
    <section aria-labelledby="knowledge-preview" className="rounded-card border border-border">
      <header className="flex flex-wrap items-center justify-between gap-x-4 border-border border-b px-4 py-2">
        <h2 id="knowledge-preview" className="text-[1rem]">
          {previewTexts.heading}
        </h2>
        <p className="ml-auto text-sm text-text-muted">
          {lastUpdated && (
            <>
              {previewTexts.updated} <When at={lastUpdated} />
            </>
          )}
        </p>
        <TextButton onClick={onHide}>{previewTexts.hide}</TextButton>
      </header>
      {hasContent ? (
        <section
          aria-label={previewTexts.region}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
          tabIndex={0}
          className="scroll-area max-h-96 overflow-y-auto px-4 py-3"
        >
          <pre className="whitespace-pre-wrap font-mono text-[0.8125rem] leading-5.5 wrap-anywhere" dir="auto">
            {content}
          </pre>
          {truncated && <p className="mt-3 text-sm text-text-muted">{previewTexts.truncated}</p>}
        </section>
      ) : (
        <p className="px-4 py-6 text-center text-text-muted">{previewTexts.empty}</p>
      )}
    </section>
  );
}
