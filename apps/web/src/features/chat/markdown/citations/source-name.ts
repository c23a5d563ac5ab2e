import type { Source } from '@noek/contract/chat/answers';

/** Whether the site alone does not tell a source from the others of its answer, so that its number is shown, too. */
export const isNumbered = ({ site }: Source, sources: readonly Source[]): boolean =>
  sources.filter((one) => one.site === site).length > 1;

/** What a citation of this source says: "example.org", or "2 example.org" if there are several sources of that site. */
export const sourceName = (source: Source, sources: readonly Source[]): string =>
  isNumbered(source, sources) ? `${source.number} ${source.site}` : source.site;
