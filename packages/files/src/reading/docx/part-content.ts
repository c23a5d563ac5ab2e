import { diagramLines } from '../drawing/diagram-text.ts';
import type { OfficeArchive } from '../office-archive.ts';
import type { Block } from './blocks.ts';
import { type ChartText, chartBlocks } from './chart-blocks.ts';
import { type InnerReader, insertedBlocks, storedBytes } from './inserted-documents.ts';
import type { LeftBehind } from './left-behind.ts';
import { linksOf, type PartLinks } from './package-parts.ts';
import type { PartContent } from './story/story-host.ts';

/** A document that is being read. */
export type Package = {
  archive: OfficeArchive;
  bytes: Uint8Array;
  left: LeftBehind;
  readInner: InnerReader | null;
};

/** Reads the charts, diagrams and inserted documents that a part refers to. Those that are damaged are left out. */
export async function readPartContent(file: Package, part: string): Promise<PartContent> {
  const links = await linksOf(file.archive, part);
  return {
    links,
    charts: await readAll(
      links,
      /^chart(Ex)?$/,
      async (path): Promise<ChartText> => chartBlocks(await file.archive.text(path)),
    ),
    diagrams: await readAll(links, /^diagramData$/, async (path) =>
      diagramLines(await file.archive.text(path)).map((text): Block => ({ kind: 'item', text })),
    ),
    chunks: await readChunks(file, links),
  };
}

async function readAll<T>(links: PartLinks, type: RegExp, read: (path: string) => Promise<T>): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  for (const link of links.values()) {
    if (link.isExternal || !type.test(link.type) || found.has(link.target)) continue;
    try {
      found.set(link.target, await read(link.target));
    } catch {
      // The text of the document does not depend on it.
    }
  }
  return found;
}

async function readChunks({ bytes, left, readInner }: Package, links: PartLinks): Promise<Map<string, Block[]>> {
  for (const link of links.values()) if (link.isExternal && link.type === 'aFChunk') left.outside++;
  return readAll(links, /^aFChunk$/, async (path) => {
    try {
      return await insertedBlocks(await storedBytes(bytes, path), left, readInner);
    } catch {
      left.addChunk('');
      return [];
    }
  });
}
