import { paragraphsOf } from '../drawing/paragraphs.ts';
import type { OfficeArchive, PartLink } from '../office-archive.ts';
import { withoutEscapes } from '../office-escapes.ts';
import { elementAt, elementsWithin, textWithin, type XmlNode, xmlTree } from '../xml-tree.ts';
import { isAtEdge, placeholderOf } from './placeholders.ts';

/** The notes of the speaker below a slide as lines that begin with "Notes: ". */
export async function notesLines(archive: OfficeArchive, links: readonly PartLink[]): Promise<string[]> {
  const path = links.find(({ type }) => type === 'notesSlide')?.path;
  if (path === undefined) return [];
  const lines = elementsWithin(xmlTree(await archive.text(path)), 'sp').flatMap((shape) => {
    const placeholder = placeholderOf(shape);
    const body = elementAt(shape, 'txBody');
    return body && !(placeholder && isAtEdge(placeholder)) ? paragraphsOf(body) : [];
  });
  return lines.length === 0 ? [] : [`Notes: ${lines[0]?.trim()}`, ...lines.slice(1)];
}

/** The names of people who comment, by the ids that comments of either kind have. */
export async function authorsIn(archive: OfficeArchive, links: readonly PartLink[]): Promise<Map<string, string>> {
  const authors = new Map<string, string>();
  for (const { path } of links.filter(({ type }) => type === 'commentAuthors' || type === 'authors')) {
    const root = xmlTree(await archive.text(path));
    for (const { attributes } of [...elementsWithin(root, 'cmAuthor'), ...elementsWithin(root, 'author')])
      authors.set(attributes.id ?? '', attributes.name ?? '');
  }
  return authors;
}

/** The comments on a slide, and the answers to them, as lines. */
export async function commentLines(
  archive: OfficeArchive,
  links: readonly PartLink[],
  authors: ReadonlyMap<string, string>,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { path } of links.filter(({ type }) => type === 'comments'))
    for (const comment of elementsWithin(xmlTree(await archive.text(path)), 'cm')) {
      lines.push(...lineOf(comment, authors));
      for (const reply of elementsWithin(comment, 'reply')) lines.push(...lineOf(reply, authors));
    }
  return lines;
}

function lineOf(comment: XmlNode, authors: ReadonlyMap<string, string>): string[] {
  const name = authors.get(comment.attributes.authorId ?? '') ?? '';
  const body = elementAt(comment, 'txBody');
  const plain = elementAt(comment, 'text');
  const raw = body ? paragraphsOf(body).join(' ') : plain ? withoutEscapes(textWithin(plain)) : '';
  const text = raw.replace(/\s+/g, ' ').trim();
  return text === '' ? [] : [`[Comment${name && ` by ${name}`}: ${text}]`];
}
