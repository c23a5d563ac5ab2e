/** Makes something that is of use to a reader alone wait until somebody looks at this page; called twice, it is done once. */
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
