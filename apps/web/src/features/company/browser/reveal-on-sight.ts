/**
 * Lets parts of a page fade in when they come into view. Parts that are in view already stay as they are. Only this function hides
 * anything, so every part shows without a script, without IntersectionObserver, and to people who prefer less motion.
 */
export function revealOnSight(): void {
  if (!('IntersectionObserver' in window) || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target, boundingClientRect } of entries) {
        // A reader who jumps over a part and scrolls back finds it shown.
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
