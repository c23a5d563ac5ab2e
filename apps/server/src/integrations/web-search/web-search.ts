import { PublicWebError } from '../public-web/address-guard.ts';

/** A result of a search: a page that has not been opened. */
export type Finding = { url: string; title: string };

/** A page that was opened, as readable text. */
export type WebPage = {
  /** Where it was found after redirects, without a fragment. */
  url: string;
  title: string;
  /** The host, without "www.". */
  site: string;
  /** The readable part as Markdown, without links and images. */
  text: string;
};

/** Finds pages for a question. */
export type SearchService = {
  name: string;
  /** The best pages first. Empty when there are none. Rejects when the service fails or takes too long. */
  search(query: string, signal: AbortSignal): Promise<Finding[]>;
};

/** The web, or the built-in pages on a machine without a search service and a model. */
export type WebSearch = {
  /** The services that are asked, for the start-up messages. */
  describe(): string;
  /** The best pages first. Throws WebSearchError when no service answered in time. */
  search(query: string, signal: AbortSignal): Promise<Finding[]>;
  /** Opens one page. Throws PageError when it must not be opened or cannot be read in time. */
  read(url: string, signal: AbortSignal): Promise<WebPage>;
  close(): Promise<void>;
};

/** No search service answered. The message names the service and what happened; it is for the log. */
export class WebSearchError extends Error {}

/** A page was not opened or could not be read. The message says why; it is for the log. */
export class PageError extends PublicWebError {}

/** A host as people read it. */
export const siteName = (url: string): string => new URL(url).host.replace(/^www\./, '');
