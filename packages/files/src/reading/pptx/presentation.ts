import { mainPartOf, type OfficeArchive, type PartLink, partLinksOf } from '../office-archive.ts';
import { elementAt, elementsOf, linkOf, xmlTree } from '../xml-tree.ts';

export type Presentation = {
  /** The parts of the slides in their order; null for a slide that is missing in the file. */
  slides: (string | null)[];
  /** The area of a slide, in square EMUs. */
  area: number;
  links: PartLink[];
};

/** The usual size of a slide, 10 by 7.5 inches. */
const usualSize = { cx: '9144000', cy: '6858000' };

/** The slides of a presentation, whose order the numbers in the names of their files need not follow. */
export async function readPresentation(archive: OfficeArchive): Promise<Presentation> {
  const path = await mainPartOf(archive, 'ppt/presentation.xml');
  const links = await partLinksOf(archive, path);
  const root = xmlTree(await archive.text(path));
  const list = elementAt(root, 'sldIdLst');
  const paths = new Map(links.flatMap(({ id, type, path }) => (type === 'slide' ? [[id, path]] : [])));
  const { cx, cy } = { ...usualSize, ...elementAt(root, 'sldSz')?.attributes };
  return {
    slides: (list ? elementsOf(list, 'sldId') : []).map((slide) => paths.get(linkOf(slide) ?? '') ?? null),
    area: Number(cx) * Number(cy) || Number(usualSize.cx) * Number(usualSize.cy),
    links,
  };
}
