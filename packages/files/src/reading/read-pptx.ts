import { createNumberTexts } from './drawing/number-text.ts';
import { counted } from './drawing/pictures.ts';
import {
  type OfficeArchive,
  officeTitle,
  openOfficeArchive,
  partLinksOf,
  relationshipsOf,
  unlessDamaged,
} from './office-archive.ts';
import { createLayouts } from './pptx/placeholders.ts';
import { type Presentation, readPresentation } from './pptx/presentation.ts';
import { authorsIn, commentLines, notesLines } from './pptx/slide-notes.ts';
import { addTo, nothingUntold, slideText, type Untold } from './pptx/slide-text.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector, titleOf } from './text-collector.ts';
import { elementAt, xmlTree } from './xml-tree.ts';

/**
 * Reads a PowerPoint presentation slide by slide: the texts as they are read on it, tables, diagrams, charts, then notes and comments. Slides
 * that are hidden say so. Throws ReadingProblem.
 */
export async function readPptx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  const presentation = await readPresentation(archive);
  const { slides } = presentation;
  if (slides.length > limits.pages)
    throw new ReadingProblem(`This presentation has more than ${limits.pages.toLocaleString('en')} slides.`);
  const reader = await createSlideReader(archive, presentation);
  const collector = new TextCollector(limits);
  let leftOut: string | null = null;
  const damaged: number[] = [];
  for (const [at, path] of slides.entries()) {
    const text = path === null ? null : await unlessDamaged(reader.textOf(path));
    if (text === null) damaged.push(at + 1);
    const isWhole = collector.add(text ?? '');
    if (!isWhole || (collector.isFull && collector.pages.length < slides.length)) {
      leftOut = collector.cutSentence;
      break;
    }
  }
  if (!collector.hasText)
    throw new ReadingProblem(damaged.length > 0 ? 'This file is damaged or incomplete.' : emptySentence(reader.untold));
  return collector.result({
    unit: 'slide',
    pageCount: slides.length,
    title: titleOf(await officeTitle(archive)),
    leftOut: leftOut ?? damagedSentence(damaged),
    without: withoutOf(reader.untold),
  });
}

async function createSlideReader(archive: OfficeArchive, { links, area }: Presentation) {
  const layoutsOf = createLayouts(archive);
  const numbers = createNumberTexts({ startsIn1904: false });
  const authors = (await unlessDamaged(authorsIn(archive, links))) ?? new Map<string, string>();
  const untold = nothingUntold();
  const edges = new Set<string>();

  /** Footers are the same on most slides, so each is given once. */
  const newEdges = (lines: readonly string[]) =>
    lines.filter((line) => {
      const isNew = !edges.has(line);
      edges.add(line);
      return isNew;
    });

  const linesOf = async (reading: Promise<string[]>): Promise<string[]> => {
    const lines = await unlessDamaged(reading);
    if (lines === null) untold.damagedParts += 1;
    return lines ?? [];
  };

  return {
    untold,
    async textOf(path: string): Promise<string> {
      const root = xmlTree(await archive.text(path));
      const slideLinks = await partLinksOf(archive, path);
      const targets = new Map(
        (await relationshipsOf(archive, path)).flatMap(({ id, target, isExternal }) =>
          isExternal ? [[id, target]] : [],
        ),
      );
      const layouts = (await unlessDamaged(layoutsOf(slideLinks))) ?? [];
      const tree = elementAt(root, 'cSld', 'spTree');
      const read = tree && (await slideText(tree, { archive, links: slideLinks, targets, layouts, numbers, area }));
      if (read) addTo(untold, read.untold);
      if (elementAt(root, 'cSld', 'bg', 'bgPr', 'blipFill')) untold.pictures += 1;
      const lines = [
        ...(read ? [...read.lines, ...newEdges(read.edge)] : []),
        ...(await linesOf(notesLines(archive, slideLinks))),
        ...(await linesOf(commentLines(archive, slideLinks, authors))),
      ];
      const isHidden = /^(0|false)$/.test(root.attributes.show ?? '');
      return [...(isHidden ? ['[Hidden slide]'] : []), ...lines].join('\n');
    },
  };
}

const emptySentence = ({ pictures }: Untold): string =>
  pictures === 0
    ? 'This presentation has no text on its slides.'
    : 'The slides of this presentation are pictures, which have no text to read. Add them as pictures.';

function damagedSentence(numbers: readonly number[]): string | null {
  if (numbers.length === 0) return null;
  const listed = `${numbers.slice(0, 20).join(', ')}${numbers.length > 20 ? ' and others' : ''}`;
  return numbers.length === 1
    ? `Slide ${listed} is damaged or missing in the file and was not read.`
    : `Slides ${listed} are damaged or missing in the file and were not read.`;
}

function withoutOf(untold: Untold): string[] {
  const counts: [number, string][] = [
    [untold.charts, 'chart'],
    [untold.diagrams, 'diagram'],
    [untold.pictures, 'picture'],
    [untold.videos, 'video'],
    [untold.recordings, 'recording'],
    [untold.embeddedFiles, 'embedded file'],
    [untold.damagedParts, 'damaged part'],
  ];
  return counts.filter(([count]) => count > 0).map(([count, name]) => counted(count, name));
}
