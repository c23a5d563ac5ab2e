import { multiplied } from './page-runs.ts';
import type { LayeredText } from './painted.ts';
import type { Pdf } from './pdf-js.ts';
import type { TextRun } from './text-run.ts';

/** Tells whether a layer of a PDF is switched off (ISO 32000-1, 8.11); null if none is. */
export async function hiddenLayers(pdf: Pdf): Promise<((layer: unknown) => boolean) | null> {
  const layers = await pdf.getOptionalContentConfig().catch(() => null);
  if (layers === null || ![...layers].some(([, { visible }]) => visible === false)) return null;
  return (layer) => layers.isVisible(layer) === false;
}

/** The runs that are seen: not those in a place where a layer that is switched off has the same text. */
export function withoutHidden(
  runs: readonly TextRun[],
  texts: readonly LayeredText[],
  viewport: readonly number[],
): TextRun[] {
  const byHeight = Map.groupBy(
    texts.map((text) => placed(text, viewport)),
    ({ y }) => Math.round(y),
  );
  return runs.filter((run) => {
    const start = plain(run.text).slice(0, 2);
    const here = [-1, 0, 1]
      .flatMap((step) => byHeight.get(Math.round(run.y) + step) ?? [])
      .filter((each) => covers(each, run) && plain(each.text).includes(start));
    return (
      !here.some(({ isHidden }) => isHidden) ||
      here.some(({ isHidden, text }) => !isHidden && plain(text).includes(plain(run.text)))
    );
  });
}

function placed(text: LayeredText, viewport: readonly number[]): LayeredText {
  const [, , , , x = 0, y = 0] = multiplied(viewport, [1, 0, 0, 1, text.x, text.y]);
  return { ...text, x, y };
}

const covers = (text: LayeredText, run: TextRun) => {
  const distance = Math.hypot(run.x - text.x, run.y - text.y);
  return distance <= text.reach + 1;
};

const plain = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');
