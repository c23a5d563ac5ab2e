/** The page is done with its own requests by then. */
const afterMs = 3_000;

let registered = false;

/** Lets the chat open without a connection from now on. Signing out leaves that as it is: nothing of a person is in it. */
export function registerShell(): void {
  if (registered || !import.meta.env.PROD || !navigator.serviceWorker) return;
  registered = true;
  setTimeout(() => {
    // Where it is not allowed (a private window), the chat needs a connection.
    navigator.serviceWorker.register('/service-worker.js', { updateViaCache: 'none' }).catch(() => {});
  }, afterMs);
}
