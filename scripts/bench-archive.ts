import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { archivePath, makeArchiveFolder } from '../apps/server/src/features/archive/archive-files.ts';
import { enqueueJob } from '../apps/server/src/features/archive/jobs/enqueue-job.ts';
import { runNextJob } from '../apps/server/src/features/archive/jobs/run-job.ts';
import { checkArchive } from '../apps/server/src/features/archive/zip/check-archive.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { readArguments } from './arguments.ts';
import { measured } from './bench/measure-job.ts';

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
  await measured('export', runJob);
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
  await copyFile(archive, archivePath(ctx.config, otherId, { id: importId, kind: 'upload', by: '0' }));
  await enqueueJob(ctx, { id: importId, userId: otherId, kind: 'import' });
  await measured('import', runJob);
} finally {
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

function runJob(): Promise<unknown> {
  return runNextJob(ctx, new AbortController().signal);
}
