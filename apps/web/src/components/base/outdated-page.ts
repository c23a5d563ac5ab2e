/** A page younger than this is not reloaded: during a deployment, two builds may be served side by side. In milliseconds. */
const notBeforeMs = 30_000;

/**
 * Reloads the page if the server has another build: the code that this build still needs may be gone. Typed text survives the
 * reload. Resolves to whether it reloads.
 */
export async function reloadIfOutdated(): Promise<boolean> {
  if (performance.now() < notBeforeMs || !(await isOutdated())) return false;
  window.location.reload();
  return true;
}

/** Whether the server's page loads another entry script than this page did. */
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
