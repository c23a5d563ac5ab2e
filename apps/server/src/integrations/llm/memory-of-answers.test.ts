import { getHeapSpaceStatistics } from 'node:v8';
import { expect, test } from 'vitest';
import { createLlm } from './create-llm.ts';
import {
  answerOf,
  collect,
  loopbackUpstream,
  request,
  silentLog,
  stream,
  testTuning,
} from './testing/loopback-upstream.ts';

/** Bytes of objects that have survived two collections of young objects, or were made old. */
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'old_space')?.space_used_size ?? 0;

// An answer that something old refers to becomes old itself, which once nearly doubled the time of collections (docs/decisions/004).
test('a finished answer does not stay in memory until the next collection of old objects', async () => {
  const answer = 'A word of a long answer. '.repeat(4_000);
  const upstream = await loopbackUpstream((response) => stream(response, answerOf(answer)));
  const llm = await createLlm({ providers: [upstream.provider()] }, { log: silentLog }, testTuning);
  const answerMany = async (times: number) => {
    for (let n = 0; n < times; n++) await Promise.all(Array.from({ length: 8 }, () => collect(llm, request())));
  };
  await answerMany(5);
  const before = oldBytes();
  await answerMany(50);
  expect(oldBytes() - before).toBeLessThan((50 * 8 * answer.length) / 4);
});
