import type { Source } from '@noek/contract/chat/answers';
import { BookMarked, BookOpen, FileText } from 'lucide-react';
import { useMemo } from 'react';
import { tooltip } from '../../../components/base/tooltip.ts';
import { useShowFiles } from '../files/show-files.ts';
import { AnswerText } from '../markdown/answer-text.tsx';
import { CitedSourcesContext, useCitedSources } from '../markdown/citations/cited-sources.ts';
import { SourceLink } from '../markdown/citations/source-link.tsx';
import { isNumbered } from '../markdown/citations/source-name.ts';
import { safeLink } from '../markdown/safe-link.ts';
import { useShowSources } from './show-sources.ts';
import { sourcesTexts } from './texts.ts';
import './source-cards.css';

/**
 * The text of an answer whose citations are chips, and below it the cards of its sources. Both open a file at its page, and other sources
 * with their passages in the panel.
 */
export function CitedText(props: { text: string; growing: boolean; sources: readonly Source[] }) {
  const { text, growing, sources } = props;
  const showSources = useShowSources();
  const showFiles = useShowFiles();
  const cited = useMemo(() => {
    const show = (number: number) => {
      const { fileId, page, title } = sources.find((source) => source.number === number) ?? {};
      // In a file without pages, the passage would be hard to find.
      if (showFiles && fileId !== undefined && page !== undefined)
        showFiles([{ id: fileId, name: title ?? '' }], 0, page);
      else showSources(sources, number);
    };
    return { sources, show };
  }, [sources, showSources, showFiles]);
  return (
    <CitedSourcesContext value={cited}>
      <AnswerText text={text} growing={growing} />
      {sources.length > 0 && !growing && <SourceCards sources={sources} />}
    </CitedSourcesContext>
  );
}

/** More sources than these are only in the panel and on paper. */
const shownCards = 3;

/** The sources of an answer as a row of cards, with the button that opens the panel with all of them. */
function SourceCards({ sources }: { sources: readonly Source[] }) {
  const { show } = useCitedSources();
  // A page whose address is not a web address is only in the panel, without a link.
  const cards = sources.filter(({ kind, url }) => kind === 'knowledge' || kind === 'file' || safeLink(url));
  const more = sources.length - shownCards;
  return (
    <div className="@container">
      <ul className="source-cards" aria-label={sourcesTexts.ofAnswer}>
        {cards.map((source, index) => (
          <li key={source.number} className={index < shownCards ? undefined : 'source-on-paper'}>
            <Card source={source} sources={sources} />
          </li>
        ))}
        <li>
          <button type="button" aria-haspopup="dialog" className="source-card source-all" onClick={() => show(0)}>
            {sourcesTexts.title}
            <span aria-hidden className="source-site">
              <BookOpen className="icon" />
              {more > 0 ? `+${more}` : sources.length}
            </span>
          </button>
        </li>
      </ul>
    </div>
  );
}

function Card({ source, sources }: { source: Source; sources: readonly Source[] }) {
  const { number, title, site, kind } = source;
  return (
    <SourceLink source={source} className="source-card" {...tooltip(`${title} · ${site}`, 'top')}>
      <span className="source-title">{title}</span>
      <span className="source-site">
        {isNumbered(source, sources) && <span>{number}</span>}
        {kind === 'knowledge' && <BookMarked className="icon" aria-hidden />}
        {kind === 'file' && <FileText className="icon" aria-hidden />}
        <span className="truncate">{site}</span>
      </span>
    </SourceLink>
  );
}
