import { setTimeout as wait } from 'node:timers/promises';
import { BackgroundWork } from '../../../background-work.ts';
import type { Deps } from '../../../deps.ts';
import { createShares } from '../turns/shares.ts';
import { type ScanDeps, scanNextPage } from './scan-next-page.ts';

const pollEveryMs = 5_000;
const pauseMs = 2;
/** As many as the reader has threads. */
const atOnce = 2;
const failure = 'a scan could not be read';
/** Sent to all processes when pages wait to be read. */
const scansTopic = 'file-scans';

export type FileScans = {
  start(): void;
  /** Reads pages that wait, soon. Call it after the commit. */
  wake(): void;
  /** Starts no more pages, and gives up those that are being read: another process begins them again. */
  stop(): Promise<boolean>;
};

type ScansDeps = Pick<Deps, 'db' | 'now' | 'log' | 'fileStore' | 'scanReader'>;

/** Reads pages that are pictures in the background. Without a reader of scans, none waits. */
export function createFileScans({ scanReader, ...deps }: ScansDeps): FileScans {
  return scanReader ? reading({ ...deps, scanReader }) : { start() {}, wake() {}, stop: async () => true };
}

function reading(deps: ScanDeps): FileScans {
  const work = new BackgroundWork(deps.log);
  const stopping = new AbortController();
  const shares = createShares();
  let running = 0;
  let stopListening = () => {};

  async function readAll(): Promise<void> {
    running++;
    try {
      while (!stopping.signal.aborted && (await scanNextPage(deps, stopping.signal, shares))) await wait(pauseMs);
    } finally {
      running--;
    }
  }

  const wake = () => {
    for (let more = atOnce - running; more > 0; more--) work.run(failure, readAll);
  };

  return {
    start() {
      stopListening = deps.db.listen((topic) => {
        if (topic === scansTopic) wake();
      }, wake);
      work.every(pollEveryMs, failure, async () => wake());
      wake();
    },
    wake() {
      wake();
      deps.db.notify(scansTopic);
    },
    stop() {
      stopListening();
      stopping.abort();
      return work.close(3_000);
    },
  };
}
