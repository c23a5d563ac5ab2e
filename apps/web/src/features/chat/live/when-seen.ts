/** Delays work that only matters to a reader until the page is visible; several calls run it once. */
export function whenSeen(run: () => void): { ask(): void; stop(): void } {
  let asked = false;
  const runIfSeen = () => {
    if (!asked || document.visibilityState === 'hidden') return;
    asked = false;
    run();
  };
  document.addEventListener('visibilitychange', runIfSeen);
  return {
    ask() {
      asked = true;
      runIfSeen();
    },
    stop: () => document.removeEventListener('visibilitychange', runIfSeen),
  };
}
