import { posix } from 'node:path';
import { type OfficeArchive, officeTitle, openOfficeArchive, relationshipsIn } from './office-archive.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector, titleOf } from './text-collector.ts';
import { eachElement } from './xml.ts';

/** Reads the text of a PowerPoint presentation slide by slide. Notes and comments are left out. Throws ReadingProblem. */
export async function readPptx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  const slides = await slidePaths(archive);
  if (slides.length > limits.pages)
    throw new ReadingProblem(`This presentation has more than ${limits.pages.toLocaleString('en')} slides.`);
  const collector = new TextCollector(limits);
  let leftOut: string | null = null;
  for (const path of slides) {
    const isWhole = collector.add(slideText(await archive.text(path)));
    if (!isWhole || (collector.isFull && collector.pages.length < slides.length)) {
      leftOut = collector.cutSentence;
      break;
    }
  }
  if (!collector.hasText) throw new ReadingProblem('This presentation has no text on its slides.');
  return collector.result({
    unit: 'slide',
    pageCount: slides.length,
    title: titleOf(await officeTitle(archive)),
    leftOut,
  });
}

/** The files of the slides in the order of the presentation, which the numbers in their names need not follow. */
async function slidePaths(archive: OfficeArchive): Promise<string[]> {
  const targets = new Map(
    (await relationshipsIn(archive, 'ppt/_rels/presentation.xml.rels'))
      .filter(({ type, isExternal }) => type === 'slide' && !isExternal)
      .map(({ id, target }) => [id, target.startsWith('/') ? target.slice(1) : posix.join('ppt', target)]),
  );
  const paths: string[] = [];
  eachElement(await archive.text('ppt/presentation.xml'), {
    open(name, attributes) {
      if (name !== 'sldId') return;
      const [, id = ''] = Object.entries(attributes()).find(([attribute]) => attribute.endsWith(':id')) ?? [];
      const path = targets.get(id);
      if (path !== undefined) paths.push(path);
    },
  });
  return paths;
}

/** The paragraphs of a slide, and a line per row of its tables. */
function slideText(xml: string): string {
  const lines: string[] = [];
  let cells: string[] = [];
  let text = '';
  let isText = false;
  let cellDepth = 0;
  eachElement(xml, {
    open(name) {
      if (name === 't') isText = true;
      if (name === 'br') text += cellDepth > 0 ? ' ' : '\n';
      if (name === 'tr') cells = [];
      if (name === 'tc') cellDepth++;
    },
    text(part) {
      if (isText) text += part;
    },
    close(name) {
      if (name === 't') isText = false;
      if (name === 'p' && cellDepth > 0) text += ' ';
      if (name === 'p' && cellDepth === 0) {
        if (text.trim() !== '') lines.push(text.trim());
        text = '';
      }
      if (name === 'tc') {
        cellDepth--;
        cells.push(text.trim());
        text = '';
      }
      if (name === 'tr') lines.push(`| ${cells.join(' | ')} |`);
    },
  });
  return lines.join('\n');
}
