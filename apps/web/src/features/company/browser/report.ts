/** Says what has failed at the bottom of the page; null removes it. */
export function report(text: string | null): void {
  const place = document.querySelector('[data-report]');
  if (place) place.textContent = text;
}
