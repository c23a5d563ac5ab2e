import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { KnowledgeError } from '../../integrations/knowledge/knowledge-source.ts';
import { createTestClock, createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { checkEveryMs, createFakeKnowledge } from '../../testing/stand-ins/fake-knowledge.ts';
import { claimCheck, ensureSource, findSource, keptRevisions, listRevisions } from './knowledge.queries.ts';
import { createKnowledge } from './knowledge.ts';
import { purgeKnowledge } from './purge-knowledge.ts';

const minute = 60_000;
const dog = { question: 'What is the office dog called?', recent: [] };

describeOnEngines('the knowledge base', (open) => {
  async function begin(source = createFakeKnowledge()) {
    const db = await open();
    const clock = createTestClock();
    /** Another process on the same database. */
    const start = (knowledgeSource = source) => createTestCtx({ db, clock, knowledgeSource });
    const ctx = start();
    return { db, clock, source, start, ctx };
  }
  const textOf = ({ knowledge }: TestCtx) => knowledge.passagesFor(dog, 1_000).map(({ text }) => text);
  const rowOf = async ({ db, knowledge }: TestCtx) => findSource(db, knowledge.source?.key ?? '');

  test('is read at the first check, and again only when it has changed', async () => {
    const { ctx, source, clock, db } = await begin();
    expect(ctx.knowledge.revision).toBeNull();
    await ctx.knowledge.refresh();
    expect(textOf(ctx)).toEqual(['The office dog is called Biscuit.']);
    // Not due yet.
    await ctx.knowledge.refresh();
    expect(source.asked).toEqual({ versions: 1, reads: 1 });
    clock.advance(checkEveryMs);
    await ctx.knowledge.refresh();
    expect(source.asked).toEqual({ versions: 2, reads: 1 });
    source.write('The office dog is called Max.');
    clock.advance(checkEveryMs);
    await ctx.knowledge.refresh();
    expect(textOf(ctx)).toEqual(['The office dog is called Max.']);
    const revisions = await listRevisions(db, source.key, 9);
    expect(revisions.map(({ number, size, passages }) => [number, size, passages])).toEqual([
      [2, 29, 1],
      [1, 33, 1],
    ]);
    expect(new Set(revisions.map(({ hash }) => hash)).size).toBe(2);
    expect(ctx.knowledge.revision?.name).toBe(`2-${revisions[0]?.hash.slice(0, 8)}`);
  });

  test('a change reaches every process within a minute of the edit', async () => {
    const { ctx, source, clock, start } = await begin();
    await ctx.knowledge.refresh();
    const other = start();
    await other.knowledge.refresh();
    expect(textOf(other)).toEqual(textOf(ctx));
    source.write('The office dog is called Max.');
    const writtenAt = clock.now().getTime();
    // Each process looks every five seconds.
    while (textOf(ctx)[0] !== textOf(other)[0] || !textOf(ctx)[0]?.includes('Max')) {
      clock.advance(5_000);
      await ctx.knowledge.refresh();
      await other.knowledge.refresh();
    }
    expect(clock.now().getTime() - writtenAt).toBeLessThanOrEqual(minute);
  });

  test('other processes read a change', async () => {
    const { ctx, source, clock, start } = await begin();
    await ctx.knowledge.refresh();
    const other = start();
    await other.knowledge.begin();
    await vi.waitFor(() => expect(textOf(other)).toHaveLength(1));
    source.write('The office dog is called Max.');
    clock.advance(checkEveryMs);
    await ctx.knowledge.refresh();
    await vi.waitFor(() => expect(textOf(other)).toEqual(['The office dog is called Max.']));
  });

  test('one of several processes that look at the same time makes the check', async () => {
    const { source, start } = await begin();
    const processes = Array.from({ length: 6 }, () => start());
    await Promise.all(processes.map(({ knowledge }) => knowledge.refresh()));
    expect(source.asked).toEqual({ versions: 1, reads: 1 });
    await Promise.all(processes.map(({ knowledge }) => knowledge.refresh()));
    expect(processes.map(textOf)).toEqual(processes.map(() => ['The office dog is called Biscuit.']));
    expect(source.asked.versions).toBe(1);
  });

  test('a text that is read again without a change makes no new revision', async () => {
    const { ctx, source, clock, db } = await begin();
    await ctx.knowledge.refresh();
    source.write('The office dog is called Biscuit.');
    clock.advance(checkEveryMs);
    await ctx.knowledge.refresh();
    expect(source.asked.reads).toBe(2);
    expect(await listRevisions(db, source.key, 9)).toHaveLength(1);
  });

  test('a change that the source does not report is found within minutes', async () => {
    const { ctx, source, clock } = await begin();
    source.version = async () => 'always the same';
    await ctx.knowledge.refresh();
    source.write('The office dog is called Max.');
    clock.advance(11 * minute);
    await ctx.knowledge.refresh();
    expect(textOf(ctx)).toEqual(['The office dog is called Max.']);
  });

  test('while the source fails, the last text stays in use, and a sentence explains the failure', async () => {
    const { ctx, source, clock, start } = await begin();
    await ctx.knowledge.refresh();
    const syncedAt = clock.now();
    source.fail = new KnowledgeError('not-shared', 'Share it.');
    const pauses: number[] = [];
    for (let round = 0; round < 5; round++) {
      clock.advance(minute);
      await ctx.knowledge.refresh();
      const row = await rowOf(ctx);
      pauses.push(((row?.nextCheckAt.getTime() ?? 0) - clock.now().getTime()) / 1_000);
    }
    expect(pauses).toEqual([15, 30, 60, 60, 60]);
    expect(textOf(ctx)).toEqual(['The office dog is called Biscuit.']);
    const row = await rowOf(ctx);
    expect(row).toMatchObject({ problem: 'not-shared', failure: 'Share it.', failures: 5, syncedAt, revision: 1 });
    expect(row?.failingSince).toEqual(new Date(syncedAt.getTime() + minute));
    // A process that starts now has the last text, too.
    const next = start();
    await next.knowledge.begin();
    expect(textOf(next)).toEqual(['The office dog is called Biscuit.']);
    // Its first check, which begin() does not await, would otherwise be due a minute later and replace the other process's check.
    await next.knowledge.refresh();

    source.fail = null;
    source.write('The office dog is called Max.');
    clock.advance(minute);
    await ctx.knowledge.refresh();
    expect(textOf(ctx)).toEqual(['The office dog is called Max.']);
    expect(await rowOf(ctx)).toMatchObject({ problem: null, failure: null, failures: 0, failingSince: null });
  });

  test('a source that has become empty replaces no text until an administrator decides', async () => {
    const { ctx, source, clock, db, start } = await begin();
    await ctx.knowledge.refresh();
    const check = async () => {
      clock.advance(checkEveryMs);
      await ctx.knowledge.refresh();
      return rowOf(ctx);
    };
    source.write([], ['scan.md is not UTF-8 text, so it was left out.']);
    const found = await check();
    const emptySince = clock.now();
    expect(found).toMatchObject({ revision: 1, emptySince, keepsLastText: false, failure: null, syncedAt: emptySince });
    expect(found?.notes).toHaveLength(1);
    // Blank files are no text either, and the source counts as empty since the first check.
    source.write([{ title: 'Handbook', text: ' \n' }]);
    expect(await check()).toMatchObject({ revision: 1, emptySince });
    expect(await check()).toMatchObject({ revision: 1, emptySince });
    expect(textOf(ctx)).toEqual(['The office dog is called Biscuit.']);
    const next = start();
    await next.knowledge.begin();
    expect(textOf(next)).toEqual(['The office dog is called Biscuit.']);

    // The same text again changes nothing, and another one replaces it without a question.
    source.write('The office dog is called Biscuit.');
    expect(await check()).toMatchObject({ revision: 1, emptySince: null });
    source.write('');
    expect(await check()).toMatchObject({ revision: 1, emptySince: clock.now() });
    source.write('The office dog is called Max.');
    expect(await check()).toMatchObject({ revision: 2, emptySince: null });
    expect(textOf(ctx)).toEqual(['The office dog is called Max.']);
    expect(await listRevisions(db, source.key, 9)).toHaveLength(2);
  });

  test('a source that is empty from the beginning asks nothing', async () => {
    const { ctx, clock, source } = await begin(createFakeKnowledge([]));
    await ctx.knowledge.refresh();
    expect(await rowOf(ctx)).toMatchObject({ revision: 1, emptySince: null });
    source.write([{ title: 'Handbook', text: '' }]);
    clock.advance(checkEveryMs);
    await ctx.knowledge.refresh();
    expect(await rowOf(ctx)).toMatchObject({ revision: 1, emptySince: null });
  });

  test('a source that refuses more requests is left alone for as long as it asks', async () => {
    const { ctx, source, clock } = await begin();
    source.fail = new KnowledgeError('rate-limited', 'Later.', { retryAfterMs: 120_000 });
    await ctx.knowledge.refresh();
    clock.advance(119_000);
    await ctx.knowledge.refresh();
    expect(source.asked.versions).toBe(1);
    clock.advance(1_000);
    await ctx.knowledge.refresh();
    expect(source.asked.versions).toBe(2);
  });

  test('an unexpected fault is a failure with a sentence, too', async () => {
    const { ctx, source } = await begin();
    source.fail = new TypeError('x is not a function');
    await ctx.knowledge.refresh();
    const failure = (await rowOf(ctx))?.failure;
    expect(failure).toContain('the folder “/handbook”');
    expect(failure).not.toContain('function');
  });

  test('a process that dies during a check does not keep others from checking', async () => {
    const { ctx, source, clock, start } = await begin();
    const dead = { ...ctx, bootId: 'dead' };
    await ensureSource(dead, source.key);
    expect(await claimCheck(dead, source.key, { claim: 'dead:1', leaseMs: 45_000 })).not.toBeNull();
    const other = start();
    clock.advance(40_000);
    await other.knowledge.refresh();
    expect(source.asked.versions).toBe(0);
    clock.advance(5_000);
    await other.knowledge.refresh();
    expect(textOf(other)).toHaveLength(1);
  });

  test('a process that lost its claim writes nothing', async () => {
    const { ctx, source, clock, start, db } = await begin();
    const held = Promise.withResolvers<void>();
    source.onRead = () => held.promise;
    const late = ctx.knowledge.refresh().catch((error: Error) => error);
    await vi.waitFor(() => expect(source.asked.reads).toBe(1));
    source.onRead = () => {};
    clock.advance(45_000);
    const other = start();
    await other.knowledge.refresh();
    held.resolve();
    await late;
    expect((await listRevisions(db, source.key, 9)).map(({ number }) => number)).toEqual([1]);
    expect(await rowOf(other)).toMatchObject({ revision: 1, failure: null });
  });

  test('a server that stops during a check leaves it to the next one at once', async () => {
    const { ctx, source, start } = await begin();
    const held = Promise.withResolvers<void>();
    source.onRead = () => held.promise;
    const stopped = ctx.knowledge.refresh();
    await vi.waitFor(() => expect(source.asked.reads).toBe(1));
    const closed = ctx.knowledge.close();
    held.resolve();
    await stopped;
    expect(await closed).toBe(true);
    const next = start();
    await next.knowledge.refresh();
    expect(source.asked.reads).toBe(2);
    expect(textOf(next)).toHaveLength(1);
  });

  test('the length of the history is limited', async () => {
    const { ctx, source, clock, db } = await begin();
    for (let n = 0; n < keptRevisions + 3; n++) {
      source.write(`The office dog is number ${n}.`);
      clock.advance(checkEveryMs);
      await ctx.knowledge.refresh();
    }
    const revisions = await listRevisions(db, source.key, 999);
    expect(revisions).toHaveLength(keptRevisions);
    expect(revisions[0]?.number).toBe(keptRevisions + 3);
  });

  test('another folder starts without the text of the first, which is forgotten after a week', async () => {
    const { ctx, clock, start, db, source } = await begin();
    await ctx.knowledge.refresh();
    const second = { ...createFakeKnowledge('Nothing about animals.'), key: 'folder:/other' };
    const other = start(second);
    await other.knowledge.refresh();
    expect(textOf(other)).toEqual([]);
    clock.advance(6 * 24 * 60 * minute);
    await purgeKnowledge(other);
    expect(await findSource(db, source.key)).not.toBeNull();
    clock.advance(2 * 24 * 60 * minute);
    await purgeKnowledge(other);
    expect(await findSource(db, source.key)).toBeNull();
    expect(await listRevisions(db, source.key, 9)).toEqual([]);
    expect(await findSource(db, second.key)).not.toBeNull();
  });

  test('a server without a knowledge base asks nothing', async () => {
    const db = await open();
    const asked = vi.fn();
    const ctx = createTestCtx({ db });
    const orm = new Proxy(db.orm, { get: asked });
    const knowledge = createKnowledge({
      ...ctx,
      db: { ...db, orm, write: asked, atomic: asked },
      knowledgeSource: null,
    });
    await knowledge.begin();
    await knowledge.refresh();
    expect(knowledge.passagesFor(dog, 1_000)).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
    await knowledge.close();
  });
});
