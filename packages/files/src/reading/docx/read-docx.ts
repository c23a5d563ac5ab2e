import { officeTitle, openOfficeArchive } from '../office-archive.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector, titleOf } from '../text-collector.ts';
import { eachUnit, type XmlNode } from '../word-tree.ts';
import { type Block, inOneLine, joined } from './blocks.ts';
import type { InnerReader } from './inserted-documents.ts';
import { LeftBehind } from './left-behind.ts';
import { Margins } from './margins.ts';
import { Numbering } from './numbering/numbering.ts';
import { linksOf, mainPartOf, type PartLinks, partOfType } from './package-parts.ts';
import { type Package, readPartContent } from './part-content.ts';
import { settingsIn } from './settings.ts';
import { type NoteKind, Notes } from './story/notes.ts';
import { Story, type StoryContext } from './story/story.ts';
import { Styles } from './styles.ts';

/**
 * Reads the text of a Word document, which has no pages of its own. Nothing outside of the document is ever read, also if it names it. Throws
 * ReadingProblem.
 */
export async function readDocx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  const left = new LeftBehind();
  const readInner: InnerReader = async (inner) =>
    readBlocks(
      { archive: await openOfficeArchive(inner, limits), bytes: inner, left, readInner: null },
      limits.characters,
    );
  const blocks = await readBlocks({ archive, bytes, left, readInner }, limits.characters);
  const collector = new TextCollector(limits);
  const isWhole = collector.add(joined(blocks));
  const without = left.listed();
  if (!collector.hasText) throw new ReadingProblem(emptySentence(without));
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(await officeTitle(archive)),
    leftOut: isWhole ? null : collector.cutSentence,
    without,
  });
}

const emptySentence = (without: readonly string[]) =>
  without.length === 0 ? 'This document has no text.' : `This document has no text, only ${without.join(', ')}.`;

/** Ends the reading of a body that is longer than what is kept of it. */
class LongEnough extends Error {}

/** Reads the blocks of a document: headers, body, notes, and footers. Reads little more than `most` characters. Throws ReadingProblem. */
async function readBlocks(file: Package, most: number): Promise<Block[]> {
  const main = await mainPartOf(file.archive);
  const xml = await file.archive.text(main);
  const links = await linksOf(file.archive, main);
  const { context, settings } = await readContext(file, xml, (type) => partOfType(file.archive, main, links, type));
  const margins = new Margins(settings);
  const body = bodyBlocks(new Story(context, await readPartContent(file, main)), xml, margins, most);
  const headers = await marginBlocks(file, links, context, margins.shown('headerReference'));
  const footers = await marginBlocks(file, links, context, margins.shown('footerReference'));
  return [...headers, ...body, ...context.notes.listed(), ...footers];
}

/** Reads the parts on which the text of the others depends. */
async function readContext(file: Package, body: string, partOf: (type: string) => string | undefined) {
  const { left } = file;
  const xmlOf = async (type: string) => {
    const path = partOf(type);
    return path === undefined ? undefined : await file.archive.text(path);
  };
  const [styleXml, settingXml, listXml] = [await xmlOf('styles'), await xmlOf('settings'), await xmlOf('numbering')];
  const styles = left.unlessDamaged(null, () => new Styles(styleXml)) ?? new Styles();
  const settings = left.unlessDamaged(null, () => settingsIn(settingXml, body)) ?? settingsIn();
  const numbering =
    left.unlessDamaged('the numbers of lists', () => new Numbering(styles, listXml)) ?? new Numbering(styles);
  const bare: StoryContext = { styles, numbering, left, notes: new Notes(), comments: new Map() };
  const noted: StoryContext = { ...bare, comments: await commentsOf(file, partOf('comments'), bare) };
  const footnote = await notesOf(file, partOf('footnotes'), noted, 'footnote');
  const endnote = await notesOf(file, partOf('endnotes'), noted, 'endnote');
  return { context: { ...noted, notes: new Notes({ footnote, endnote }, settings) }, settings };
}

function bodyBlocks(story: Story, xml: string, margins: Margins, most: number): Block[] {
  const body: Block[] = [];
  let length = 0;
  try {
    story.readPart(
      xml,
      (blocks) => {
        for (const block of blocks) {
          body.push(block);
          length += block.text.length;
        }
        // A character may take two places of a string.
        if (length > most * 2) throw new LongEnough();
      },
      (properties) => margins.section(properties),
    );
  } catch (error) {
    if (!(error instanceof LongEnough)) throw error;
  }
  return body;
}

async function commentsOf(
  file: Package,
  path: string | undefined,
  context: StoryContext,
): Promise<Map<string, string>> {
  const comments = new Map<string, string>();
  if (path === undefined) return comments;
  const part = await readPartContent(file, path);
  const xml = await file.archive.text(path);
  const unit = (node: XmlNode) => {
    const story = new Story(context, part);
    const text = inOneLine([...story.blocksIn(node), ...story.end()]);
    const author = (node.attributes.author ?? '').trim();
    if (text !== '') comments.set(node.attributes.id ?? '', `[Comment${author && ` by ${author}`}: ${text}]`);
  };
  file.left.unlessDamaged('some comments', () => eachUnit(xml, new Set(['comment']), { unit }));
  return comments;
}

async function notesOf(
  file: Package,
  path: string | undefined,
  context: StoryContext,
  kind: NoteKind,
): Promise<Map<string, string>> {
  const notes = new Map<string, string>();
  if (path === undefined) return notes;
  const part = await readPartContent(file, path);
  const xml = await file.archive.text(path);
  const unit = (node: XmlNode) => {
    // Lines between the text and its notes are stored as notes, too.
    if (/separator|continuation/i.test(node.attributes.type ?? '')) return;
    const story = new Story(context, part);
    notes.set(node.attributes.id ?? '', joined([...story.blocksIn(node), ...story.end()]));
  };
  file.left.unlessDamaged(`some ${kind}s`, () => eachUnit(xml, new Set([kind]), { unit }));
  return notes;
}

/** Headers or footers, those with the same text once. */
async function marginBlocks(
  file: Package,
  links: PartLinks,
  context: StoryContext,
  ids: readonly string[],
): Promise<Block[]> {
  const blocks: Block[] = [];
  const seen = new Set<string>();
  for (const id of ids) {
    const link = links.get(id);
    if (!link || link.isExternal) continue;
    const story = new Story(context, await readPartContent(file, link.target), true);
    const found: Block[] = [];
    const xml = await file.archive.text(link.target);
    file.left.unlessDamaged('a header or footer', () => story.readPart(xml, (each) => found.push(...each)));
    const text = joined(found);
    // Numbers of pages alone say nothing.
    if (seen.has(text) || !/\p{L}{2}|\d{3}/u.test(text.replace(/\b(page|of)\b/gi, ''))) continue;
    seen.add(text);
    blocks.push(...found);
  }
  return blocks;
}
