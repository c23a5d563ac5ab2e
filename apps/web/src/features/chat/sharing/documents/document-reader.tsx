import type { ReadableDocument } from '@noek/contract/documents/sharing';
import { Download } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../../components/base/button.tsx';
import { codePart } from '../../../../components/base/code-part.ts';
import { Skeleton } from '../../../../components/base/skeleton.tsx';
import { PaneBoundary } from '../../../../components/states/pane-boundary.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../components/tabs.tsx';
import { saveAsFile } from '../../documents/panel/save-as-file.ts';
import { sharedDocumentTexts } from './texts.ts';

const texts = sharedDocumentTexts.page;
const Preview = codePart(() => import('../../documents/preview/preview.tsx')).lazy();

/**
 * Someone else's document, read-only: what it is, and its source. Its scripts run only after a click, each time it is opened. `end`: what is
 * beside the tabs.
 */
export function DocumentReader(props: {
  id: string;
  conversationId: number;
  document: ReadableDocument;
  end?: ReactNode;
}) {
  const { id, conversationId, document, end } = props;
  const { title, kind, content } = document;
  const [view, setView] = useState('preview');
  return (
    <Tabs value={view} onValueChange={setView} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="flex flex-none items-end justify-between gap-4 border-border border-b px-4">
        <TabList aria-label={texts.views} className="-mb-px border-b-0!">
          <Tab value="preview">{texts.preview}</Tab>
          <Tab value="source">{texts.source}</Tab>
        </TabList>
        <div className="flex items-center gap-1 pb-1">
          {end}
          <Button variant="ghost" size="sm" onClick={() => saveAsFile(document, content)}>
            <Download className="icon" aria-hidden />
            <span className="max-sm:sr-only">{texts.download}</span>
          </Button>
        </div>
      </div>
      <TabPanel
        value="preview"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
      >
        <PaneBoundary>
          <Suspense fallback={<LoadingDocument />}>
            <Preview document={{ id, conversationId, title, kind }} content={content} files={[]} isShared />
          </Suspense>
        </PaneBoundary>
      </TabPanel>
      <TabPanel
        value="source"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none data-[state=inactive]:hidden"
      >
        <section
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
          tabIndex={0}
          aria-label={texts.sourceOf(title)}
          className="scroll-area min-h-0 flex-1 p-4 focus-visible:-outline-offset-2"
        >
          <pre dir="auto" className="whitespace-pre-wrap break-words font-mono text-sm">
            {content}
          </pre>
        </section>
      </TabPanel>
    </Tabs>
  );
}

/** Shown while a document or its preview loads. */
export function LoadingDocument() {
  return (
    <div role="status" className="grid gap-4 p-4">
      <span className="sr-only">{texts.loading}</span>
      <Skeleton className="h-6 w-[46%]" />
      <Skeleton className="h-40 w-full" />
      <Skeleton className="h-4 w-[72%]" />
    </div>
  );
}
