import { setTimeout as sleep } from 'node:timers/promises';
import { restartCheck } from './restart-check.ts';
import {
  busiest,
  type Check,
  callOnce,
  expect,
  findPeople,
  newcomer,
  type Person,
  patienceMs,
  processThatServes,
  readChat,
  seconds,
  spread,
  untilDone,
  type World,
} from './world.ts';

const servedWithinMs = 3_000;
const noHealthChecks = 'it has no health checks';

/** What holds while processes are killed, restarted and not ready. Each check leaves all of them ready. */
export const failureChecks: readonly Check[] = [
  {
    title: 'the people of a killed process are served by the other within 3 seconds, with their chats',
    async run(world) {
      const { processes } = world.fleet;
      const people = peopleAt(world, 0);
      await processes[0]?.kill();
      const times = await Promise.all(people.map(servedAgain));
      const slowest = Math.max(...times.map(({ ms }) => ms));
      const failed = times.reduce((sum, { failures }) => sum + failures.length, 0);
      expect(slowest <= servedWithinMs, `it took ${seconds(slowest)}`);
      return `${people.length} people: chat, stream and send after ${seconds(slowest)} at most, ${failed} calls refused before`;
    },
  },
  {
    title: 'when it is back, it gets people again',
    async run(world) {
      await world.fleet.processes[0]?.startAgain();
      const { ms } = await untilDone(async () => {
        const visitor = newcomer(world);
        const at = await processThatServes(world, () => callOnce(visitor));
        visitor.leave();
        expect(at === 0, 'all new people were sent to the other process');
      }, patienceMs);
      await findPeople(world);
      return `a new person after ${seconds(ms)}; the first people are at ${spread(world)}`;
    },
  },
  {
    title: 'the people of a process that is not ready read their chats at the other within 3 seconds',
    async run(world) {
      const { links, processes } = world.fleet;
      const at = busiest(world);
      const people = peopleAt(world, at);
      await links[at]?.cut();
      try {
        const times = await Promise.all(people.map((person) => untilDone(() => readChat(person), patienceMs)));
        const slowest = Math.max(...times.map(({ ms }) => ms));
        const status = (await fetch(`${processes[at]?.address}/readyz`)).status;
        expect(status === 503, `/readyz of the process was ${status}`);
        for (let i = 0; i < 20; i++) await Promise.all(people.map((person) => readChat(person)));
        expect(slowest <= servedWithinMs, `it took ${seconds(slowest)}`);
        return `${people.length} people after ${seconds(slowest)} at most, then ${20 * people.length} reads`;
      } finally {
        await mend(world);
      }
    },
  },
  {
    title: 'what they send is taken by the other within 6 seconds',
    leftOut: { nginx: `${noHealthChecks}, and repeats only what reads` },
    async run(world) {
      await findPeople(world);
      const at = busiest(world);
      const people = peopleAt(world, at);
      await world.fleet.links[at]?.cut();
      try {
        const times = await Promise.all(
          people.map(({ visitor }) => untilDone(() => visitor.send('Hello'), patienceMs)),
        );
        const slowest = Math.max(...times.map(({ ms }) => ms));
        expect(slowest <= 6_000, `it took ${seconds(slowest)}`);
        return `${people.length} people after ${seconds(slowest)} at most`;
      } finally {
        await mend(world);
      }
    },
  },
  {
    title: 'when no process is ready, people read why',
    async run(world) {
      const { links } = world.fleet;
      const [person] = world.people;
      expect(person !== undefined, 'there is nobody');
      for (const link of links) await link.cut();
      try {
        // Until health checks have noticed.
        await sleep(4_000);
        const { status, text } = await person.visitor.call('/api/guest/status');
        const page = await person.visitor.call('/healthz');
        expect(status === 503 && text.includes('database'), `it was answered with ${status}: ${text.slice(0, 200)}`);
        expect(page.status === 200, `what needs no database was answered with ${page.status}`);
        return `503: ${(JSON.parse(text) as { message: string }).message}`;
      } finally {
        await mend(world);
      }
    },
  },
  {
    title: 'the people of a process that hangs are served by the other within 10 seconds',
    leftOut: { nginx: noHealthChecks },
    async run(world) {
      await findPeople(world);
      const at = busiest(world);
      const pid = world.fleet.processes[at]?.pid ?? 0;
      process.kill(pid, 'SIGSTOP');
      try {
        const times = await Promise.all(
          peopleAt(world, at).map((person) => untilDone(() => readChat(person, 1_000), patienceMs)),
        );
        const slowest = Math.max(...times.map(({ ms }) => ms));
        expect(slowest <= 10_000, `it took ${seconds(slowest)}`);
        return `${times.length} people after ${seconds(slowest)} at most`;
      } finally {
        process.kill(pid, 'SIGCONT');
        await mend(world, false);
      }
    },
  },
  restartCheck,
];

function peopleAt({ people }: World, process: number): Person[] {
  const found = people.filter(({ at }) => at === process);
  expect(found.length > 0, `nobody is at process ${process}`);
  return found;
}

/** What a page does after its connection broke: it reads the chat, opens the stream and sends. */
async function servedAgain(person: Person): Promise<{ ms: number; failures: string[] }> {
  const started = performance.now();
  const read = await untilDone(() => readChat(person, servedWithinMs), patienceMs);
  while (person.live?.isOpen() && performance.now() - started < patienceMs) await sleep(10);
  const stream = await untilDone(async () => {
    person.live = await person.visitor.live();
  }, patienceMs);
  const send = await untilDone(() => person.visitor.send('Hello again'), patienceMs);
  return { ms: performance.now() - started, failures: [read, stream, send].flatMap(({ failures }) => failures) };
}

/** Restores the connections to the database and waits until the proxy uses all processes again. */
async function mend({ fleet, people }: World, areCut = true): Promise<void> {
  if (areCut) for (const link of fleet.links) await link.mend().catch(() => {});
  for (const { address } of fleet.processes)
    await untilDone(async () => {
      const { status } = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(1_000) });
      expect(status === 200, `/readyz of a process is ${status}`);
    }, patienceMs);
  await sleep(6_000);
  await Promise.all(people.map((person) => untilDone(() => readChat(person), patienceMs)));
}
