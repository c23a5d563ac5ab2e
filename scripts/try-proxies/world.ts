import { setTimeout as sleep } from 'node:timers/promises';
import type { SendResult } from '../../packages/contract/src/chat/schemas.ts';
import type { Fleet } from './fleet.ts';
import type { ProxyName, RunningProxy } from './proxies.ts';
import { type Live, newVisitor, type Visitor } from './visitor.ts';

/** What the checks of a proxy share. */
export type World = {
  name: ProxyName;
  fleet: Fleet;
  proxy: RunningProxy;
  /** People who came in the first check. */
  people: Person[];
  /** A person whose page is open and who does nothing. */
  idle: { live: Live; since: number };
};

export type Person = {
  visitor: Visitor;
  /** The number of the process that served this person last. */
  at: number;
  live?: Live;
  /** The first message, and the conversation that it began. */
  first?: SendResult;
};

/** A check prints what it returns. It fails by throwing. */
export type Check = {
  title: string;
  /** Why a proxy cannot do this. */
  leftOut?: Partial<Record<ProxyName, string>>;
  run(world: World): Promise<string>;
};

export function expect(fact: boolean, otherwise: string): asserts fact {
  if (!fact) throw new Error(otherwise);
}

/** How long something is repeated until it counts as failed. */
export const patienceMs = 20_000;

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
export const newcomer = ({ proxy }: World): Visitor => newVisitor(proxy.ports.https);

/** Does something with nobody else about. Resolves to the number of the process that answered. */
export async function processThatServes({ fleet }: World, work: () => Promise<unknown>): Promise<number> {
  const before = await fleet.answered();
  await work();
  const after = await fleet.answered();
  const grown = after.flatMap((count, i) => (count !== null && count > (before[i] ?? 0) ? i : []));
  expect(grown.length === 1, `${grown.length} processes answered`);
  return grown[0] as number;
}

/** Asks who this is, which every host answers. */
export async function callOnce(visitor: Visitor, host?: string): Promise<void> {
  const { status, text } = await visitor.call('/api/trpc/auth.user', host === undefined ? {} : { host });
  expect(status === 200, `a call was answered with ${status}: ${text.slice(0, 200)}`);
}

/** Reads the person's conversation. Rejects unless the first message is in it. */
export async function readChat({ visitor, first }: Person, timeoutMs?: number): Promise<void> {
  const input = encodeURIComponent(JSON.stringify({ conversationId: first?.conversation.id }));
  const { status, text } = await visitor.call(`/api/trpc/chat.messages?input=${input}`, {
    ...(timeoutMs !== undefined && { timeoutMs }),
  });
  expect(status === 200, `reading a chat was answered with ${status}: ${text.slice(0, 200)}`);
  expect(text.includes(first?.userMessage.id ?? '?'), 'the messages of a person are not there');
}

/** Repeats something until it succeeds. Resolves to how long that took, and to what went wrong before. */
export async function untilDone(
  work: () => Promise<unknown>,
  withinMs: number,
): Promise<{ ms: number; failures: readonly string[] }> {
  const started = performance.now();
  const failures: string[] = [];
  for (;;) {
    try {
      await work();
      return { ms: performance.now() - started, failures };
    } catch (error) {
      failures.push(`${(error as Error).message} (after ${seconds(performance.now() - started)})`);
      if (performance.now() - started > withinMs) throw error;
      await sleep(50);
    }
  }
}

/** The process with the most people. */
export function busiest({ people, fleet }: World): number {
  const counts = fleet.processes.map((_, i) => people.filter(({ at }) => at === i).length);
  return counts.indexOf(Math.max(...counts));
}

/** Looks where each person is served now. */
export async function findPeople(world: World): Promise<void> {
  for (const person of world.people) person.at = await processThatServes(world, () => callOnce(person.visitor));
}

/** How many people each process has: "5 and 7". */
export const spread = ({ people, fleet }: World): string =>
  fleet.processes.map((_, i) => people.filter(({ at }) => at === i).length).join(' and ');
