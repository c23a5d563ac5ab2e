import type { ReadingReply, ReadingRequest } from './messages.ts';

export type ReadingWorker = { send(request: ReadingRequest): void; end(): void };

/** Starts a worker that reads exports. `onLost` is called if it cannot be loaded or dies. */
export function startReadingWorker(onReply: (reply: ReadingReply) => void, onLost: () => void): ReadingWorker {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<ReadingReply>) => onReply(data);
  worker.onerror = onLost;
  return {
    send: (request) => worker.postMessage(request),
    end: () => worker.terminate(),
  };
}
