import type { Source } from '@noek/contract/chat/answers';
import { useMemo } from 'react';
import { AnswerText } from '../markdown/answer-text.tsx';
import { CitedSourcesContext } from '../markdown/citations/cited-sources.ts';
import { useShowSources } from './show-sources.ts';
import { SourceCards } from './source-cards.tsx';

/** The text of an answer whose citations are chips, and below it the cards of its sources. */
export function CitedText(props: { text: string; growing: boolean; sources: readonly Source[] }) {
  const { text, growing, sources } = props;
  const showSources = useShowSources();
  const cited = useMemo(
    () => ({ sources, show: (number: number) => showSources(sources, number) }),
    [sources, showSources],
  );
  return (
    <CitedSourcesContext value={cited}>
      <AnswerText text={text} growing={growing} />
      {sources.length > 0 && !growing && <SourceCards sources={sources} />}
    </CitedSourcesContext>
  );
}
