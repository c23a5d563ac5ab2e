import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { exported, imported } from '../../../testing/archives.ts';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listQueue } from '../../chat/queue/change-queue.ts';
import { addToQueue } from '../../chat/queue/queued-message.ts';
import { userOwner } from '../../chat/records/owner.ts';
import { onlyChat } from './testing/chats.ts';

describeOnEngines('queued messages in an archive', (open) => {
  test('are exported, and imported into a paused queue', async () => {
    const db = await open();
    const person = await userActor(db);
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: person });
    const { id: conversationId } = await insertConversation(db, { userId: person.user.id, title: 'Tides' });
    await insertMessages(db, conversationId, ['A question', 'An answer']);
    for (const content of ['One', 'Two'])
      await addToQueue(
        ctx,
        userOwner(person.user.id),
        { conversationId, content, clientMessageId: content },
        { steers: false },
      );
    const archive = await exported(ctx, person.user.id);
    const other = await userActor(db);
    const there = ctx.as(other);
    await imported(there, other.user.id, archive);
    const copy = await onlyChat(there, other.user.id);
    expect(await listQueue(there, { conversationId: copy.id })).toMatchObject({
      messages: [
        { content: 'One', position: 1 },
        { content: 'Two', position: 2 },
      ],
      paused: { reason: 'imported', message: 'This chat was imported, so its queued messages wait.' },
    });
    expect(llm.calls).toHaveLength(0);
  });
});
