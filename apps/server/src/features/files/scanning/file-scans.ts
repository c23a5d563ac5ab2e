import type { Deps } from '../../../deps.ts';
import { Worker } from '../../../worker.ts';
import { createShares } from '../turns/shares.ts';
import { scanNextPage } from './scan-next-page.ts';

export type FileScans = Pick<Worker, 'start' | 'announce' | 'stop'>;

type ScansDeps = Pick<Deps, 'db' | 'now' | 'log' | 'fileStore' | 'scanReader'>;

/** Reads pages that are pictures in the background. Without a reader of scans, none waits. */
export function createFileScans({ scanReader, ...deps }: ScansDeps): FileScans {
  if (scanReader === null) return { start() {}, announce() {}, stop: async () => true };
  const shares = createShares();
  return new Worker(deps, {
    topic: 'file-scans',
    failure: 'a scan could not be read',
    pollEveryMs: 5_000,
    pauseMs: 2,
    // As many as the reader has threads.
    atOnce: 2,
    step: (signal) => scanNextPage({ ...deps, scanReader }, signal, shares),
  });
}
