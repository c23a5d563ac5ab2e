import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../../messages/send-message.ts';

describeOnEngines('whether a provider may store an exchange', (open) => {
  test.each([
    ['a person who allows training', true, true],
    ['a person who does not', false, false],
    ['a guest', null, false],
  ])('for %s: %s', async (_, allowModelTraining, store) => {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text('Yes.');
      call.finish();
    });
    const actor = allowModelTraining === null ? await guestActor(db) : await userActor(db, { allowModelTraining });
    const ctx = createChatCtx(db, llm, { actor });
    const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Hello' });
    await finalMessage(ctx, assistantMessage.id);
    expect(llm.calls[0]?.request).toMatchObject({ store });
  });
});
