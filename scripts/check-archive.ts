import { checkArchive } from '../apps/server/src/features/archive/zip/check-archive.ts';
import { readArguments } from './arguments.ts';

const { positionals } = readArguments(
  `usage: node scripts/check-archive.ts ARCHIVE.zip

Checks that an exported archive is whole: every file, its size and its SHA-256.`,
  {},
  { min: 1 },
);
const [path = ''] = positionals;
try {
  const { manifest, problems } = await checkArchive(path);
  const { conversations, messages, memories } = manifest.counts;
  if (problems.length === 0)
    console.log(
      `The archive of ${manifest.createdAt} is whole: ${manifest.files.length} files with ${conversations} conversations, ${messages} messages and ${memories} memories.`,
    );
  for (const problem of problems) console.error(problem);
  process.exitCode = problems.length === 0 ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
