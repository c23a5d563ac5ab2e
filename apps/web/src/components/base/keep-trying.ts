/** Delays before the retries, in milliseconds. The last one repeats. */
const delaysMs = [500, 1_000, 2_000, 5_000, 10_000] as const;

/**
 * Retries a dynamic import until it succeeds: a plain `import()` that fails without a connection would break the whole page. If the server
 * has a newer build, which may lack this code, the page is reloaded. Never rejects. Code with React uses `codePart`.
 */
export async function keepTrying<Module>(importPart: () => Promise<Module>): Promise<Module> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await importPart();
    } catch {
      if (attempt > 0 && (await reloadIfOutdated())) return new Promise(() => {});
      await delayOrOnline(delaysMs[Math.min(attempt, delaysMs.length - 1)] ?? 0);
    }
  }
}

function delayOrOnline(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      clearTimeout(timer);
      window.removeEventListener('online', go);
      resolve();
    };
    const timer = setTimeout(go, ms);
    window.addEventListener('online', go);
  });
}

/** A page younger than this is not reloaded: during a deployment, two builds may be served side by side. In milliseconds. */
const notBeforeMs = 30_000;

/** Reloads the page if the server has another build. Typed text survives the reload. Resolves to whether it reloads. */
async function reloadIfOutdated(): Promise<boolean> {
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
