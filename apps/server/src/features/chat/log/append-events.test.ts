import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { appendEvents, readLog } from './log.queries.ts';

describeOnEngines('the log of an answer', (open, engine) => {
  async function begin() {
    const db = await open();
    const { id: conversationId } = await insertConversation(db, { userId: (await insertUser(db)).id });
    const [, answer] = await insertMessages(db, conversationId, ['Tell me', { content: '', status: 'streaming' }]);
    const id = answer?.id ?? '';
    const now = new Date();
    await db.write((orm) =>
      orm
        .insert(db.tables.generations)
        .values({ messageId: id, bootId: 'ours', heartbeatAt: now, chargeIds: [], createdAt: now }),
    );
    const append = async (bootId: string, ...deltas: string[]) => {
      const added = { messageId: id, firstSequence: 1, lastSequence: deltas.length, deltas };
      return (await db.atomic((step) => appendEvents(db, step, bootId, [added])))?.rows;
    };
    const logged = async () => (await readLog(db, id, 0)).map(({ entry }) => entry);
    return { id, append, logged };
  }

  test('has what its process has added', async () => {
    const { append, logged } = await begin();
    await append('ours', 'The ', 'sea');
    expect(await logged()).toEqual(['The ', 'sea']);
  });

  // On SQLite, a second process could not have started, and a commit has no answer that could be lost.
  test.skipIf(engine === 'sqlite')('has nothing of a process that does not make it any more', async () => {
    const { id, append, logged } = await begin();
    expect(await append('another', 'Too late')).toEqual([]);
    expect(await logged()).toEqual([]);
    expect(await append('ours', 'The ')).toEqual([{ id }]);
  });

  test.skipIf(engine === 'sqlite')('has it once if the answer to the commit was lost', async () => {
    const { id, append, logged } = await begin();
    await append('ours', 'The ', 'sea');
    expect(await append('ours', 'The ', 'sea', ' is')).toEqual([{ id }]);
    expect(await logged()).toEqual(['The ', 'sea', ' is']);
  });
});
