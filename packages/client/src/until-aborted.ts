/** The promise's result, or a rejection with the signal's reason as soon as it aborts. */
export function untilAborted<Result>(signal: AbortSignal | undefined, promise: Promise<Result>): Promise<Result> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Waits. Rejects with the signal's reason as soon as it aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const waiting = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await untilAborted(signal, waiting).finally(() => clearTimeout(timer));
}
