import type { Source } from '@noek/contract/chat/answers';
import type { HTMLAttributes, MouseEvent } from 'react';
import { safeLink } from '../safe-link.ts';
import { useCitedSources } from './cited-sources.ts';

/**
 * Leads to a source: a click shows it, with its passage or as a file. If the source is a web page, this is a link: copied text keeps the
 * address, and a click with Ctrl opens the page itself. Nothing is shown for a web page whose address is not one.
 */
export function SourceLink({ source, ...shared }: HTMLAttributes<HTMLElement> & { source: Source }) {
  const { show } = useCitedSources();
  const { number, url, kind } = source;
  // A passage of the knowledge base or of a file has no page to lead to.
  if (kind === 'knowledge' || kind === 'file')
    return <button type="button" aria-haspopup="dialog" onClick={() => show(number)} {...shared} />;
  const target = safeLink(url);
  if (!target) return null;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(number);
  };
  return (
    <a href={target} target="_blank" rel="noopener noreferrer" aria-haspopup="dialog" onClick={onClick} {...shared} />
  );
}
