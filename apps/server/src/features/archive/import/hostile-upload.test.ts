import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describeOnEngines } from '@noek/db/testing';
import { simple } from '@noek/importers/testing/chatgpt-parts';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { AppError } from '../../../errors.ts';
import { runJobs, uploaded } from '../../../testing/archives.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { startImport } from '../start-import.ts';
import { listImports } from './list-imports.ts';

const MB = 1024 * 1024;
const json = Buffer.from(JSON.stringify([simple()]));

async function zipOf(...entries: [path: string, content: Buffer | Iterable<Buffer>][]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, content] of entries)
    if (Buffer.isBuffer(content)) zip.addBuffer(content, path);
    else zip.addReadStream(Readable.from(content, { objectMode: false }), path);
  zip.end();
  return buffer(zip.outputStream);
}

/** The same bytes with another name of the same length, wherever it is. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  const changed = Buffer.from(zip);
  for (let at = changed.indexOf(from); at !== -1; at = changed.indexOf(from, at + 1)) changed.write(to, at, 'latin1');
  return changed;
}

/** A ZIP whose list says that its only file has so many bytes. */
function withSize(zip: Buffer, size: number): Buffer {
  const changed = Buffer.from(zip);
  changed.writeUInt32LE(size, changed.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
  return changed;
}

function* long(megabytes: number): Generator<Buffer> {
  yield Buffer.from('[{"mapping": {}, "title": "');
  for (let i = 0; i < megabytes; i++) yield Buffer.alloc(MB, 'x');
  yield Buffer.from('"}]');
}

const nestedZips = async (depth: number): Promise<Buffer> =>
  depth === 0 ? zipOf(['conversations.json', json]) : zipOf([`${depth}.zip`, await nestedZips(depth - 1)]);

const deep = Buffer.from(`[{"mapping": ${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}]`);

const uploads: [string, () => Promise<Buffer>][] = [
  [
    'a name that leads out of the archive',
    async () => renamed(await zipOf(['aa/conversations.json', json]), 'aa/c', '../c'),
  ],
  ['an absolute name', async () => renamed(await zipOf(['a/conversations.json', json]), 'a/conv', '//conv')],
  ['the same name twice', async () => renamed(await zipOf(['a.json', json], ['b.json', json]), 'b.json', 'a.json')],
  ['a file that is longer than it says', async () => withSize(await zipOf(['conversations.json', json]), 20)],
  ['a file that is shorter than it says', async () => withSize(await zipOf(['conversations.json', json]), 5_000_000)],
  // Its reading ends after 64 MB, however long it is.
  ['a text of 200 MB', () => zipOf(['conversations.json', long(200)])],
  ['more than 2 GB', async () => withSize(await zipOf(['conversations.json', json]), 0xf0000000)],
  ['100,000 levels', async () => deep],
  ['too many ZIPs inside each other', () => nestedZips(4)],
  ['a ZIP inside that is none', () => zipOf(['a.zip', Buffer.from('PK, not really')])],
  ['a ZIP that was cut off', async () => (await zipOf(['conversations.json', json])).subarray(0, 200)],
  ['nothing but a mark', async () => Buffer.from([0xef, 0xbb, 0xbf])],
  ['bytes of no kind', async () => Buffer.from(Array.from({ length: 9_000 }, (_, i) => (i * 7919) % 256))],
];

describeOnEngines('an upload with', (open) => {
  test.each(uploads)('%s is refused in a sentence, and leaves nothing', { timeout: 120_000 }, async (_, make) => {
    const ctx = createTestCtx({ db: await open() });
    const { id: userId } = await insertPerson(ctx);
    const me = await signedInAs(ctx, userId);
    const before = process.memoryUsage().rss;
    const bytes = new Uint8Array(await make());
    let refused: AppError | null = null;
    try {
      await startImport(me, uploaded(bytes));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      expect(error.code).toMatch(/^(?:BAD_REQUEST|CONFLICT)$/);
      refused = error;
    }
    await runJobs(ctx);
    const [job] = (await listImports(me)).imports;
    if (!refused) expect(job).toMatchObject({ state: 'failed', conversations: { added: 0 } });
    const words = refused ? refused.message : (job?.message ?? '');
    expect(words).toMatch(/^[A-Z].*\.$/);
    expect(words).not.toContain('The import failed');
    const { conversations: c } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(c).where(eq(c.userId, userId))).toEqual([]);
    const root = join(ctx.config.dataDir, 'archives');
    const left = existsSync(root) ? readdirSync(root, { recursive: true }).map(String) : [];
    expect(left.filter((name) => name.includes('.'))).toEqual([]);
    expect(process.memoryUsage().rss - before).toBeLessThan(700 * MB);
  });

  test('a NUL in a name is read like any other', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await signedInAs(ctx, (await insertPerson(ctx)).id);
    const zip = renamed(await zipOf(['x/conversations.json', json]), 'x/conv', '\0/conv');
    await startImport(me, uploaded(new Uint8Array(zip)));
    await runJobs(ctx);
    expect((await listImports(me)).imports).toMatchObject([{ state: 'done', conversations: { added: 1 } }]);
  });
});
