import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { trainingLines } from '../apps/server/src/features/archive/training/training-lines.ts';
import { readConfig } from '../apps/server/src/settings/config.ts';
import { loadEnvFile } from '../apps/server/src/settings/env-file.ts';
import { openSystemContext } from '../apps/server/src/system-context.ts';
import { readArguments } from './arguments.ts';

const { values } = readArguments(
  `usage: node scripts/export-training-data.ts [--out FILE.jsonl]

Writes the conversations of people who allow model training, one JSON object per line; the server may be running.`,
  { out: { type: 'string' } },
);
try {
  loadEnvFile(process.env);
  const { ctx, close } = await openSystemContext(readConfig(process.env));
  try {
    const lines = Readable.from(trainingLines(ctx.db));
    // A file of an earlier run is not overwritten: it may contain what people have withdrawn since.
    if (values.out) await pipeline(lines, createWriteStream(values.out, { flags: 'wx', mode: 0o600 }));
    else await pipeline(lines, process.stdout, { end: false });
  } finally {
    await close();
  }
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  // The reader of a pipe (head, less) may close it early.
  if (code !== 'EPIPE') {
    console.error(code === 'EEXIST' ? `${values.out} exists already. Remove it, or name another file.` : message);
    process.exitCode = 1;
  }
}
