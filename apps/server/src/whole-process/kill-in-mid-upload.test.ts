import { setTimeout as wait } from 'node:timers/promises';
import type { File, FilePage } from '@noek/contract/files/schemas';
import { expect, inject, onTestFinished, test } from 'vitest';
import { remoteCaller } from '../testing/remote-caller.ts';
import { startServerProcess } from '../testing/server-process.ts';

const kills = inject('isThorough') ? 30 : 10;

test('kill -9 during uploads: no acknowledged file is lost, and each file is counted once', async () => {
  const server = await startServerProcess();
  onTestFinished(server.discard);
  const person = remoteCaller(server.address);
  await person.json('/api/auth/test-login', { method: 'POST' });
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const acknowledged = new Map<string, string>();
  let unanswered = 0;

  for (let round = 0; round < kills; round++) {
    const answers = Array.from({ length: 4 }, () => Promise.withResolvers<void>());
    let answered = 0;
    const uploads = answers.map(async (_, n) => {
      const text = `Round ${round}, file ${n}. `.repeat(2_000);
      const response = await fetch(`${server.address}/api/files?name=${round}-${n}.txt`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream', Cookie: cookie },
        body: text,
      });
      const file = (await response.json()) as File;
      if (response.status !== 201) throw new Error(JSON.stringify(file));
      acknowledged.set(file.id, text);
      answers[answered]?.resolve();
      answered += 1;
    });
    // The kill comes, in turn, before the first answer (a little later each time) and right after each of the four.
    const awaited = answers[(round % 5) - 1];
    await Promise.race([awaited ? awaited.promise : wait((round * 90) / kills), Promise.allSettled(uploads)]);
    const [results] = await Promise.all([Promise.allSettled(uploads), server.kill()]);
    unanswered += results.filter(({ status }) => status === 'rejected').length;
    await server.startAgain();
  }

  expect(unanswered).toBeGreaterThan(0);
  expect(acknowledged.size).toBeGreaterThan(0);
  const { files, bytesUsed } = (await person.json<FilePage>('/api/files?limit=1000')).body;
  expect(bytesUsed).toBe(files.reduce((sum, { size }) => sum + size, 0));
  expect(new Set(files.map(({ name }) => name)).size).toBe(files.length);
  const listed = new Set(files.map(({ id }) => id));
  expect([...acknowledged.keys()].filter((id) => !listed.has(id))).toEqual([]);
  // Also the files whose answer did not arrive are complete.
  for (const { id, size } of files) {
    const content = await person.call(`/api/files/${id}/content`);
    const text = await content.text();
    expect(text).toHaveLength(size);
    expect(text).toBe(acknowledged.get(id) ?? text);
  }
}, 240_000);
