import { type Reference, type References, type Word, withUsualMarks } from '../reading/marks.ts';
import type { Cited } from '../reading/pieces.ts';
import { firstText, listOf, recordOf, textOf } from '../reading/values.ts';

type Fields = Record<string, unknown>;

/** A page that ChatGPT has found or cites; null if it has no address. */
export function citedOf(value: unknown): Cited | null {
  const fields = recordOf(value);
  const url = textOf(fields.url);
  if (url === '') return null;
  return { url, title: textOf(fields.title).trim(), quote: firstText(fields.snippet, fields.text).trim() };
}

/** What the marks of a text stand for, as the metadata of its message says. */
export function referencesIn(text: string, metadata: Fields): References {
  const marks = new Map<string, Reference>();
  const pages = new Map<string, Cited>();
  for (const value of listOf(metadata.content_references)) {
    const reference = recordOf(value);
    const mark = withUsualMarks(textOf(reference.matched_text));
    if (mark.trim() !== '') marks.set(mark, referenceOf(reference));
  }
  for (const value of listOf(metadata.citations)) {
    const { metadata: page, start_ix: from, end_ix: to } = recordOf(value);
    if (typeof from !== 'number' || typeof to !== 'number') continue;
    const mark = withUsualMarks(text).slice(from, to);
    if (mark !== '' && !marks.has(mark)) marks.set(mark, referenceOf(recordOf(page)));
  }
  for (const group of listOf(metadata.search_result_groups))
    for (const entry of listOf(recordOf(group).entries)) {
      const page = citedOf(entry);
      const { turn_index: turn, ref_type: type, ref_index: index } = recordOf(recordOf(entry).ref_id);
      if (page) pages.set(`turn${textOf(turn)}${textOf(type) || 'search'}${textOf(index)}`, page);
    }
  return { marks, pages };
}

function referenceOf(reference: Fields): Reference {
  const own = citedOf(reference);
  const items = listOf(reference.items).flatMap((item) => [
    citedOf(item),
    ...listOf(recordOf(item).supporting_websites).map(citedOf),
  ]);
  const pages = [...items, ...(own ? [own] : [])].filter((page) => page !== null);
  const type = textOf(reference.type);
  return { pages, words: wordsOf(reference, type, pages.length > 0), isShown: type !== 'hidden' };
}

/** Names that stand for themselves: of products with their links, or of a file or place without a page. */
function wordsOf(reference: Fields, type: string, hasPages: boolean): Word[] {
  const products = listOf(reference.products).flatMap((product): Word[] => {
    const { title, name, url } = recordOf(product);
    const text = firstText(title, name).trim();
    return text === '' ? [] : [{ text, url: textOf(url) || null }];
  });
  if (products.length > 0 || hasPages) return products;
  const name = firstText(reference.name, reference.title).trim();
  if (name === '') return [];
  return [{ text: type === 'file' ? `(${name})` : name, url: null }];
}
