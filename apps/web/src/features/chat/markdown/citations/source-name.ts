import type { Source } from '@noek/contract/chat/answers';

/** What a citation of a source shows: its site, the page of a file, or the name of a file without pages. */
export const shownOf = ({ kind, page, title, site }: Source): string =>
  kind === 'file' && page === undefined ? title : site;

/** Whether what is shown of a source does not tell it from the others of its answer, so that its number is shown, too. */
export const isNumbered = (source: Source, sources: readonly Source[]): boolean =>
  sources.filter((one) => shownOf(one) === shownOf(source)).length > 1;

/** What a citation of this source says: "example.org", or "2 example.org" if there are several sources of that site. */
export const sourceName = (source: Source, sources: readonly Source[]): string =>
  isNumbered(source, sources) ? `${source.number} ${shownOf(source)}` : shownOf(source);
