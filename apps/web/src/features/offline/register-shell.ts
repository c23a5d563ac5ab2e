/** Late enough not to compete with the page's own requests. */
const afterMs = 3_000;

let registered = false;

/** Registers the service worker, so that the chat opens without a connection. It survives a sign-out: it stores nothing personal. */
export function registerShell(): void {
  if (registered || !import.meta.env.PROD || !navigator.serviceWorker) return;
  registered = true;
  setTimeout(() => {
    // Where service workers are not allowed (a private window), the chat needs a connection.
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
  }, afterMs);
}

/** The same for all people whose chat is an installed app, guests included, because an app has to open without a connection. */
export function registerShellOfApp(): void {
  if (window.matchMedia('(display-mode: standalone)').matches) registerShell();
  window.addEventListener('appinstalled', registerShell, { once: true });
}
