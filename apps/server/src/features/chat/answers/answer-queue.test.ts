import { expect, test } from 'vitest';
import { answerQueue } from './answer-queue.ts';

const calm = new AbortController().signal;

test('lets as many in as there are places; SuperNoek goes before those who wait', async () => {
  const queue = answerQueue(1);
  const leave = await queue.enter(false, calm);
  const order: string[] = [];
  const basic = queue.enter(false, calm).then((next) => {
    order.push('basic');
    return next;
  });
  const premium = queue.enter(true, calm).then((next) => {
    order.push('premium');
    return next;
  });
  await Promise.resolve();
  expect(order).toEqual([]);
  leave();
  (await premium)();
  (await basic)();
  expect(order).toEqual(['premium', 'basic']);
  expect(await queue.enter(false, calm)).toBeTypeOf('function');
});

test('who gives up in the line takes no place', async () => {
  const queue = answerQueue(1);
  const leave = await queue.enter(false, calm);
  const impatient = new AbortController();
  const gone = queue.enter(false, impatient.signal);
  impatient.abort();
  (await gone)();
  const next = queue.enter(false, calm);
  leave();
  expect(await next).toBeTypeOf('function');
});
