import type { OfficeArchive, PartLink } from '../office-archive.ts';
import { withoutEscapes } from '../office-escapes.ts';
import { elementAt, elementsOf, elementsWithin, textWithin, type XmlNode, xmlTree } from '../xml-tree.ts';
import { cellAt } from './references.ts';

type Comment = { cell: string; name: string; text: string };

/** The comments of a sheet as lines, in the order of their cells: those with answers (threads), and notes as of old. */
export async function commentLines(
  archive: OfficeArchive,
  links: readonly PartLink[],
  people: ReadonlyMap<string, string>,
): Promise<string[]> {
  const threads: Comment[] = [];
  const notes: Comment[] = [];
  for (const { type, path } of links) {
    if (type === 'threadedComment') threads.push(...threadedIn(xmlTree(await archive.text(path)), people));
    if (type === 'comments') notes.push(...notesIn(xmlTree(await archive.text(path))));
  }
  // Excel writes each thread as a note, too, for older versions.
  const inThreads = new Set(threads.map(({ cell }) => cell));
  return [...threads, ...notes.filter(({ cell }) => !inThreads.has(cell))]
    .map((comment, at) => ({ ...comment, at, place: cellAt(comment.cell) ?? { row: 0, column: 0 } }))
    .sort((a, b) => a.place.row - b.place.row || a.place.column - b.place.column || a.at - b.at)
    .map(({ cell, name, text }) => `[Comment on ${cell}${name && ` by ${name}`}: ${text}]`);
}

/** The names of people who take part in threads, by their id. */
export async function peopleIn(archive: OfficeArchive, links: readonly PartLink[]): Promise<Map<string, string>> {
  const people = new Map<string, string>();
  for (const { path } of links.filter(({ type }) => type === 'person'))
    for (const { attributes } of elementsWithin(xmlTree(await archive.text(path)), 'person'))
      people.set(attributes.id ?? '', attributes.displayName ?? '');
  return people;
}

const threadedIn = (root: XmlNode, people: ReadonlyMap<string, string>): Comment[] =>
  elementsWithin(root, 'threadedComment').flatMap((comment) => {
    const { ref: cell = '', personId = '' } = comment.attributes;
    return commentOf(cell, people.get(personId) ?? '', textWithin(elementAt(comment, 'text') ?? comment));
  });

function notesIn(root: XmlNode): Comment[] {
  const authors = elementsWithin(root, 'author').map(textWithin);
  return elementsWithin(root, 'comment').flatMap((comment) => {
    const { ref: cell = '', authorId = '' } = comment.attributes;
    const author = authors[Number(authorId)] ?? '';
    const text = elementAt(comment, 'text');
    return commentOf(cell, /^tc=\{/.test(author) ? '' : author, text ? runsOf(text) : '');
  });
}

/** The runs of a note, without reading aids. */
const runsOf = (text: XmlNode): string =>
  elementsOf(text)
    .map((part) =>
      part.name === 'r' ? elementsOf(part, 't').map(textWithin).join('') : part.name === 't' ? textWithin(part) : '',
    )
    .join('');

/** A note begins with its author's name, which Excel writes there itself. */
function commentOf(cell: string, author: string, raw: string): Comment[] {
  const name = author.replace(/\s+/g, ' ').trim();
  const text = withoutEscapes(raw).replace(/\s+/g, ' ').trim();
  const own = name !== '' && text.startsWith(`${name}:`) ? text.slice(name.length + 1).trim() : text;
  return own === '' ? [] : [{ cell: cell.replaceAll('$', ''), name, text: own }];
}
