const signs = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;

/** Runs `work` once, on the first input: the next action needs its code. Returns a function that cancels it. */
export function onFirstInput(work: () => void): () => void {
  const cancel = () => {
    for (const sign of signs) window.removeEventListener(sign, begin, true);
  };
  const begin = () => {
    cancel();
    work();
  };
  for (const sign of signs) window.addEventListener(sign, begin, { capture: true, passive: true });
  return cancel;
}
