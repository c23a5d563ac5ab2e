import { maxFilesOfMessage } from '@noek/contract/files/limits';
import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import type { LiveNews } from '../chat/live/live.ts';
import { listMessages } from '../chat/messages/list-messages.ts';
import { readMessage } from '../chat/messages/read-message.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { requireOwner } from '../chat/records/owner.ts';
import { addFile } from './adding/add-file.ts';
import { deleteFile } from './delete-file.ts';
import { findFile } from './files.queries.ts';
import { updateMessageFiles } from './sending/update-message-files.ts';

describeOnEngines('a deleted file', (open) => {
  async function begin(actorOf: typeof userActor | typeof guestActor = userActor) {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text('An answer.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor: await actorOf(db) });
    const add = async (name: string) => {
      const { id } = await addFile(ctx, { name, body: new Blob([`This is ${name}.`]).stream() });
      await ctx.fileReadings.untilRead(id, 20_000);
      return id;
    };
    const send = async (fileIds: string[], to: { conversationId?: number; parentId?: string | null } = {}) => {
      const sent = await sendMessage(ctx, { conversationId: null, content: 'Look', fileIds, ...to });
      await finalMessage(ctx, sent.assistantMessage.id);
      return sent;
    };
    const filesOf = async (messageId: string) =>
      (await readMessage(ctx, { messageId })).files.map(({ name, deleted }) => [name, deleted ?? false]);
    return { db, ctx, add, send, filesOf };
  }

  test.each([userActor, guestActor])(
    'is marked in every message that has it, which open pages read again: %o',
    async (who) => {
      const { ctx, add, send, filesOf } = await begin(who);
      const [one, two] = [await add('one.txt'), await add('two.txt')];
      const first = await send([one, two]);
      // Another version of the same message, and another conversation.
      const edited = await send([one], { conversationId: first.conversation.id, parentId: null });
      const elsewhere = await send([one]);
      const other = await send([two]);
      const news: LiveNews[] = [];
      ctx.live.listen(requireOwner(ctx), (item) => news.push(item));
      await deleteFile(ctx, { fileId: one });
      expect(await filesOf(first.userMessage.id)).toEqual([
        ['one.txt', true],
        ['two.txt', false],
      ]);
      for (const { userMessage } of [edited, elsewhere])
        expect(await filesOf(userMessage.id)).toEqual([['one.txt', true]]);
      expect(await filesOf(other.userMessage.id)).toEqual([['two.txt', false]]);
      const stale = news.flatMap((item) => (item.type === 'stale' ? item.conversationId : []));
      expect(stale.toSorted()).toEqual([first.conversation.id, elsewhere.conversation.id].toSorted());
      const [question] = await listMessages(ctx, { conversationId: elsewhere.conversation.id });
      expect(question?.files).toMatchObject([{ id: one, name: 'one.txt', size: 16, deleted: true }]);
      await expect(deleteFile(ctx, { fileId: one })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    },
  );

  test('and others of the same message, deleted at the same time, are all marked', async () => {
    const { ctx, add, send, filesOf } = await begin();
    const names = Array.from({ length: maxFilesOfMessage }, (_, n) => `${n}.txt`);
    const ids = await Promise.all(names.map(add));
    const { userMessage } = await send(ids);
    await Promise.all(ids.map((fileId) => deleteFile(ctx, { fileId })));
    expect(await filesOf(userMessage.id)).toEqual(names.map((name) => [name, true]));
  });

  test('that is being sent is refused, or marked', async () => {
    const { ctx, add, filesOf } = await begin();
    for (let n = 0; n < 15; n++) {
      const fileId = await add(`${n}.txt`);
      const [sent] = await Promise.allSettled([
        sendMessage(ctx, { conversationId: null, content: 'Look', fileIds: [fileId] }),
        deleteFile(ctx, { fileId }),
      ]);
      if (sent.status === 'rejected') expect(sent.reason).toMatchObject({ code: 'NOT_FOUND' });
      else {
        expect(await filesOf(sent.value.userMessage.id)).toEqual([[`${n}.txt`, true]]);
        await finalMessage(ctx, sent.value.assistantMessage.id);
      }
    }
  });

  test('stays marked when its reading ends at that moment', async () => {
    const { db, ctx, add, send, filesOf } = await begin();
    for (let n = 0; n < 10; n++) {
      const fileId = await add(`${n}.txt`);
      const { userMessage } = await send([fileId]);
      const row = await findFile(ctx, fileId);
      await Promise.all([
        updateMessageFiles(db, { ...row, characters: 1_000 + n }),
        deleteFile(ctx, { fileId }),
        updateMessageFiles(db, { ...row, characters: 2_000 + n }),
      ]);
      expect(await filesOf(userMessage.id)).toEqual([[`${n}.txt`, true]]);
    }
  });
});
