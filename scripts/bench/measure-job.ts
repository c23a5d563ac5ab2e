import { monitorEventLoopDelay } from 'node:perf_hooks';

const sampleEveryMs = 20;
const MB = 1024 * 1024;

/** Does something, and prints what it took: time, memory, and how long others had to wait. Returns the seconds. */
export async function measured(name: string, work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage();
  const most = { rss: 0, heapUsed: 0 };
  const sampling = setInterval(() => {
    const { rss, heapUsed } = process.memoryUsage();
    most.rss = Math.max(most.rss, rss);
    most.heapUsed = Math.max(most.heapUsed, heapUsed);
  }, sampleEveryMs);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const turns = watchTurns();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  const mostWork = turns.stop();
  clearInterval(sampling);
  console.log(
    [
      `${name}           ${seconds.toFixed(1)} s`,
      `memory (RSS)     ${Math.round(before.rss / MB)} MB before, ${Math.round(most.rss / MB)} MB at most`,
      `memory (heap)    ${Math.round(before.heapUsed / MB)} MB before, ${Math.round(most.heapUsed / MB)} MB at most`,
      `event loop       p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, longest ${ms(delay.max)}`,
      `longest turn     ${ms(mostWork)} of processor time`,
    ].join('\n'),
  );
  return seconds;
}

/** The most processor time, in nanoseconds, that this thread took from one turn of the event loop to the next: other programs do not count. */
function watchTurns(): { stop(): number } {
  let most = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage();
    most = Math.max(most, user + system - last.user - last.system);
    last = { user, system };
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return most * 1000;
    },
  };
}

/** Nanoseconds as "1.2 ms". */
function ms(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
