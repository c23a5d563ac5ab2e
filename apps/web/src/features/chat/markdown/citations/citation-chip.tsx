import type { MouseEvent } from 'react';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { safeLink } from '../safe-link.ts';
import { useCitedSources } from './cited-sources.ts';
import { citationTexts } from './texts.ts';

/**
 * A citation: its number and site. A click shows the source with its passage. If the source is a page, the citation is a link: copied
 * text keeps the address, and a click with Ctrl opens the page itself.
 */
export function CitationChip({ number }: { number: number }) {
  const { sources, show } = useCitedSources();
  const source = sources.find((one) => one.number === number);
  if (!source) return null;
  const { site, title, kind, url } = source;
  const shared = {
    className: 'citation',
    'aria-haspopup': 'dialog',
    'aria-label': citationTexts.label(number, site, title),
    ...tooltip(`${title} · ${site}`, 'top'),
  } as const;
  const content = (
    <>
      <span className="citation-number">{number}</span> <span className="citation-site">{site}</span>
    </>
  );
  // A passage of the knowledge base has no page to lead to.
  if (kind === 'knowledge')
    return (
      <button type="button" onClick={() => show(number)} {...shared}>
        {content}
      </button>
    );
  const target = safeLink(url);
  if (!target) return null;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(number);
  };
  return (
    <a href={target} target="_blank" rel="noopener noreferrer" onClick={onClick} {...shared}>
      {content}
    </a>
  );
}
