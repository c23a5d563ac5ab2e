/** A page that has just been opened is not opened again: two builds may be there side by side for a while. */
const notBeforeMs = 30_000;

/**
 * Opens the page anew when the server has another build by now: the code that this one still wants may be gone for good, and
 * nothing that was typed is lost by it. Resolves to whether it does.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  if (performance.now() < notBeforeMs || !(await isOutdated())) return false;
  window.location.reload();
  return true;
}

/** Does the page of this host begin with other code than the one that is open? */
async function isOutdated(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src');
  if (!entry) return false;
  try {
    const answer = await fetch('/', { cache: 'no-store', credentials: 'omit' });
    return answer.ok && !(await answer.text()).includes(entry);
  } catch {
    return false;
  }
}
