import type { Page } from '@playwright/test';

/** More stops than any tested screen has. */
const maxStops = 150;

type Stop = { id: string; what: string; hasName: boolean; hasRing: boolean; isSeen: boolean };

/**
 * Walks through the screen with Tab, from its beginning to its end, and reports as sentences: stops without a visible ring or a name,
 * stops that are hidden (for example behind a fixed header), and a place that the focus cannot leave. Tab starts again at the top.
 */
export async function keyboardFindings(page: Page, screen: string): Promise<string[]> {
  await page.evaluate(() => {
    const start = document.createElement('button');
    document.body.prepend(start);
    start.focus();
    start.remove();
  });
  const found: string[] = [];
  const stops: Stop[] = [];
  for (let n = 0; n < maxStops; n++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(stopNow);
    if (!stop || stop.id === stops[0]?.id) return found;
    if (stops.at(-1)?.id !== stop.id && stops.some(({ id }) => id === stop.id))
      return [...found, `${screen}: the focus goes back to ${stop.what}`];
    if (stops.at(-1)?.id === stop.id) continue;
    stops.push(stop);
    if (!stop.hasName) found.push(`${screen}: ${stop.what} has no name`);
    if (!stop.hasRing) found.push(`${screen}: ${stop.what} shows no focus`);
    if (!stop.isSeen) found.push(`${screen}: ${stop.what} has the focus, but is covered or out of sight`);
  }
  return [...found, `${screen}: the focus stays in it for more than ${maxStops} stops`];
}

/** The focused element. Runs in the page. A date field has several stops in one element. */
function stopNow(): Stop | null {
  const element = document.activeElement as HTMLElement | null;
  if (!element || element === document.body) return null;
  element.dataset.stop ??= String(document.querySelectorAll('[data-stop]').length);
  const labels = [...((element as HTMLInputElement).labels ?? [])].map(({ textContent }) => textContent);
  const labelledBy = (element.getAttribute('aria-labelledby') ?? '').split(' ').filter(Boolean);
  const name = [
    element.getAttribute('aria-label'),
    ...labelledBy.map((id) => document.getElementById(id)?.textContent),
    ...labels,
    element.textContent,
    element.title,
  ].find((text) => text?.trim());
  // Some rings are around a box or a label that contains the element.
  const around = [element, element.parentElement, element.parentElement?.parentElement].filter((one) => one != null);
  const hasOutline = around.some((one) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
  });
  // The ring of the message box is a shadow, which forced colours take away.
  const box = element.closest('form');
  const hasGlow = box !== null && / 0px 0px 0px 3px/.test(getComputedStyle(box).boxShadow);
  const whole = element.getBoundingClientRect();
  const [left, top] = [Math.max(whole.left, 0), Math.max(whole.top, 0)];
  const [right, bottom] = [Math.min(whole.right, innerWidth), Math.min(whole.bottom, innerHeight)];
  const isSeen = [0.5, 0.15, 0.85].some((across) =>
    [0.5, 0.1, 0.9].some((down) => {
      const at = document.elementFromPoint(left + (right - left) * across, top + (bottom - top) * down);
      return at !== null && (element.contains(at) || at.contains(element));
    }),
  );
  return {
    id: element.dataset.stop,
    what: `${element.tagName.toLowerCase()} “${(name ?? '').trim().replace(/\s+/g, ' ').slice(0, 40)}”`,
    hasName: Boolean(name),
    hasRing: hasOutline || hasGlow,
    isSeen,
  };
}
