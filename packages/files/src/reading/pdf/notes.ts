import { type Annotation, annotationTypes } from './annotations.ts';
import { runsIn } from './laid-runs.ts';
import type { TextRun } from './text-run.ts';

/** Texts that people wrote on a page, as runs in their places. */
export function freeTextRuns(
  annotations: readonly Annotation[],
  firstOrder: number,
  viewport: readonly number[],
): TextRun[] {
  const runs: TextRun[] = [];
  for (const note of annotations) {
    if (note.annotationType !== annotationTypes.freeText) continue;
    const shown = note.textContent?.join('\n') ?? '';
    runs.push(...runsIn(note, shown.trim() === '' ? contentsOf(note) : shown, viewport, firstOrder + runs.length));
  }
  return runs;
}

/** The comments on a page, a line for each one; without those that repeat what the page says. */
export function commentsOn(annotations: readonly Annotation[], pageText: string): string[] {
  const said = plain(pageText);
  return annotations.flatMap((note) => {
    const { annotationType, titleObj } = note;
    if (annotationType === annotationTypes.freeText || annotationType === annotationTypes.widget) return [];
    const isCrossedOut = annotationType === annotationTypes.strikeOut && (note.overlaidText ?? '').trim() !== '';
    const lines = isCrossedOut ? [`Crossed out: ${oneLine(note.overlaidText ?? '')}`] : [];
    const text = contentsOf(note);
    if (text === '' || said.includes(plain(text))) return lines;
    const author = oneLine(titleObj?.str ?? '');
    return [...lines, `Comment${author === '' ? '' : ` by ${author}`}: ${text}`];
  });
}

const contentsOf = ({ contentsObj }: Annotation) => contentsObj?.str.trim() ?? '';
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();
const plain = (text: string) => text.replace(/\s+/g, '');
