import type { KnowledgeTest } from '@noek/contract/knowledge/schemas';
import { useState } from 'react';
import { errorText } from '../../../api/base/error-text.ts';
import { trpc } from '../../../api/trpc.ts';
import { Button } from '../../../components/base/button.tsx';
import { Notice } from '../../../components/base/notice.tsx';
import { KnowledgePreview } from './knowledge-preview.tsx';
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
