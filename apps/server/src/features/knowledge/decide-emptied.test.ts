import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test, vi } from 'vitest';
import { auditEntries } from '../../testing/audit-entries.ts';
import { userActor } from '../../testing/create-chat-ctx.ts';
import { createTestClock, createTestCtx, type TestCtx } from '../../testing/create-test-ctx.ts';
import { checkEveryMs, createFakeKnowledge } from '../../testing/stand-ins/fake-knowledge.ts';
import { decideEmptied } from './decide-emptied.ts';
import { listRevisions } from './knowledge.queries.ts';
import { knowledgeStatus } from './knowledge-status.ts';

describeOnEngines('a knowledge base that has become empty', (open) => {
  async function begin() {
    const db = await open();
    const clock = createTestClock();
    const source = createFakeKnowledge();
    const start = () => createTestCtx({ db, clock, knowledgeSource: source });
    const ctx = start();
    const actor = await userActor(db, { accessLevel: 'admin' });
    const admin = ctx.as(actor);
    const check = async () => {
      clock.advance(checkEveryMs);
      await ctx.knowledge.refresh();
    };
    await ctx.knowledge.refresh();
    const actions = async () => (await auditEntries(db)).map(({ action }) => action);
    return { db, clock, source, start, ctx, actor, admin, check, actions };
  }
  const texts = ({ knowledge }: TestCtx) => knowledge.revision?.documents.map(({ text }) => text);
  const refused = expect.objectContaining({ code: 'CONFLICT', message: expect.stringContaining('no longer empty') });

  test('the last text is kept until the source has text again, once', async () => {
    const { admin, source, check, ctx, clock, actions } = await begin();
    source.write([]);
    await check();
    const since = clock.now().toISOString();
    expect((await knowledgeStatus(admin)).emptied).toEqual({ since, kept: false });
    expect((await decideEmptied(admin, { use: 'last' })).emptied).toEqual({ since, kept: true });
    await expect(decideEmptied(admin, { use: 'last' })).rejects.toEqual(refused);
    source.write('');
    await check();
    expect((await knowledgeStatus(admin)).emptied).toEqual({ since, kept: true });
    expect(texts(ctx)).toEqual(['The office dog is called Biscuit.']);
    expect(await actions()).toEqual(['knowledge.kept']);

    // When it becomes empty the next time, the question is asked again.
    source.write('The office dog is called Max.');
    await check();
    expect((await knowledgeStatus(admin)).emptied).toBeNull();
    source.write([]);
    await check();
    expect((await knowledgeStatus(admin)).emptied).toEqual({ since: clock.now().toISOString(), kept: false });
    expect(texts(ctx)).toEqual(['The office dog is called Max.']);
  });

  test('the empty source is used in every process, even after the last text was kept, which is then deleted', async () => {
    const { admin, source, check, ctx, start, db, actor } = await begin();
    const other = start();
    await other.knowledge.begin();
    source.write([]);
    await check();
    // The other process may be making the check, which this one then leaves to it.
    await vi.waitFor(async () => expect((await knowledgeStatus(admin)).emptied).not.toBeNull());
    await decideEmptied(admin, { use: 'last' });
    const status = await decideEmptied(admin, { use: 'empty' });
    expect(status).toMatchObject({ emptied: null, revision: { size: 0, passages: 0 } });
    expect(status.revisions.map(({ size }) => size)).toEqual([0, 33]);
    await vi.waitFor(() => expect([texts(ctx), texts(other)]).toEqual([[], []]));
    const [row] = await db.orm.select().from(db.tables.knowledgeSources);
    expect(JSON.stringify(row)).not.toContain('Biscuit');
    const entries = await auditEntries(db);
    expect(entries.find(({ action }) => action === 'knowledge.emptied')).toMatchObject({
      actorId: actor.user.id,
      targetUserId: null,
      detail: { note: 'the folder “/handbook”' },
    });
    await expect(decideEmptied(admin, { use: 'empty' })).rejects.toEqual(refused);
    // A source that stays empty does not count as a change, and the next text is used at once.
    await check();
    expect(await listRevisions(db, source.key, 9)).toHaveLength(2);
    source.write('The office dog is called Max.');
    await check();
    await vi.waitFor(() => expect(texts(ctx)).toEqual(['The office dog is called Max.']));
  });

  test('one of two simultaneous decisions counts, and a running check does not undo it', async () => {
    const { admin, source, check, clock, ctx, start, db, actions } = await begin();
    source.write([]);
    await check();
    const other = start();
    const held = Promise.withResolvers<void>();
    source.onRead = () => held.promise;
    source.write('');
    clock.advance(checkEveryMs);
    const late = other.knowledge.refresh().catch((error: Error) => error);
    await vi.waitFor(() => expect(source.asked.reads).toBe(3));
    source.onRead = () => {};
    const decided = await Promise.allSettled([1, 2, 3].map(() => decideEmptied(admin, { use: 'empty' })));
    expect(decided.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    held.resolve();
    await late;
    expect(await knowledgeStatus(admin)).toMatchObject({ emptied: null, revision: { size: 0 } });
    expect(texts(ctx)).toEqual([]);
    expect(await listRevisions(db, source.key, 9)).toHaveLength(2);
    expect(await actions()).toEqual(['knowledge.emptied']);
  });

  test('there is nothing to decide while the source has text, or without a source; only administrators decide', async () => {
    const { admin, ctx, db, actor } = await begin();
    for (const use of ['last', 'empty'] as const) {
      await expect(decideEmptied(admin, { use })).rejects.toEqual(refused);
      await expect(decideEmptied(createTestCtx({ db }).as(actor), { use })).rejects.toEqual(refused);
      const person = ctx.as(await userActor(db));
      await expect(decideEmptied(person, { use })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    }
    expect(texts(ctx)).toEqual(['The office dog is called Biscuit.']);
  });
});
