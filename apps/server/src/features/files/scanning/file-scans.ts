import type { Deps } from '../../../deps.ts';
import { createShares } from '../turns/shares.ts';
import { createWokenLoops, type WokenLoops } from '../turns/woken-loops.ts';
import { scanNextPage } from './scan-next-page.ts';

export type FileScans = WokenLoops;

type ScansDeps = Pick<Deps, 'db' | 'now' | 'log' | 'fileStore' | 'scanReader'>;

/** Reads pages that are pictures in the background. Without a reader of scans, none waits. */
export function createFileScans({ scanReader, ...deps }: ScansDeps): FileScans {
  if (scanReader === null) return { start() {}, wake() {}, stop: async () => true };
  const shares = createShares();
  return createWokenLoops(deps, {
    topic: 'file-scans',
    failure: 'a scan could not be read',
    // As many as the reader has threads.
    atOnce: 2,
    next: (signal) => scanNextPage({ ...deps, scanReader }, signal, shares),
  });
}
