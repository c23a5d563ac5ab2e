import type { Piscina } from 'piscina';

export type WorkerPool<Task, Result> = {
  /** Rejects with an AbortError when `signal` aborts, which ends the thread, and with the thread's own error. */
  run(task: Task, signal: AbortSignal): Promise<Result>;
  close(): Promise<void>;
};

/**
 * Up to two threads that run the default export of the module at `filename`, each with at most 192 MB and 4 MB of stack, so that no
 * input can hold up or end the process. Threads start with the first task and end after 30 s without one.
 */
export function createWorkerPool<Task, Result>(filename: string): WorkerPool<Task, Result> {
  let pool: Promise<Piscina<Task, Result>> | null = null;

  /** Loaded with the first task, so that the server starts without it. */
  async function start(): Promise<Piscina<Task, Result>> {
    const { Piscina } = await import('piscina');
    return new Piscina({
      filename,
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: 192, stackSizeMb: 4 },
    });
  }

  return {
    async run(task, signal) {
      pool ??= start();
      return await (await pool).run(task, { signal });
    },
    async close() {
      await (await pool)?.destroy();
    },
  };
}
