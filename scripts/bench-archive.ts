import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { insertConversation, insertMessages, insertUser } from '@noek/db/factories';
import { readConfig } from '../apps/server/src/config.ts';
import { archivePath } from '../apps/server/src/features/archive/archive-files.ts';
import { enqueueJob } from '../apps/server/src/features/archive/jobs/enqueue-job.ts';
import { runNextJob } from '../apps/server/src/features/archive/jobs/run-job.ts';
import { checkArchive } from '../apps/server/src/features/archive/zip/check-archive.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { readArguments } from './arguments.ts';

readArguments(
  `usage: node scripts/bench-archive.ts

Exports an account with 100,000 messages in this process, and prints what that takes: time, memory, and how long others had to wait.`,
  {},
);

const conversations = 250;
const messagesEach = 400;
const sampleEveryMs = 20;
const MB = 1024 * 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'noek-bench-'));
const { ctx, close } = await openSystemContext(
  readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'error', APP_SECRET: 'only-for-this-benchmark' }),
);
try {
  const { id: userId } = await insertUser(ctx.db);
  for (let i = 0; i < conversations; i++) {
    const { id } = await insertConversation(ctx.db, { userId, title: `Conversation ${i}` });
    const texts = Array.from(
      { length: messagesEach },
      (_, n) => `Message ${n} of ${i}. ${'Words about tea, '.repeat(40)}`,
    );
    await insertMessages(ctx.db, id, texts);
  }
  await enqueueJob(ctx, { id: 'bench', userId, kind: 'export' });

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
  const began = performance.now();
  await runNextJob(ctx, new AbortController().signal);
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  clearInterval(sampling);

  const { manifest, problems } = await checkArchive(archivePath(ctx.config, userId, { id: 'bench', kind: 'zip' }));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const unpacked = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    [
      `messages         ${manifest.counts.messages.toLocaleString('en-US')} in ${manifest.counts.conversations} conversations, ${Math.round(unpacked / MB)} MB unpacked`,
      `time             ${seconds.toFixed(1)} s`,
      `memory (RSS)     ${Math.round(before.rss / MB)} MB before, ${Math.round(most.rss / MB)} MB at most`,
      `memory (heap)    ${Math.round(before.heapUsed / MB)} MB before, ${Math.round(most.heapUsed / MB)} MB at most`,
      `event loop       p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, longest ${ms(delay.max)}`,
    ].join('\n'),
  );
} finally {
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Nanoseconds as "1.2 ms". */
function ms(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
