import type { Source } from '@noek/contract/chat/answers';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { codePart } from '../../../components/base/code-part.ts';
import { type ShowSources, ShowSourcesContext } from './show-sources.ts';

const SourcesPanel = codePart(() => import('./sources-panel.tsx')).lazy();

type Shown = { conversationId: number | null; sources: readonly Source[]; first: number; opened: number };

/**
 * The conversation on screen, and beside it the panel with the sources of one answer. The panel is here and not in the answer, because the
 * list removes an answer from the page when it is far away.
 */
export function SourcesPane(props: { conversationId: number | null; children: ReactNode }) {
  const { conversationId, children } = props;
  const [shown, setShown] = useState<Shown | null>(null);
  const [beside, setBeside] = useState<HTMLElement | null>(null);
  const show: ShowSources = useCallback(
    (sources, first) => setShown((before) => ({ conversationId, sources, first, opened: (before?.opened ?? 0) + 1 })),
    [conversationId],
  );
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      <ShowSourcesContext value={show}>{children}</ShowSourcesContext>
      <div ref={setBeside} className="contents" />
      <Suspense fallback={null}>
        {shown && shown.conversationId === conversationId && (
          <SourcesPanel {...shown} beside={beside} onClose={() => setShown(null)} />
        )}
      </Suspense>
    </div>
  );
}
