import { describeOnEngines } from '@noek/db/testing/engines';
import { expect, test } from 'vitest';
import { createLlm } from '../../../../integrations/llm/create-llm.ts';
import {
  loopbackUpstream,
  silentLog,
  stream,
  testTuning,
} from '../../../../integrations/llm/testing/loopback-upstream.ts';
import { events, responseEvents, responseOf } from '../../../../integrations/llm/testing/two-protocols.ts';
import { createChatCtx, finalMessage, userActor } from '../../../../testing/create-chat-ctx.ts';
import { createScriptedTool } from '../../../../testing/stand-ins/scripted-tool.ts';
import { sendMessage } from '../../messages/send-message.ts';

describeOnEngines('encrypted reasoning', (open) => {
  test('goes back within the steps of one answer, is not stored, and does not reach the next answer', async () => {
    const call = { id: 'c1', name: 'look_up', arguments: '{"place":"Kiel"}' };
    const upstream = await loopbackUpstream((response, number) =>
      stream(
        response,
        number === 1
          ? events(...responseEvents({ thought: 'Hm.', encrypted: 'sealed-thought', text: 'Wait.', calls: [call] }))
          : responseOf('At noon.'),
      ),
    );
    const db = await open();
    const llm = await createLlm(
      { providers: [upstream.provider({ api: 'responses' })] },
      { log: silentLog },
      testTuning,
    );
    const tool = createScriptedTool('look_up', ({ done }) => done('Noon.'));
    const ctx = createChatCtx(db, llm, { actor: await userActor(db), toolsOf: () => [tool] });
    const first = await sendMessage(ctx, { conversationId: null, content: 'When is high tide?' });
    const answer = await finalMessage(ctx, first.assistantMessage.id);
    expect(answer).toMatchObject({ status: 'complete', content: 'Wait.\n\nAt noon.' });
    const { input } = upstream.asked[1]?.body ?? {};
    expect((input as object[]).slice(-4)).toMatchObject([
      { type: 'reasoning', encrypted_content: 'sealed-thought' },
      { type: 'message', role: 'assistant', content: 'Wait.' },
      { type: 'function_call', call_id: 'c1', name: 'look_up' },
      { type: 'function_call_output', call_id: 'c1' },
    ]);
    for (const rows of [
      await db.orm.select().from(db.tables.messages),
      await db.orm.select().from(db.tables.generationEvents),
    ])
      expect(JSON.stringify(rows)).not.toContain('sealed-thought');
    const next = await sendMessage(ctx, { conversationId: first.conversation.id, content: 'And low tide?' });
    await finalMessage(ctx, next.assistantMessage.id);
    expect(JSON.stringify(upstream.asked.at(-1)?.body)).not.toContain('sealed-thought');
  });
});
