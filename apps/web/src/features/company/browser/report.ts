/** Shows at the bottom of the page what has failed; null removes it. */
export function report(text: string | null): void {
  const place = document.querySelector('[data-report]');
  if (place) place.textContent = text;
}
