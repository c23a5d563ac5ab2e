import { counted } from './drawing/pictures.ts';
import { type OfficeArchive, officeTitle, openOfficeArchive, partLinksOf, relationshipsOf } from './office-archive.ts';
import { createLayouts } from './pptx/placeholders.ts';
import { type Presentation, readPresentation } from './pptx/presentation.ts';
import { authorsIn, commentLines, notesLines } from './pptx/slide-notes.ts';
import { addTo, slideText, type Untold } from './pptx/slide-text.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector, titleOf } from './text-collector.ts';
import { createNumberTexts } from './xlsx/number-text.ts';
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
  for (const path of slides) {
    const isWhole = collector.add(path === null ? '' : await reader.textOf(path));
    if (!isWhole || (collector.isFull && collector.pages.length < slides.length)) {
      leftOut = collector.cutSentence;
      break;
    }
  }
  if (!collector.hasText) throw new ReadingProblem(emptySentence(reader.untold));
  return collector.result({
    unit: 'slide',
    pageCount: slides.length,
    title: titleOf(await officeTitle(archive)),
    leftOut: leftOut ?? missingSentence(slides),
    without: withoutOf(reader.untold),
  });
}

async function createSlideReader(archive: OfficeArchive, { links, area }: Presentation) {
  const layoutsOf = createLayouts(archive);
  const numbers = createNumberTexts({ startsIn1904: false });
  const authors = await authorsIn(archive, links);
  const untold: Untold = { pictures: 0, charts: 0, videos: 0, recordings: 0, hiddenShapes: 0 };
  const edges = new Set<string>();

  /** Footers are the same on most slides, so each is given once. */
  const newEdges = (lines: readonly string[]) =>
    lines.filter((line) => {
      const isNew = !edges.has(line);
      edges.add(line);
      return isNew;
    });

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
      const layouts = await layoutsOf(slideLinks);
      const tree = elementAt(root, 'cSld', 'spTree');
      const read = tree && (await slideText(tree, { archive, links: slideLinks, targets, layouts, numbers, area }));
      if (read) addTo(untold, read.untold);
      if (elementAt(root, 'cSld', 'bg', 'bgPr', 'blipFill')) untold.pictures += 1;
      const lines = [
        ...(read ? [...read.lines, ...newEdges(read.edge)] : []),
        ...(await notesLines(archive, slideLinks)),
        ...(await commentLines(archive, slideLinks, authors)),
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

function missingSentence(slides: Presentation['slides']): string | null {
  const missing = slides.filter((path) => path === null).length;
  if (missing === 0) return null;
  return missing === 1
    ? 'One slide is missing in the file and was not read.'
    : `${missing.toLocaleString('en')} slides are missing in the file and were not read.`;
}

function withoutOf({ pictures, charts, videos, recordings, hiddenShapes }: Untold): string[] {
  const counts: [number, string][] = [
    [charts, 'chart'],
    [pictures, 'picture'],
    [videos, 'video'],
    [recordings, 'recording'],
    [hiddenShapes, 'hidden shape'],
  ];
  return counts.filter(([count]) => count > 0).map(([count, name]) => counted(count, name));
}
