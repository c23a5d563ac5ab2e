import mermaid from 'mermaid';
import type { FromFrame, ToFrame } from './messages.ts';

type Drawing = Extract<ToFrame, { type: 'draw' }>;
type Drawn = Extract<FromFrame, { type: 'drawn' | 'not-drawn' }>;

/** One after the other: mermaid has one configuration for all. */
let queue: Promise<unknown> = Promise.resolve();

/** Draws a diagram, of at most `most` characters. Its labels are text of the picture, because a browser shows no page within an image everywhere. */
export function draw(drawing: Drawing, most: number): Promise<Drawn> {
  const drawn = queue.then(() => drawNow(drawing, most));
  queue = drawn;
  return drawn;
}

const font = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';

async function drawNow({ id, text, dark }: Drawing, most: number): Promise<Drawn> {
  const place = document.createElement('div');
  place.style.width = '760px';
  document.body.append(place);
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      // What a diagram may not change by its own directives.
      secure: [
        'secure',
        'securityLevel',
        'startOnLoad',
        'maxTextSize',
        'maxEdges',
        'htmlLabels',
        'fontFamily',
        'theme',
        'themeCSS',
        'flowchart',
        'suppressErrorRendering',
      ],
      theme: dark ? 'dark' : 'default',
      suppressErrorRendering: true,
      htmlLabels: false,
      flowchart: { htmlLabels: false, useMaxWidth: true },
      fontFamily: font,
      maxTextSize: 50_000,
      maxEdges: 1_000,
      deterministicIds: true,
    });
    const { svg } = await mermaid.render(`drawing-${id}`, text, place);
    if (svg.length > most) return { type: 'not-drawn', id, problem: 'The drawing is too large.' };
    place.innerHTML = svg;
    const { width, height } = sizeOf(place.querySelector('svg'));
    return { type: 'drawn', id, svg, width, height };
  } catch (error) {
    return { type: 'not-drawn', id, problem: String((error as Error)?.message ?? error).slice(0, 1_000) };
  } finally {
    place.remove();
  }
}

function sizeOf(svg: SVGSVGElement | null): { width: number; height: number } {
  const { width = 0, height = 0 } = svg?.viewBox.baseVal ?? {};
  if (width > 0 && height > 0) return { width: Math.ceil(width), height: Math.ceil(height) };
  const box = svg?.getBoundingClientRect();
  return { width: Math.ceil(box?.width ?? 0) || 300, height: Math.ceil(box?.height ?? 0) || 150 };
}
