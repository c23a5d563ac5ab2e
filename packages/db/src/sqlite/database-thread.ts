import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type DatabaseThread<Message, Answer> = {
  /** Whether it has started. Starting takes tens of milliseconds. */
  isRunning(): boolean;
  /** Sends a message, after the answer to the last one, and waits for its answer. Throws if the thread ends without one. */
  ask(message: Message): Promise<Answer>;
  /** Ends the thread. */
  close(): Promise<void>;
};

/** A thread that works on a database file. It starts with the first message, and again if it ended. */
export function createDatabaseThread<Message, Answer>(script: URL): DatabaseThread<Message, Answer> {
  let worker: Worker | undefined;
  function start(): Worker {
    const started = new Worker(script, {
      execArgv: [],
      // With 16 MB, and 2 MB for young objects, V8 occasionally ended the whole process while the thread started.
      resourceLimits: { maxOldGenerationSizeMb: 64 },
    });
    return started
      .on('error', () => {})
      .on('exit', () => {
        if (worker === started) worker = undefined;
      });
  }
  return {
    isRunning: () => worker !== undefined,
    async ask(message) {
      worker ??= start();
      const thread = worker;
      const over = new AbortController();
      // The process waits for an answer, but not for a thread that has nothing to do.
      thread.ref();
      thread.postMessage(message);
      try {
        const [answer] = (await Promise.race([
          once(thread, 'message', { signal: over.signal }),
          once(thread, 'exit', { signal: over.signal }).then(() => {
            throw new Error('The thread ended.');
          }),
        ])) as [Answer];
        return answer;
      } finally {
        over.abort();
        thread.unref();
      }
    },
    async close() {
      await worker?.terminate();
    },
  };
}
