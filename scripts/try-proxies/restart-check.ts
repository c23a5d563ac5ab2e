import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Check,
  expect,
  findPeople,
  type Person,
  patienceMs,
  readChat,
  seconds,
  spread,
  untilDone,
} from './world.ts';

/** As long as a page repeats a send without a word to the person. */
const refusedForMs = 3_000;
/** Generous, because starting a process keeps a small machine busy. */
const takenWithinMs = 10_000;

export const restartCheck: Check = {
  title: 'people are served while the processes are restarted one after the other',
  async run(world) {
    const state = { over: false };
    const work = world.people.map((person) => useWhile(person, state));
    for (const one of world.fleet.processes) {
      await sleep(1_000);
      await one.stop();
      await one.startAgain();
      await sleep(3_000);
    }
    state.over = true;
    const used = await Promise.all(work);
    const sum = (key: 'reads' | 'failedReads' | 'sends' | 'refusedSends') =>
      used.reduce((total, one) => total + one[key], 0);
    const refusedMs = Math.max(...used.map((one) => one.refusedMs));
    const slowestMs = Math.max(...used.map((one) => one.slowestMs));
    const failures = used.flatMap((one) => one.failures).join('\n');
    expect(sum('failedReads') === 0, `${sum('failedReads')} of ${sum('reads')} reads failed:\n${failures}`);
    expect(refusedMs <= refusedForMs, `a send was refused for ${seconds(refusedMs)}:\n${failures}`);
    expect(slowestMs <= takenWithinMs, `a send took ${seconds(slowestMs)}:\n${failures}`);
    await findPeople(world);
    const sends = `${sum('sends')} sends, ${sum('refusedSends')} of them refused for ${seconds(refusedMs)} at most`;
    return `${sum('reads')} reads, none failed; ${sends}, all taken within ${seconds(slowestMs)}; then people are at ${spread(world)}`;
  },
};

/** Reads a chat ten times per second and sends about twice per second, and repeats a refused send, as a page does. */
async function useWhile(person: Person, state: { over: boolean }) {
  const used = { reads: 0, failedReads: 0, sends: 0, refusedSends: 0, refusedMs: 0, slowestMs: 0 };
  const all: string[] = [];
  while (!state.over) {
    const id = randomUUID();
    const started = performance.now();
    let triedAt = started;
    const { ms, failures } = await untilDone(() => {
      triedAt = performance.now();
      return person.visitor.send('Hello', id);
    }, patienceMs);
    used.sends += 1;
    used.slowestMs = Math.max(used.slowestMs, ms);
    if (failures.length > 0) used.refusedSends += 1;
    used.refusedMs = Math.max(used.refusedMs, triedAt - started);
    all.push(...failures);
    for (let i = 0; i < 5; i++) {
      await sleep(100);
      used.reads += 1;
      await readChat(person).catch((error: Error) => {
        used.failedReads += 1;
        all.push(error.message);
      });
    }
  }
  return { ...used, failures: all };
}
