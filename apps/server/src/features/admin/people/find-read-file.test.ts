import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { findReadFile } from './find-read-file.ts';
import { readUserMessages } from './read-user-messages.ts';

describeOnEngines('findReadFile', (open) => {
  async function opened() {
    const ctx = createTestCtx({ db: await open() });
    const [boss, second] = [
      await insertPerson(ctx, { name: 'Ida Admin', accessLevel: 'admin' }),
      await insertPerson(ctx, { name: 'Bo Admin', accessLevel: 'admin' }),
    ];
    const [person, other] = [await insertPerson(ctx, { name: 'Mira' }), await insertPerson(ctx, { name: 'Other' })];
    const her = await signedInAs(ctx, person.id);
    const add = async (deletedAt: Date | null) => {
      const { id } = await insertConversation(ctx.db, { userId: person.id, deletedAt });
      const [message] = await insertMessages(ctx.db, id, ['About this']);
      const file = await addFile(her, { name: 'notes.txt', body: new Blob(['The tide is high.']).stream() });
      const row = { messageId: message?.id ?? '', fileId: file.id };
      await ctx.db.write((orm) => orm.insert(ctx.db.tables.messageFiles).values(row));
      return file;
    };
    const me = await signedInAs(ctx, boss.id);
    return { ctx, me, her, person, other, colleague: await signedInAs(ctx, second.id), add };
  }
  const notFound = { code: 'NOT_FOUND' };

  test('a file opens for the administrator who read the messages, for an hour, without another entry', async () => {
    const { ctx, me, her, person, other, colleague, add } = await opened();
    const file = await add(null);
    const asked = { id: person.id, fileId: file.id };
    await expect(findReadFile(me, asked)).rejects.toMatchObject(notFound);
    await readUserMessages(me, { id: other.id, reason: 'A report', limit: 10 });
    await expect(findReadFile(me, asked)).rejects.toMatchObject(notFound);
    await readUserMessages(me, { id: person.id, reason: 'A report', limit: 10 });
    expect(await findReadFile(me, asked)).toMatchObject({ id: file.id, name: 'notes.txt' });
    expect(await auditEntries(ctx.db)).toHaveLength(2);
    await expect(findReadFile(me, { ...asked, id: other.id })).rejects.toMatchObject(notFound);
    await expect(findReadFile(colleague, asked)).rejects.toMatchObject(notFound);
    await expect(findReadFile(her, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    ctx.clock.advance(60 * 60_000 + 1);
    await expect(findReadFile(me, asked)).rejects.toMatchObject(notFound);
  });

  test('no file of the trash or without a message opens, and none for a report', async () => {
    const { ctx, me, her, person, add } = await opened();
    const thrownAway = await add(ctx.now());
    const unsent = await addFile(her, { name: 'unsent.txt', body: new Blob(['A text.']).stream() });
    const shown = await add(null);
    const { auditLog } = ctx.db.tables;
    const reading = { id: 'a', action: 'messages.read', actorId: me.actor.kind === 'admin' ? me.actor.user.id : '' };
    const row = {
      ...reading,
      targetUserId: person.id,
      detail: { reason: 'A report', report: 'r' },
      createdAt: ctx.now(),
    };
    await ctx.db.write((orm) => orm.insert(auditLog).values(row));
    const find = (fileId: string) => findReadFile(me, { id: person.id, fileId });
    await expect(find(shown.id)).rejects.toMatchObject(notFound);
    await readUserMessages(me, { id: person.id, limit: 10 });
    expect(await find(shown.id)).toMatchObject({ id: shown.id });
    for (const { id } of [thrownAway, unsent]) await expect(find(id)).rejects.toMatchObject(notFound);
  });
});
