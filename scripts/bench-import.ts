import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { insertUser } from '@noek/db/testing/factories';
import { archivePath, makeArchiveFolder } from '../apps/server/src/features/archive/archive-files.ts';
import { toImport } from '../apps/server/src/features/archive/import/to-import.ts';
import { enqueueJob } from '../apps/server/src/features/archive/jobs/enqueue-job.ts';
import { runNextJob } from '../apps/server/src/features/archive/jobs/run-job.ts';
import { openZip } from '../apps/server/src/features/archive/zip/read-zip.ts';
import { createZip } from '../apps/server/src/features/archive/zip/write-zip.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { jsonValues } from '../packages/importers/src/json-values.ts';
import { readArguments } from './arguments.ts';
import { measured } from './bench/measure-job.ts';

const { values } = readArguments(
  `usage: node scripts/bench-import.ts [--parts 22] [--conversations 100] [--messages 40] [--length 1200]

Imports an export as ChatGPT makes it, in this process, twice. Prints what each takes, and what it takes to parse the same JSON once with the
streaming parser alone. --conversations is the number per part, --messages the number per conversation, --length their length in
characters. Without DATABASE_URL, the database is a new file in the system's temporary folder.`,
  {
    parts: { type: 'string' },
    conversations: { type: 'string' },
    messages: { type: 'string' },
    length: { type: 'string' },
  },
);
const parts = Number(values.parts ?? 22);
const perPart = Number(values.conversations ?? 100);
const messagesEach = Number(values.messages ?? 40);
const words = 'Words about tea, '.repeat(Math.ceil(Number(values.length ?? 1200) / 17));
const MB = 1024 * 1024;

const dataDir = await mkdtemp(join(tmpdir(), 'noek-bench-'));
const { DATABASE_URL } = process.env;
const { ctx, close } = await openSystemContext(
  readConfig({ DATA_DIR: dataDir, DATABASE_URL, LOG_LEVEL: 'error', APP_SECRET: 'only-for-this-benchmark' }),
);
try {
  const { id: userId } = await insertUser(ctx.db, { accessLevel: 'supernoek' });
  const path = join(dataDir, 'export.zip');
  console.log(`export           ${Math.round((await writeExport(path)) / MB)} MB of JSON in ${parts} parts`);
  const parsing = await measured('parsing', () => parseAll(path));
  for (const round of ['import', 'again ']) {
    const id = `${round.trim()}-${userId}`;
    await makeArchiveFolder(ctx.config, userId);
    const target = archivePath(ctx.config, userId, { id, kind: 'upload', by: '0' });
    await pipeline(createReadStream(path), createWriteStream(target));
    await enqueueJob(ctx, { id, userId, kind: 'import' });
    const seconds = await measured(round, () => runNextJob(ctx, new AbortController().signal));
    const { archiveJobs: j } = ctx.db.tables;
    const row = (await ctx.db.orm.select().from(j)).find((job) => job.id === id);
    if (!row) throw new Error('The import is gone.');
    const { state, conversations, messages } = toImport(row);
    console.log(`result           ${state}, ${JSON.stringify(conversations)}, ${messages} messages`);
    console.log(`of parsing       ${(seconds / parsing).toFixed(2)}`);
  }
} finally {
  await close();
  await rm(dataDir, { recursive: true, force: true });
}

/** Writes the export. Returns how many bytes of JSON it has. */
async function writeExport(path: string): Promise<number> {
  const zip = createZip(path);
  for (let part = 0; part < parts; part++) {
    const pieces = (function* () {
      for (let i = 0; i < perPart; i++) yield `${i === 0 ? '[' : ','}${JSON.stringify(conversation(`${part}-${i}`))}`;
      yield ']';
    })();
    await zip.add(`conversations-${String(part).padStart(3, '0')}.json`, pieces, new Date());
  }
  await zip.end();
  return zip.files.reduce((sum, { bytes }) => sum + bytes, 0);
}

function conversation(id: string) {
  const nodes = Array.from({ length: messagesEach }, (_, n) => ({
    id: `m${n}`,
    parent: n === 0 ? null : `m${n - 1}`,
    children: n === messagesEach - 1 ? [] : [`m${n + 1}`],
    message: {
      id: `m${n}`,
      author: { role: n % 2 === 0 ? 'user' : 'assistant', name: null, metadata: {} },
      create_time: 1_750_000_000 + n,
      content: { content_type: 'text', parts: [`Message ${n} of ${id}. ${words}`] },
      status: 'finished_successfully',
      recipient: 'all',
      metadata: { model_slug: 'gpt-4o', request_id: 'x'.repeat(40), timestamp_: 'absolute', citations: [] },
    },
  }));
  return {
    id,
    conversation_id: id,
    title: `Conversation ${id}`,
    create_time: 1_750_000_000,
    update_time: 1_750_000_100,
    mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
    current_node: `m${messagesEach - 1}`,
  };
}

async function parseAll(path: string): Promise<void> {
  const zip = await openZip(path);
  for (const name of zip.entries.keys())
    for await (const _ of jsonValues(await zip.read(name), ['$.*'], { valueBytes: 64 * MB, depth: 512 }));
  zip.close();
}
