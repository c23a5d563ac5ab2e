import { readdirSync, readFileSync } from 'node:fs';
import { cutWords } from '@noek/contract/text/compared-words';
import { queryWords } from './query-words.ts';
import { type SearchService, siteName, type WebPage } from './web-search.ts';

/** One page about Noek, from a file of `built-in/`. */
export type BuiltInPage = { name: string; title: string; markdown: string };

/** Where the pages are served, on every host. */
export const builtInPath = '/help';

const folder = new URL('./built-in/', import.meta.url);

/** The pages by their names. Each file begins with its title, as a heading. */
export const builtInPages: ReadonlyMap<string, BuiltInPage> = new Map(
  readdirSync(folder)
    .toSorted()
    .map((file) => {
      const name = file.replace(/\.md$/, '');
      const markdown = readFileSync(new URL(file, folder), 'utf8').trim();
      const title = /^# (.+)$/m.exec(markdown)?.[1];
      if (!title) throw new Error(`The built-in page ${file} has no title.`);
      return [name, { name, title, markdown }];
    }),
);

/** The pages as a search service that needs no network. Their addresses are those at which `origin` serves them. */
export function createBuiltInPages(origin: string): SearchService & { read(url: string): WebPage | null } {
  const base = `${origin}${builtInPath}/`;
  return {
    name: 'built-in pages about Noek',
    async search(query) {
      const words = queryWords(query);
      return [...builtInPages.values()]
        .map((page) => ({ page, score: scoreOf(page, words) }))
        .filter(({ score }) => score > 0)
        .toSorted((a, b) => b.score - a.score)
        .map(({ page }) => ({ url: `${base}${page.name}`, title: page.title }));
    },
    read(url) {
      const page = url.startsWith(base) ? builtInPages.get(url.slice(base.length)) : undefined;
      if (!page) return null;
      const text = page.markdown.replace(/^# .+\n+/, '');
      return { url, title: page.title, site: siteName(url), text };
    },
  };
}

/** How well a page fits. Its title says what it is about, so words there count most. Every page names Noek. */
function scoreOf({ title, markdown }: BuiltInPage, words: readonly string[]): number {
  const inTitle = queryWords(title);
  const inText = cutWords(markdown);
  const share = (word: string, text: readonly string[]) => text.filter((other) => other === word).length / text.length;
  return words.reduce(
    (score, word) => score + 3 * share(word, inTitle) + (word === 'noek' ? 0 : 10 * share(word, inText)),
    0,
  );
}
