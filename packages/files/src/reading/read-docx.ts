import mammoth from 'mammoth';
import { markdownOfHtml } from './markdown-of-html.ts';
import { type OfficeArchive, officeTitle, openOfficeArchive, relationshipsIn } from './office-archive.ts';
import { type ReadFile, ReadingProblem } from './read-result.ts';
import type { ReadingLimits } from './reading-limits.ts';
import { TextCollector, titleOf } from './text-collector.ts';

/** Reads the text of a Word document, which has no pages of its own. Throws ReadingProblem. */
export async function readDocx(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOfficeArchive(bytes, limits);
  await refuseFilesOutside(archive);
  const { value: html } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) },
    {
      externalFileAccess: false,
      includeEmbeddedStyleMap: false,
      // Pictures are neither unpacked nor fetched.
      convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
    },
  );
  const collector = new TextCollector(limits);
  const isWhole = collector.add(markdownOfHtml(html));
  if (!collector.hasText) throw new ReadingProblem('This document has no text.');
  return collector.result({
    unit: null,
    pageCount: null,
    title: titleOf(await officeTitle(archive)),
    leftOut: isWhole ? null : collector.cutSentence,
  });
}

/** What a document may name without taking content from there: where a link leads, and the template that it was made with. */
const harmless = new Set(['hyperlink', 'attachedTemplate']);

/** Nothing outside of the document is ever read. A document that takes its content from there would be read in part only. */
async function refuseFilesOutside(archive: OfficeArchive): Promise<void> {
  for (const path of archive.paths().filter((each) => /^word\/_rels\/[^/]+\.rels$/.test(each)))
    for (const { type, target, isExternal } of await relationshipsIn(archive, path))
      if (isExternal && !harmless.has(type) && !/^(https?|mailto):/i.test(target))
        throw new ReadingProblem('This document takes content from a file outside of it. It was not read.');
}
