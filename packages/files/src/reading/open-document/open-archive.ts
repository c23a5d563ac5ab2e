import { openZip, type ZipParts } from '../markup/open-zip.ts';
import { ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { titleOf } from '../text-collector.ts';
import { eachElement } from '../xml.ts';

/** Opens an OpenDocument file. Throws ReadingProblem if it is protected by a password (OpenDocument 1.3, part 2, 4.8) or damaged. */
export async function openOpenDocument(bytes: Uint8Array, limits: ReadingLimits): Promise<ZipParts> {
  const archive = await openZip(bytes, limits);
  const manifest = 'META-INF/manifest.xml';
  if (archive.has(manifest))
    eachElement(await archive.text(manifest), {
      open(name) {
        if (name === 'encryption-data')
          throw new ReadingProblem('This file is protected by a password. Save it without one and add it again.');
      },
    });
  return archive;
}

/** The title in the properties of the document. */
export async function openDocumentTitle(archive: ZipParts): Promise<string | null> {
  if (!archive.has('meta.xml')) return null;
  let isTitle = false;
  let title = '';
  eachElement(await archive.text('meta.xml'), {
    open(name) {
      isTitle = name === 'title';
    },
    text(part) {
      if (isTitle) title += part;
    },
    close() {
      isTitle = false;
    },
  });
  return titleOf(title);
}

/** What is embedded in a document: a formula with its words, a chart, or something else. */
export type Embedded = { formula: string } | 'chart' | 'object';

/** The embedded objects of a document, by the path that frames name. */
export async function embeddedIn(archive: ZipParts): Promise<ReadonlyMap<string, Embedded>> {
  const found = new Map<string, Embedded>();
  for (const path of archive.paths()) {
    const [, name] = /^([^/]+)\/content\.xml$/.exec(path) ?? [];
    if (name !== undefined) found.set(name, embedded(await archive.text(path)));
  }
  return found;
}

function embedded(xml: string): Embedded {
  let kind: Embedded = 'object';
  let isNote = false;
  let formula = '';
  eachElement(xml, {
    open(name) {
      if (name === 'chart') kind = 'chart';
      isNote = name === 'annotation';
    },
    text(part) {
      if (isNote) formula += part;
    },
    close() {
      isNote = false;
    },
  });
  return formula.trim() === '' ? kind : { formula: formula.trim() };
}
