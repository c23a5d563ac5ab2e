import { describe, expect, inject, test } from 'vitest';
import { answerQueue, type QueueEntry } from './answer-queue.ts';

const calm = new AbortController().signal;
const guest = (key: string): QueueEntry => ({ key: `guest:${key}`, atOnce: 3, premium: false });
const basic = (key: string): QueueEntry => ({ key: `user:${key}`, atOnce: 6, premium: false });
const premium = (key: string): QueueEntry => ({ ...basic(key), premium: true });
/** Everyone who can get a slot has one. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** A queue of named answers, in the order in which they got their slots. */
function watchedQueue(size: number) {
  const queue = answerQueue(size);
  const served: string[] = [];
  const running = new Map<string, () => void>();
  const enter = (name: string, line: QueueEntry, signal: AbortSignal = calm) =>
    queue.enter(line, signal).then((leave) => {
      if (signal.aborted) return leave();
      served.push(name);
      running.set(name, leave);
    });
  const leave = async (name: string) => {
    running.get(name)?.();
    running.delete(name);
    await settled();
  };
  /** The answers end one after another. */
  const finishAll = async () => {
    for (let [name] = running.keys(); name; [name] = running.keys()) await leave(name);
    return served;
  };
  return { queue, served, running, enter, leave, finishAll };
}

describe('the queue of answers', () => {
  test('gives out as many slots as there are, and tells the others that they wait', async () => {
    const queue = answerQueue(1);
    const waited: string[] = [];
    const leave = await queue.enter(basic('a'), calm, () => waited.push('a'));
    const next = queue.enter(basic('b'), calm, () => waited.push('b'));
    expect(waited).toEqual(['b']);
    leave();
    leave();
    (await next)();
    expect(queue.lines).toBe(0);
  });

  test('runs 3 answers of a guest and 6 of a person at once, however many slots are free', async () => {
    const { served, enter, leave } = watchedQueue(100);
    for (let n = 0; n < 10; n++) {
      void enter(`guest ${n}`, guest('g'));
      void enter(`person ${n}`, basic('p'));
    }
    await settled();
    expect(served.filter((name) => name.startsWith('guest'))).toHaveLength(3);
    expect(served.filter((name) => name.startsWith('person'))).toHaveLength(6);
    await leave('guest 1');
    expect(served.at(-1)).toBe('guest 3');
  });

  test('no person waits for all answers of another: lines are served in turn', async () => {
    const { enter, finishAll } = watchedQueue(1);
    for (let n = 0; n < 60; n++) void enter(`many ${n}`, basic('many'));
    for (const name of ['b', 'c']) for (let n = 0; n < 2; n++) void enter(`${name} ${n}`, basic(name));
    await settled();
    const order = await finishAll();
    expect(order.slice(0, 7)).toEqual(['many 0', 'b 0', 'c 0', 'many 1', 'b 1', 'c 1', 'many 2']);
    expect(order).toHaveLength(64);
  });

  test('SuperNoek goes first in every round, and once in each', async () => {
    const { enter, finishAll } = watchedQueue(1);
    void enter('first', basic('first'));
    for (let n = 0; n < 2; n++) {
      void enter(`basic ${n}`, basic('b'));
      void enter(`super ${n}`, premium('s'));
    }
    await settled();
    expect(await finishAll()).toEqual(['first', 'super 0', 'basic 0', 'super 1', 'basic 1']);
  });

  test('a person who returns after each answer does not overtake those who wait', async () => {
    const { enter, leave, served } = watchedQueue(1);
    void enter('s 0', premium('s'));
    void enter('b', basic('b'));
    await settled();
    for (let n = 1; n < 4; n++) {
      void enter(`s ${n}`, premium('s'));
      await leave(served.at(-1) ?? '');
    }
    expect(served).toEqual(['s 0', 'b', 's 1', 's 2']);
  });

  test('an aborted wait takes no slot, even when the signal was aborted before', async () => {
    const { queue, enter, leave, served } = watchedQueue(1);
    void enter('a', basic('a'));
    const impatient = new AbortController();
    void enter('gone', basic('b'), impatient.signal);
    void enter('late', basic('c'));
    await settled();
    impatient.abort();
    void enter('never', basic('d'), AbortSignal.abort());
    await leave('a');
    expect(served).toEqual(['a', 'late']);
    await leave('late');
    expect(queue.lines).toBe(0);
  });
});

/** Numbers from 0 to 1, the same ones for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('the queue of answers under random load', () => {
  test.each(Array.from({ length: inject('isThorough') ? 20 : 8 }, (_, seed) => seed))(
    'keeps its bounds and its turns (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
      const size = 1 + Math.floor(random() * 12);
      const people = [
        ...Array.from({ length: 5 }, (_, n) => guest(String(n))),
        ...Array.from({ length: 5 }, (_, n) => basic(`b${n}`)),
        ...Array.from({ length: 3 }, (_, n) => premium(`s${n}`)),
      ];
      const queue = answerQueue(size);
      type Answer = { line: QueueEntry; abort: AbortController; leave: (() => void) | null };
      const [waiting, running] = [new Set<Answer>(), new Set<Answer>()];
      const of = (answers: Set<Answer>, { key }: QueueEntry) =>
        [...answers].filter(({ line }) => line.key === key).length;
      /** How often each line was served while another one was waiting and allowed to run. */
      const overtaken = new Map<string, Map<string, number>>();

      function enter(line: QueueEntry): void {
        const answer: Answer = { line, abort: new AbortController(), leave: null };
        waiting.add(answer);
        void queue.enter(line, answer.abort.signal).then((leave) => {
          if (!waiting.delete(answer)) return leave();
          answer.leave = leave;
          for (const other of people) {
            if (other.key === line.key || of(waiting, other) === 0 || of(running, other) >= other.atOnce) continue;
            const counts = overtaken.get(other.key) ?? new Map<string, number>();
            overtaken.set(other.key, counts.set(line.key, (counts.get(line.key) ?? 0) + 1));
          }
          overtaken.delete(line.key);
          running.add(answer);
        });
      }
      function leave(answer: Answer | undefined): void {
        if (!answer) return;
        running.delete(answer);
        answer.leave?.();
      }
      function abort(answer: Answer | undefined): void {
        if (!answer) return;
        waiting.delete(answer);
        if (of(waiting, answer.line) === 0) overtaken.delete(answer.line.key);
        answer.abort.abort();
      }
      function check(): void {
        expect(running.size).toBeLessThanOrEqual(size);
        for (const line of people) {
          expect(of(running, line)).toBeLessThanOrEqual(line.atOnce);
          // No slot stays free while an answer may take it.
          if (running.size < size && of(waiting, line) > 0) expect(of(running, line)).toBe(line.atOnce);
        }
        for (const counts of overtaken.values())
          for (const times of counts.values()) expect(times).toBeLessThanOrEqual(2);
      }

      for (let step = 0; step < 1_500; step++) {
        const dice = random();
        if (dice < 0.5 && waiting.size < 60) enter(pick(people) as QueueEntry);
        else if (dice < 0.9) leave(pick([...running]));
        else abort(pick([...waiting]));
        await settled();
        check();
      }
      for (let steps = 0; running.size > 0 && steps < 1_000; steps++) {
        leave(pick([...running]));
        await settled();
        check();
      }
      expect([waiting.size, running.size, queue.lines]).toEqual([0, 0, 0]);
    },
  );
});
