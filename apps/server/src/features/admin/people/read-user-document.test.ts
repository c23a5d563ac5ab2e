import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertDocument } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../../testing/sign-in.ts';
import { readUserDocument } from './read-user-document.ts';
import { readUserMessages } from './read-user-messages.ts';

const notFound = { code: 'NOT_FOUND' };

describeOnEngines('documents of a person whose messages an administrator reads', (open) => {
  test('each version opens as it was, under the entry of the reading, for an hour', async () => {
    const ctx = createTestCtx({ db: await open() });
    const admin = async (name: string) => signedInAs(ctx, (await insertPerson(ctx, { name, accessLevel: 'admin' })).id);
    const [me, colleague] = [await admin('Ida'), await admin('Bo')];
    const [person, other] = [await insertPerson(ctx, { name: 'Mira' }), await insertPerson(ctx, { name: 'Other' })];
    const { id: conversationId } = await insertConversation(ctx.db, { userId: person.id });
    const { id: documentId } = await insertDocument(ctx.db, { conversationId, contents: ['# First', '# Second'] });
    const asked = { id: person.id, documentId, version: 1 };
    await expect(readUserDocument(me, asked)).rejects.toMatchObject(notFound);
    await readUserMessages(me, { id: other.id, reason: 'A report', limit: 10 });
    await expect(readUserDocument(me, asked)).rejects.toMatchObject(notFound);
    await readUserMessages(me, { id: person.id, reason: 'A report', limit: 10 });
    expect(await readUserDocument(me, asked)).toMatchObject({ kind: 'markdown', content: '# First' });
    expect(await readUserDocument(me, { ...asked, version: 2 })).toMatchObject({ content: '# Second' });
    expect(await auditEntries(ctx.db)).toHaveLength(2);
    for (const wrong of [{ id: other.id }, { version: 3 }, { documentId: 'x' }])
      await expect(readUserDocument(me, { ...asked, ...wrong })).rejects.toMatchObject(notFound);
    await expect(readUserDocument(colleague, asked)).rejects.toMatchObject(notFound);
    const her = await signedInAs(ctx, person.id);
    await expect(readUserDocument(her, asked)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    ctx.clock.advance(60 * 60_000 + 1);
    await expect(readUserDocument(me, asked)).rejects.toMatchObject(notFound);
  });

  test('none of a temporary chat or of the trash opens', async () => {
    const ctx = createTestCtx({ db: await open() });
    const me = await signedInAs(ctx, (await insertPerson(ctx, { accessLevel: 'admin' })).id);
    const person = await insertPerson(ctx, { name: 'Mira' });
    await readUserMessages(me, { id: person.id, reason: 'A report', limit: 10 });
    for (const given of [{ temporary: true }, { deletedAt: ctx.now() }]) {
      const { id: conversationId } = await insertConversation(ctx.db, { userId: person.id, ...given });
      const { id: documentId } = await insertDocument(ctx.db, { conversationId });
      const asked = { id: person.id, documentId, version: 1 };
      await expect(readUserDocument(me, asked)).rejects.toMatchObject(notFound);
    }
  });
});
