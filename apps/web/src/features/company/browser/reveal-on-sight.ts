/**
 * Lets parts of a page fade in when they come into view. What is in view already stays as it is, and so does everything without a
 * script, without IntersectionObserver, and for people who want less motion: only this function hides anything.
 */
export function revealOnSight(): void {
  if (!('IntersectionObserver' in window) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target, boundingClientRect } of entries) {
        // Whoever jumps over a part and scrolls back finds it there.
        const isPassed = boundingClientRect.bottom < 0;
        if (isIntersecting || isPassed) {
          target.removeAttribute('data-unseen');
          observer.unobserve(target);
        }
      }
    },
    { threshold: 0.05 },
  );
  for (const element of document.querySelectorAll('[data-reveal]')) {
    if (element.getBoundingClientRect().top < window.innerHeight) continue;
    element.setAttribute('data-unseen', '');
    observer.observe(element);
  }
}
