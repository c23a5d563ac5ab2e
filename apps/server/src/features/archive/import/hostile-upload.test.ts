import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AppError } from '../../../errors.ts';
import { runJobs, uploaded } from '../../../testing/archives.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { startImport } from '../start-import.ts';
import { listImports } from './list-imports.ts';
import { goodJson, isPlain, nestedLists, renamed, withSize, zipWith } from './testing/hostile-zips.ts';

const MB = 1024 * 1024;
type Bytes = Uint8Array<ArrayBuffer>;
const bytesOf = (text: string): Bytes => new TextEncoder().encode(text);

/** JSON with a text of so many megabytes, which compresses well. */
const longText = (megabytes: number) => `[{"mapping": {}, "title": "${'x'.repeat(megabytes * MB)}"}]`;

const name = 'conversations.json';
const nestedZips = async (depth: number): Promise<Bytes> =>
  depth === 0 ? zipWith([name, goodJson]) : zipWith([`${depth}.zip`, await nestedZips(depth - 1)]);

const uploads: [string, () => Promise<Bytes>][] = [
  ['a name that leads out of the archive', async () => renamed(await zipWith(['aa/x.json', goodJson]), 'aa/x', '../x')],
  ['an absolute name', async () => renamed(await zipWith(['a/x.json', goodJson]), 'a/x.', '//x.')],
  [
    'the same name twice',
    async () => renamed(await zipWith(['a.json', goodJson], ['b.json', '1']), 'b.json', 'a.json'),
  ],
  ['a file that is longer than it says', async () => withSize(await zipWith([name, goodJson]), name, 20)],
  ['a file that is shorter than it says', async () => withSize(await zipWith([name, goodJson]), name, 5_000_000)],
  // It is read up to 64 MB, however long it is.
  ['a text of 100 MB', () => zipWith([name, longText(100)])],
  ['more than 2 GB', async () => withSize(await zipWith([name, goodJson]), name, 0xf0000000)],
  ['100,000 levels', async () => bytesOf(nestedLists(100_000))],
  ['too many ZIPs inside each other', () => nestedZips(4)],
  ['a ZIP inside that is none', () => zipWith(['a.zip', 'PK, not really'])],
  ['a ZIP that was cut off', async () => (await zipWith([name, goodJson])).slice(0, 200)],
  ['nothing but a byte order mark', async () => new Uint8Array([0xef, 0xbb, 0xbf])],
  ['bytes of no kind', async () => Uint8Array.from({ length: 9_000 }, (_, i) => (i * 7919) % 256)],
];

describeOnEngines('an upload with', (open) => {
  test.each(uploads)('%s is refused in a sentence, and leaves nothing', { timeout: 120_000 }, async (_, make) => {
    const ctx = createTestCtx({ db: await open() });
    const { id: userId } = await insertPerson(ctx);
    const me = await signedInAs(ctx, userId);
    const before = process.memoryUsage().rss;
    const bytes = await make();
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
    expect(isPlain(words)).toBe(true);
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
    const zip = renamed(await zipWith(['x/conversations.json', goodJson]), 'x/conv', '\0/conv');
    await startImport(me, uploaded(zip));
    await runJobs(ctx);
    expect((await listImports(me)).imports).toMatchObject([{ state: 'done', conversations: { added: 1 } }]);
  });
});
