import { type ReadFile, ReadingProblem } from '../read-result.ts';
import type { ReadingLimits } from '../reading-limits.ts';
import { TextCollector } from '../text-collector.ts';
import { eachElement } from '../xml.ts';
import { ListStyles, OpenDocumentFlow, withoutOf } from './flow.ts';
import { embeddedIn, openDocumentTitle, openOpenDocument } from './open-archive.ts';

/** Reads the slides of an OpenDocument presentation, with the speaker's notes. Throws ReadingProblem. */
export async function readOdp(bytes: Uint8Array, limits: ReadingLimits): Promise<ReadFile> {
  const archive = await openOpenDocument(bytes, limits);
  const embedded = await embeddedIn(archive);
  const lists = new ListStyles();
  const hidden = new Set<string>();
  const beside = { pictures: 0, charts: 0, objects: 0 };
  const collector = new TextCollector(limits);
  let leftOut: string | null = null;
  let count = 0;
  let style = '';
  let slide: OpenDocumentFlow | null = null;
  let notes: OpenDocumentFlow | null = null;
  let isHidden = false;
  const newFlow = () => new OpenDocumentFlow(embedded, lists.numbered);

  function endSlide(text: string, spoken: string): void {
    const parts = [isHidden ? '(Hidden slide)' : '', text, spoken === '' ? '' : `Notes: ${spoken}`];
    if (leftOut !== null) return;
    if (collector.isFull || !collector.add(parts.filter((part) => part !== '').join('\n\n')))
      leftOut = collector.cutSentence;
  }

  let spoken = '';
  eachElement(await archive.text('content.xml'), {
    open(name, attributes) {
      if (name === 'page' && !slide) {
        if (++count > limits.pages)
          throw new ReadingProblem(`This presentation has more than ${limits.pages.toLocaleString('en')} slides.`);
        slide = newFlow();
        spoken = '';
        isHidden = hidden.has(attributes()['draw:style-name'] ?? '');
      } else if (name === 'notes' && slide) notes = newFlow();
      else if (slide) (notes ?? slide).open(name, attributes);
      else {
        lists.open(name, attributes);
        if (name === 'style') style = attributes()['style:name'] ?? '';
        if (name === 'drawing-page-properties' && attributes()['presentation:visibility'] === 'hidden')
          hidden.add(style);
      }
    },
    text: (part) => (notes ?? slide)?.text(part),
    close(name) {
      if (name === 'notes' && notes) {
        spoken = notes.end();
        notes = null;
      } else if (name === 'page' && slide) {
        endSlide(slide.end(), spoken);
        for (const key of ['pictures', 'charts', 'objects'] as const) beside[key] += slide.beside[key];
        slide = null;
      } else (notes ?? slide)?.close(name);
    },
  });
  if (!collector.hasText) throw new ReadingProblem('This presentation has no text on its slides.');
  return collector.result({
    unit: 'slide',
    pageCount: count,
    title: await openDocumentTitle(archive),
    leftOut,
    without: withoutOf(beside),
  });
}
