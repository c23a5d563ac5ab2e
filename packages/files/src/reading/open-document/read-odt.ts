import type { ZipParts } from '../markup/open-zip.ts';
import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector } from '../text-collector.ts';
import { eachElement } from '../xml.ts';
import { ListStyles, OpenDocumentFlow, withoutOf } from './flow.ts';
import { embeddedIn, openDocumentTitle, openOpenDocument } from './open-archive.ts';

/** Reads the text of an OpenDocument text, with its headers, footers, notes and comments. Throws ReadingProblem. */
export async function readOdt(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOpenDocument(bytes, limits);
  const lists = new ListStyles();
  const styles = archive.has('styles.xml') ? await archive.text('styles.xml') : null;
  const content = await archive.text('content.xml');
  if (styles !== null) eachElement(styles, { open: (name, attributes) => lists.open(name, attributes) });
  const flow = new OpenDocumentFlow(await embeddedIn(archive), lists.numbered);
  let isBody = false;
  eachElement(content, {
    open(name, attributes) {
      if (isBody) flow.open(name, attributes);
      else if (name === 'body') isBody = true;
      else lists.open(name, attributes);
    },
    text(part) {
      if (isBody) flow.text(part);
    },
    close(name) {
      if (name === 'body') isBody = false;
      if (isBody) flow.close(name);
    },
  });
  const { headers, footers } = marginsIn(styles);
  const collector = new TextCollector(limits);
  const isWhole = collector.add([...headers, flow.end(), ...footers].filter((part) => part !== '').join('\n\n'));
  if (!collector.hasText) throw new ReadingProblem(noText(archive));
  return collector.result({
    unit: null,
    pageCount: null,
    title: await openDocumentTitle(archive),
    leftOut: isWhole ? null : collector.cutSentence,
    without: withoutOf(flow.beside),
  });
}

const noText = (archive: ZipParts): string =>
  archive.paths().some((path) => path.startsWith('Pictures/'))
    ? 'This document has no text, only pictures. Add the pictures themselves.'
    : 'This document has no text.';

/** The different headers and footers of the pages, each once. */
function marginsIn(styles: string | null): { headers: string[]; footers: string[] } {
  const found = { headers: new Set<string>(), footers: new Set<string>() };
  if (styles !== null) {
    let flow: OpenDocumentFlow | null = null;
    eachElement(styles, {
      open(name, attributes) {
        if (margin.test(name)) flow = new OpenDocumentFlow(new Map(), new Set());
        else flow?.open(name, attributes);
      },
      text: (part) => flow?.text(part),
      close(name) {
        const [, side] = margin.exec(name) ?? [];
        if (side === undefined) flow?.close(name);
        else {
          const text = flow?.end() ?? '';
          if (text !== '') found[side === 'header' ? 'headers' : 'footers'].add(text);
          flow = null;
        }
      },
    });
  }
  return { headers: [...found.headers], footers: [...found.footers] };
}

const margin = /^(header|footer)(?:-left|-first)?$/;
