import { tooltip } from '../../../../components/base/tooltip.ts';
import { markdownTexts } from '../texts.ts';
import { useCitedSources } from './cited-sources.ts';
import { SourceLink } from './source-link.tsx';
import { isNumbered, shownOf } from './source-name.ts';

/** A citation in the text of an answer: the site of its source, and its number if the answer has several sources of that site. */
export function CitationChip({ number }: { number: number }) {
  const { sources } = useCitedSources();
  const source = sources.find((one) => one.number === number);
  if (!source) return null;
  const { site, title } = source;
  const shown = shownOf(source);
  return (
    <SourceLink
      source={source}
      className="citation"
      aria-label={markdownTexts.citation(number, shown, title)}
      {...tooltip(`${title} · ${site}`, 'top')}
    >
      {isNumbered(source, sources) && (
        <>
          <span className="citation-number">{number}</span>{' '}
        </>
      )}
      <span className="citation-site">{shown}</span>
    </SourceLink>
  );
}
