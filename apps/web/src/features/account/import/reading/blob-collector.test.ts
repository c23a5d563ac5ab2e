import { expect, test } from 'vitest';
import { BlobCollector } from './blob-collector.ts';

test('collects more than one joined piece in the right order, and keeps no buffer of the writer', async () => {
  const collector = new BlobCollector();
  const buffer = new Uint8Array(10 * 1024 * 1024);
  for (const value of [1, 2, 3, 4]) collector.add(buffer.fill(value));
  const bytes = await collector.blob().bytes();
  expect([collector.size, bytes.length]).toEqual([4 * buffer.length, 4 * buffer.length]);
  expect([0, 1, 2, 3].map((at) => bytes[at * buffer.length + 5])).toEqual([1, 2, 3, 4]);
});
