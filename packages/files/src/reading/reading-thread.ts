import type { Piscina } from 'piscina';
import type { ReadingLimits } from './reading-limits.ts';

/** Why a thread had no result. */
export type Ending = { ended: 'time' | 'memory' | 'crash'; detail: string };

export type ReadingThread = {
  /** Runs one task of the thread's module; never two at a time. Resolves to an Ending if the thread ended before it had a result. */
  run<Task, Result>(name: string, task: Task, outsideMegabytes: number): Promise<Result | Ending>;
  close(): Promise<void>;
};

/** What one task may take at most. */
export type ThreadLimits = Pick<ReadingLimits, 'milliseconds' | 'heapMegabytes'>;

/** How often the memory of a thread is measured, in milliseconds. A thread that unpacks writes about 50 MB in this time. */
const measuredEvery = 100;
const megabyte = 1024 * 1024;

/** A thread that starts with the first task and ends after 30 s without one. */
export function createReadingThread(filename: string, limits: ThreadLimits): ReadingThread {
  let pool: Promise<Piscina> | null = null;
  let isClosed = false;

  /** Loaded with the first task, so that the server starts without it. */
  async function start(): Promise<Piscina> {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename,
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: limits.heapMegabytes, stackSizeMb: 4 },
    });
  }

  return {
    async run(name, task, outsideMegabytes) {
      pool ??= start();
      const threads = await pool;
      const over = new AbortController();
      const end = (ended: Ending['ended'], detail: string) => over.abort({ ended, detail } satisfies Ending);
      const timer = setTimeout(() => end('time', `${limits.milliseconds} ms`), limits.milliseconds);
      // V8 counts and limits the thread's objects alone. Unpacked bytes are outside of them.
      const measuring = setInterval(async () => {
        const outside = await outsideBytes(threads);
        if (outside > outsideMegabytes * megabyte) end('memory', `${outside} bytes outside of the heap`);
      }, measuredEvery);
      try {
        return await threads.run(task, { name, signal: over.signal });
      } catch (error) {
        if (isClosed) throw error;
        if (over.signal.aborted) return over.signal.reason as Ending;
        const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
        return { ended: isMemory ? 'memory' : 'crash', detail: String(error) } satisfies Ending;
      } finally {
        clearTimeout(timer);
        clearInterval(measuring);
      }
    },
    async close() {
      isClosed = true;
      await (await pool)?.destroy();
    },
  };
}

/** The bytes that the thread holds outside of its heap. Measured by the thread between two of its instructions, also in a loop. */
async function outsideBytes({ threads: [thread] }: Piscina): Promise<number> {
  // Fails if the thread has ended meanwhile.
  const { external_memory } = (await thread?.getHeapStatistics().catch(() => null)) ?? { external_memory: 0 };
  return external_memory;
}
