import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import TurndownService from 'turndown';

/** A page as it arrived, and where it was found. */
export type RawPage = { html: string; url: string };
export type ReadableText = { title: string; text: string };

const longestTitle = 300;
/** The page is passed over when it has more elements, because its tree would take too long. */
const mostElements = 60_000;

/**
 * The readable part of an HTML page as Markdown without links and images, and its title. The text is empty when there is none. Runs
 * in a worker thread, because a hostile page can keep it busy or exhaust its stack.
 */
export default function readableText({ html }: RawPage): ReadableText {
  if ((html.match(/<[a-z]/gi)?.length ?? 0) > mostElements) return { title: '', text: '' };
  const document = documentOf(html);
  const ownTitle = oneLine(document.querySelector('title')?.textContent ?? '');
  const article = new Readability(document, { serializer: (element): unknown => element }).parse();
  const title = oneLine(article?.title ?? '') || ownTitle;
  // Readability finds nothing in some short pages. It has changed the document, so the page is parsed again.
  return { title, text: markdown.turndown((article?.content || documentOf(html).body) as TurndownService.Node).trim() };
}

const documentOf = (html: string) =>
  parseHTML(/<html[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`).document;

const unread = 'title script style noscript iframe nav header footer form button img picture svg video audio'.split(
  ' ',
);

const markdown = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' })
  .addRule('unread', { filter: (node) => unread.includes(node.nodeName.toLowerCase()), replacement: () => '' })
  .addRule('links', { filter: 'a', replacement: (content) => content })
  .addRule('tables', { filter: 'tr', replacement: (content) => `${content.replace(/\s*\n\s*/g, ' ').trim()}\n\n` })
  .addRule('cells', { filter: ['td', 'th'], replacement: (content) => `${content.trim()} ` });
// Nothing renders this text as Markdown, so quotes must read as they were written.
markdown.escape = (text) => text;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, longestTitle);
