import { get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadChecks } from './upload-checks.ts';
import { hosts, type Live, newVisitor } from './visitor.ts';
import { type Check, callOnce, expect, newcomer, processThatServes, seconds, spread } from './world.ts';

const howMany = 12;
/** Longer than the default of nginx (60 s) and of HAProxy's example in Debian (50 s). */
const idleMs = 65_000;

/** What holds while all processes are ready. */
export const checks: readonly Check[] = [
  {
    title: 'people stay at one process, on all three hosts',
    async run(world) {
      for (let i = 0; i < howMany; i++) {
        const visitor = newcomer(world);
        const at = await processThatServes(world, () => visitor.call('/api/guest/status'));
        const live = await visitor.live();
        for (const host of [...hosts, ...hosts]) {
          const now = await processThatServes(world, () => callOnce(visitor, host));
          expect(now === at, `person ${i} was at process ${at}, and on ${host} at process ${now}`);
        }
        world.people.push({ visitor, at, live });
      }
      for (const i of world.fleet.processes.keys())
        expect(
          world.people.some(({ at }) => at === i),
          `process ${i} got nobody`,
        );
      return `${howMany} people: ${spread(world)}`;
    },
  },
  {
    title: 'the live stream and the sends of a person meet in one process',
    async run(world) {
      for (const person of world.people) {
        const { visitor, at } = person;
        person.live?.close();
        const stream = await processThatServes(world, async () => {
          person.live = await visitor.live();
        });
        const send = await processThatServes(world, async () => {
          person.first = await visitor.send('Hello');
        });
        const id = person.first?.assistantMessage.id;
        await person.live?.until(({ type, message }) => type === 'done' && message?.id === id);
        expect(stream === at && send === at, `a person of process ${at} had a stream at ${stream}, a send at ${send}`);
      }
      return `${howMany} streams`;
    },
  },
  {
    title: 'words arrive one by one',
    async run({ people }) {
      const turns = await Promise.all(
        people.map(async ({ visitor, live }) => {
          expect(live !== undefined, 'there is no stream');
          const sentAt = performance.now();
          const { id } = (await visitor.send('Write an essay of 300 words about the sea')).assistantMessage;
          const { at: doneAt } = await live.until(({ type, message }) => type === 'done' && message?.id === id);
          const deltas = live.events.filter(({ event }) => event.type === 'delta' && event.messageId === id);
          const times = new Set(deltas.map(({ at }) => Math.round(at)));
          const first = (deltas[0]?.at ?? doneAt) - sentAt;
          return { first, whole: doneAt - sentAt, pieces: times.size };
        }),
      );
      const first = Math.max(...turns.map((turn) => turn.first));
      const whole = Math.min(...turns.map((turn) => turn.whole));
      const pieces = Math.min(...turns.map((turn) => turn.pieces));
      expect(first < whole / 3 && pieces >= 20, `the first word after ${seconds(first)} of ${seconds(whole)}`);
      return `first after ${seconds(first)} at most, last after ${seconds(whole)}, at least ${pieces} times`;
    },
  },
  ...uploadChecks,
  {
    title: 'numbers of the server and other hosts are kept inside, and http leads to https',
    async run(world) {
      const visitor = newcomer(world);
      const { status } = await visitor.call('/metrics');
      expect(status === 404, `/metrics was answered with ${status}`);
      const foreign = await visitor.call('/api/version', { host: 'other.example.net' }).then(
        (answer) => answer.status,
        () => 0,
      );
      expect(foreign === 0 || foreign === 421, `another host was answered with ${foreign}`);
      const redirect = await new Promise<string>((resolve, reject) => {
        const headers = { host: hosts[0] };
        get({ host: '127.0.0.1', port: world.proxy.ports.http, path: '/a?b=c', headers }, (answer) => {
          answer.resume();
          resolve(`${answer.statusCode} ${answer.headers.location}`);
        }).on('error', reject);
      });
      expect(/^308 https:\/\/chat\.example\.com(:\d+)?\/a\?b=c$/.test(redirect), `http was answered with ${redirect}`);
      return '404, refused, 308';
    },
  },
  {
    title: 'callers are told apart, and cannot pretend to be others',
    async run({ proxy }) {
      const json = { email: 'nobody@example.com', password: 'wrong-password' };
      const signIn = async (from: string, pretended: string) => {
        const visitor = newVisitor(proxy.ports.https, { from });
        const headers = { 'x-forwarded-for': pretended };
        return (await visitor.call('/api/auth/login', { method: 'POST', json, headers })).status;
      };
      const statuses: number[] = [];
      for (let i = 0; i < 11; i++) statuses.push(await signIn('127.0.0.2', `198.51.100.${i}`));
      const other = await signIn('127.0.0.3', '198.51.100.1');
      expect(
        statuses.at(-1) === 429 && statuses.indexOf(429) === 10,
        `sign-ins were answered with ${statuses.join(', ')}`,
      );
      expect(other === 401, `another caller was answered with ${other}`);
      return 'the 11th sign-in of one caller is refused, that of another is not';
    },
  },
  {
    title: 'without the cookie of the proxy everything works',
    async run(world) {
      const visitor = newVisitor(world.proxy.ports.https, { forgotten: /^noek_process$/ });
      await visitor.call('/api/guest/status');
      let live: Live | undefined;
      const stream = await processThatServes(world, async () => {
        live = await visitor.live();
      });
      let crossed = 0;
      for (let i = 0; i < 12; i++) {
        let id = '';
        const send = await processThatServes(world, async () => {
          id = (await visitor.send('Hello')).assistantMessage.id;
        });
        if (send !== stream) crossed += 1;
        await live?.until(({ type, message }) => type === 'done' && message?.id === id);
      }
      live?.close();
      expect(crossed > 0, 'all sends went to the process of the stream');
      return `12 sends, ${crossed} of them not to the process of the stream, and all answers on it`;
    },
  },
  {
    title: 'an idle stream stays open',
    async run({ idle: { live, since } }) {
      while (performance.now() - since < idleMs && live.isOpen()) await sleep(100);
      const open = performance.now() - since;
      expect(live.isOpen(), `it ended after ${seconds(open)}`);
      expect(live.pings() >= 4, `it had ${live.pings()} pings`);
      return `open for ${seconds(open)}, ${live.pings()} pings`;
    },
  },
];
