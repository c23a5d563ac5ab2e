import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { auditEntries } from '../../testing/audit-entries.ts';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../testing/create-test-ctx.ts';
import { insertPerson, signedInAs } from '../../testing/sign-in.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { deleteConversation } from '../chat/conversations/conversation-trash.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { shareConversation } from '../chat/sharing/share-conversation.ts';
import { addFile } from '../files/adding/add-file.ts';
import { findReportedFile } from './find-reported-file.ts';
import { openReport } from './open-report.ts';
import { reportAnswer } from './report-answer.ts';
import { reportShare } from './report-share.ts';
import { takeDownShare } from './take-down-share.ts';

const notFound = { code: 'NOT_FOUND' };

describeOnEngines('the files of what was reported', (open) => {
  async function begin() {
    const db = await open();
    const owner = createChatCtx(
      db,
      createScriptedLlm((call) => {
        call.text('An answer.');
        call.finish();
      }),
      { actor: await userActor(db) },
    ) as TestCtx;
    const admin = async (name: string) =>
      signedInAs(owner, (await insertPerson(owner, { name, accessLevel: 'admin' })).id);
    const [ida, bo] = [await admin('Ida'), await admin('Bo')];
    const add = (name: string) => addFile(owner, { name, body: new Blob(['The tide is high.']).stream() });
    const ask = async (fileId: string, conversationId: number | null = null) => {
      const sent = await sendMessage(owner, { conversationId, content: 'Look', fileIds: [fileId] });
      await finalMessage(owner, sent.assistantMessage.id);
      return sent;
    };
    const reportId = async (conversationId: number) => {
      const { reports: r } = db.tables;
      const [row] = await db.orm.select({ id: r.id }).from(r).where(eq(r.conversationId, conversationId));
      return row?.id ?? '';
    };
    return { db, owner, ida, bo, add, ask, reportId };
  }

  test('those around a reported answer open for the administrator who has opened the report, for an hour', async () => {
    const { db, owner, ida, bo, add, ask, reportId } = await begin();
    const [file, elsewhere] = [await add('notes.txt'), await add('elsewhere.txt')];
    const { conversation, assistantMessage } = await ask(file.id);
    await ask(elsewhere.id);
    await reportAnswer(owner, { messageId: assistantMessage.id, reason: 'wrong', text: '' });
    const id = await reportId(conversation.id);
    const find = (who: TestCtx, fileId = file.id) => findReportedFile(who, { id, fileId });
    await expect(find(ida)).rejects.toMatchObject(notFound);
    const { messages } = await openReport(ida, { id });
    expect(messages[0]?.files).toEqual([{ id: file.id, name: 'notes.txt', type: 'text/plain' }]);
    const entries = await auditEntries(db);
    expect(await find(ida)).toMatchObject({ id: file.id });
    expect(await auditEntries(db)).toEqual(entries);
    await expect(find(ida, elsewhere.id)).rejects.toMatchObject(notFound);
    await expect(find(bo)).rejects.toMatchObject(notFound);
    await expect(find(owner)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    owner.clock.advance(60 * 60_000 + 1);
    await expect(find(ida)).rejects.toMatchObject(notFound);
  });

  test('those that a reported link includes open, also after it was taken down, but not from the trash', async () => {
    const { db, owner, ida, add, ask, reportId } = await begin();
    const [file, later] = [await add('notes.txt'), await add('later.txt')];
    const { conversation } = await ask(file.id);
    const ref = { conversationId: conversation.id };
    await shareConversation(owner, ref);
    await reportShare(owner.as(await guestActor(db)), { ...ref, reason: 'other', text: 'Look' });
    const id = await reportId(conversation.id);
    const find = (fileId = file.id) => findReportedFile(ida, { id, fileId });
    await openReport(ida, { id });
    // Readers, too, see only its name.
    await expect(find()).rejects.toMatchObject(notFound);
    await shareConversation(owner, { ...ref, includeFiles: true });
    await ask(later.id, conversation.id);
    expect(await find()).toMatchObject({ id: file.id });
    await expect(find(later.id)).rejects.toMatchObject(notFound);
    await takeDownShare(ida, { id, reason: 'Spam' });
    expect(await find()).toMatchObject({ id: file.id });
    await deleteConversation(owner, ref);
    await expect(find()).rejects.toMatchObject(notFound);
  });
});
