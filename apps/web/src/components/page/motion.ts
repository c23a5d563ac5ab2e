/** How long something takes to its new place, in milliseconds. */
const glideMs = 180;

/** Whether the person has asked for a page without movement. */
export const wantsStillness = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows an element `from` pixels below its place (negative: above), and lets it glide there. Its layout is final at once. */
export function glideFrom(element: Element | null, from: number, keyframe: Keyframe = {}): void {
  if (!element || wantsStillness()) return;
  element.animate([{ ...keyframe, transform: `translateY(${from}px)` }, { transform: 'none' }], {
    duration: glideMs,
    easing: 'ease-out',
  });
}
