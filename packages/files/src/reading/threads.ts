import { createTurns } from '../turns.ts';
import { createReadingThread, type Ending, type ThreadLimits } from './reading-thread.ts';

/** Threads that run the functions of a module. Work that finds none free waits for its turn. */
export function createThreads(count: number, module: string, limits: ThreadLimits) {
  const threads = Array.from({ length: count }, () => createReadingThread(module, limits));
  const free = [...threads];
  const inTurn = createTurns(count);
  return {
    /** Runs a task on a free thread. */
    run: <Task, Result>(name: string, task: Task, outsideMegabytes: number): Promise<Result | Ending> =>
      inTurn(async () => {
        const thread = free.pop();
        if (!thread) throw new Error('There are as many turns as threads.');
        try {
          return await thread.run<Task, Result>(name, task, outsideMegabytes);
        } finally {
          free.push(thread);
        }
      }),
    close: () => Promise.all(threads.map((thread) => thread.close())),
  };
}
