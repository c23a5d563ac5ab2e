import type { Source } from '@noek/contract/chat/answers';
import { BookOpen } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { keepTrying } from '../../../components/base/keep-trying.ts';
import { AnswerText } from '../markdown/answer-text.tsx';
import { CitedSourcesContext } from '../markdown/citations/cited-sources.ts';
import { sourcesTexts } from './texts.ts';

const SourcesPanel = lazy(() => keepTrying(() => import('./sources-panel.tsx')));

/** The text of an answer whose citations are chips, and below it the button that lists its sources. */
export function CitedText(props: { text: string; growing: boolean; sources: readonly Source[] }) {
  const { text, growing, sources } = props;
  /** The source to show; 0 shows the list from its beginning. */
  const [shown, setShown] = useState<number | null>(null);
  const cited = useMemo(() => ({ sources, show: setShown }), [sources]);
  return (
    <CitedSourcesContext value={cited}>
      <AnswerText text={text} growing={growing} />
      {sources.length > 0 && !growing && (
        <button
          type="button"
          aria-haspopup="dialog"
          className="mt-3 -ml-2 inline-flex h-(--size-control-sm) items-center gap-1.75 rounded-control px-2 font-medium text-sm text-text-muted hover:bg-surface-hover hover:text-text coarse:h-10"
          onClick={() => setShown(0)}
        >
          <BookOpen className="icon" aria-hidden />
          {sourcesTexts.title}
          <span aria-hidden className="tabular-nums">
            {sources.length}
          </span>
        </button>
      )}
      <Suspense fallback={null}>
        {shown !== null && <SourcesPanel sources={sources} first={shown} onClose={() => setShown(null)} />}
      </Suspense>
    </CitedSourcesContext>
  );
}
