/**
 * A ref for an element that scrolls sideways. While something is hidden at its left or right, the element around it has the
 * attribute `data-more-left` or `data-more-right`, for the fade that prose.css draws there.
 */
export function showOverflow(scroller: HTMLElement | null): (() => void) | undefined {
  const around = scroller?.parentElement;
  if (!scroller || !around) return;
  const update = () => {
    const most = scroller.scrollWidth - scroller.clientWidth;
    // From right to left, the position is negative.
    const isReversed = most > 0 && getComputedStyle(scroller).direction === 'rtl';
    const fromLeft = isReversed ? most + scroller.scrollLeft : scroller.scrollLeft;
    around.toggleAttribute('data-more-left', fromLeft > 1);
    around.toggleAttribute('data-more-right', fromLeft < most - 1);
  };
  const sizes = new ResizeObserver(update);
  sizes.observe(scroller);
  if (scroller.firstElementChild) sizes.observe(scroller.firstElementChild);
  scroller.addEventListener('scroll', update, { passive: true });
  return () => {
    sizes.disconnect();
    scroller.removeEventListener('scroll', update);
  };
}
