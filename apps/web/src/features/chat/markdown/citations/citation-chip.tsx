import type { MouseEvent } from 'react';
import { tooltip } from '../../../../components/base/tooltip.tsx';
import { safeLink } from '../safe-link.ts';
import { useCitedSources } from './cited-sources.ts';
import { citationTexts } from './texts.ts';

/**
 * A citation: its number and site. A click shows the source with its passage. It is a link to the page, so that copied text keeps the
 * address, and a click with Ctrl opens the page itself.
 */
export function CitationChip({ number }: { number: number }) {
  const { sources, show } = useCitedSources();
  const source = sources.find((one) => one.number === number);
  const target = source && safeLink(source.url);
  if (!source || !target) return null;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(number);
  };
  return (
    <a
      className="citation"
      href={target}
      target="_blank"
      rel="noopener noreferrer"
      aria-haspopup="dialog"
      aria-label={citationTexts.label(number, source.site, source.title)}
      onClick={onClick}
      {...tooltip(`${source.title} · ${source.site}`, 'top')}
    >
      <span className="citation-number">{number}</span> <span className="citation-site">{source.site}</span>
    </a>
  );
}
