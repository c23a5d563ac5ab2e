import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { insertConversation, insertMessages, insertUser } from '@noek/db/factories';
import { archivePath, makeArchiveFolder } from '../apps/server/src/features/archive/archive-files.ts';
import { enqueueJob } from '../apps/server/src/features/archive/jobs/enqueue-job.ts';
import { runNextJob } from '../apps/server/src/features/archive/jobs/run-job.ts';
import { checkArchive } from '../apps/server/src/features/archive/zip/check-archive.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { readArguments } from './arguments.ts';

const { values } = readArguments(
  `usage: node scripts/bench-archive.ts [--conversations 250] [--messages 400] [--length 650]

Exports an account in this process and imports the archive into another. Prints what each takes: time, memory, and how long others had
to wait. --messages is the number per conversation, --length their length in characters. Without DATABASE_URL, the database is a new
file in the system's temporary folder; with it, two accounts are added to that database.`,
  { conversations: { type: 'string' }, messages: { type: 'string' }, length: { type: 'string' } },
);
const conversations = Number(values.conversations ?? 250);
const messagesEach = Number(values.messages ?? 400);
const words = 'Words about tea, '.repeat(Math.ceil(Number(values.length ?? 650) / 17));
const perInsert = 200;
const sampleEveryMs = 20;
const MB = 1024 * 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'noek-bench-'));
const { DATABASE_URL } = process.env;
const { ctx, close } = await openSystemContext(
  readConfig({ DATA_DIR: dataDir, DATABASE_URL, LOG_LEVEL: 'error', APP_SECRET: 'only-for-this-benchmark' }),
);
try {
  const { id: userId } = await insertUser(ctx.db);
  for (let i = 0; i < conversations; i++) {
    const { id } = await insertConversation(ctx.db, { userId, title: `Conversation ${i}` });
    for (let from = 0; from < messagesEach; from += perInsert) {
      const length = Math.min(perInsert, messagesEach - from);
      const texts = Array.from({ length }, (_, n) => `Message ${from + n} of ${i}. ${words}`);
      await insertMessages(ctx.db, id, texts);
    }
  }
  const exportId = `export-${userId}`;
  await enqueueJob(ctx, { id: exportId, userId, kind: 'export' });
  await measure('export');
  const archive = archivePath(ctx.config, userId, { id: exportId, kind: 'zip' });
  const { manifest, problems } = await checkArchive(archive);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  const unpacked = manifest.files.reduce((sum, { bytes }) => sum + bytes, 0);
  const { counts } = manifest;
  console.log(
    `messages         ${counts.messages.toLocaleString('en-US')} in ${counts.conversations} conversations, ${Math.round(unpacked / MB)} MB unpacked`,
  );

  const { id: otherId } = await insertUser(ctx.db);
  const importId = `import-${otherId}`;
  await makeArchiveFolder(ctx.config, otherId);
  await copyFile(archive, archivePath(ctx.config, otherId, { id: importId, kind: 'upload' }));
  await enqueueJob(ctx, { id: importId, userId: otherId, kind: 'import' });
  await measure('import');
} finally {
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Runs the job that waits, and prints what it took. */
async function measure(name: string): Promise<void> {
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
  const turns = watchTurns();
  const began = performance.now();
  await runNextJob(ctx, new AbortController().signal);
  const seconds = (performance.now() - began) / 1000;
  delay.disable();
  const mostWork = turns.stop();
  clearInterval(sampling);
  console.log(
    [
      `${name}           ${seconds.toFixed(1)} s`,
      `memory (RSS)     ${Math.round(before.rss / MB)} MB before, ${Math.round(most.rss / MB)} MB at most`,
      `memory (heap)    ${Math.round(before.heapUsed / MB)} MB before, ${Math.round(most.heapUsed / MB)} MB at most`,
      `event loop       p50 ${ms(delay.percentile(50))}, p99 ${ms(delay.percentile(99))}, longest ${ms(delay.max)}`,
      `longest turn     ${ms(mostWork)} of processor time`,
    ].join('\n'),
  );
}

/** The most processor time, in nanoseconds, that this thread took from one turn of the event loop to the next: other programs do not count. */
function watchTurns(): { stop(): number } {
  let most = 0;
  let last = process.threadCpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage();
    most = Math.max(most, user + system - last.user - last.system);
    last = { user, system };
  }, 1);
  return {
    stop() {
      clearInterval(timer);
      return most * 1000;
    },
  };
}

/** Nanoseconds as "1.2 ms". */
function ms(nanoseconds: number): string {
  return `${(nanoseconds / 1e6).toFixed(1)} ms`;
}
