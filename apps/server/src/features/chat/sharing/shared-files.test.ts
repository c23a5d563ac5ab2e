import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { continueShared } from './continue-shared.ts';
import { readShared } from './read-shared.ts';
import { shareConversation } from './share-conversation.ts';

describeOnEngines('files of a shared conversation', (open) => {
  test('readers see the names of files, and nothing of what is in them', async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(db, createScriptedLlm(), { actor });
    const anybody = ctx.as({ kind: 'guest', guestId: null });
    const stranger = ctx.as(await userActor(db));
    const { id: conversationId } = await insertConversation(db, { userId: actor.user.id });
    await insertMessages(db, conversationId, ['', 'It is [1].']);
    const ref = { conversationId };
    const { messages: m } = db.tables;
    const [question, answer] = await db.orm.select().from(m).orderBy(asc(m.ordinal));
    const file = { id: 'file-id', name: 'lease.pdf', type: 'application/pdf', size: 9, state: 'ready' as const };
    const source = {
      number: 1,
      url: '',
      title: 'lease.pdf',
      site: 'Page 2',
      quote: 'Secret rent',
      kind: 'file' as const,
    };
    const change = (id = '', values: object) => db.write((orm) => orm.update(m).set(values).where(eq(m.id, id)));
    await change(question?.id, { files: [file] });
    await change(answer?.id, { sources: [{ ...source, fileId: file.id, page: 2 }] });
    await shareConversation(ctx, ref);
    const { messages } = await readShared(anybody, ref);
    expect(messages).toMatchObject([
      { content: '', files: [{ name: 'lease.pdf', type: 'application/pdf' }] },
      { sources: [{ number: 1, title: 'lease.pdf', quote: '' }] },
    ]);
    const copy = await continueShared(stranger, ref);
    const copied = await db.orm.select().from(m).where(eq(m.conversationId, copy.id)).orderBy(asc(m.ordinal));
    expect(copied[0]?.files).toMatchObject([{ name: 'lease.pdf', problem: 'This file was not shared.' }]);
    for (const known of [messages, copied, await db.orm.select().from(db.tables.shareSnapshots)]) {
      expect(JSON.stringify(known)).not.toContain('Secret rent');
      expect(JSON.stringify(known)).not.toContain('file-id');
    }
  });
});
