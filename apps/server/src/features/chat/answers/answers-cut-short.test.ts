import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import type { FinishReason } from '../../../integrations/llm/llm.ts';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';

describeOnEngines('an answer that its model ends', (open) => {
  test.each<[FinishReason, string | null]>([
    ['stop', null],
    ['unknown', null],
    ['length', 'The model stopped here: it reached its maximum answer length.'],
    ['content-filter', "The provider's content filter stopped the answer here."],
    ['other', 'The model stopped here, and its provider did not say that the answer is complete.'],
  ])('with the reason %s keeps its text and says whether it was cut short', async (reason, error) => {
    const db = await open();
    const llm = createScriptedLlm((call) => {
      call.text('One');
      call.finish(reason);
    });
    const ctx = createChatCtx(db, llm, { actor: await userActor(db) });
    const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Count' });
    expect(await finalMessage(ctx, assistantMessage.id)).toMatchObject({ status: 'complete', content: 'One', error });
  });
});
