import { openTestDatabase } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, userActor } from '../../../testing/create-chat-ctx.ts';
import { queryPlans } from '../../../testing/query-plans.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { readHistory } from '../prompt/history.ts';
import { listMessagePage } from './list-message-page.ts';

/** A conversation with more text than a prompt takes. */
async function longConversation() {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const actor = await userActor(db);
  const { id } = await insertConversation(db, { userId: actor.user.id });
  const rows = await insertMessages(
    db,
    id,
    Array.from({ length: 60 }, () => 'x'.repeat(3_000)),
  );
  return { db, ctx: createChatCtx(db, createScriptedLlm(), { actor }), id, head: rows.at(-1)?.id ?? null };
}

test('a page of messages costs what is on it, the first one of a long conversation too', async () => {
  const { db, ctx, id } = await longConversation();
  const plan = await queryPlans(db, () =>
    listMessagePage(ctx, { conversationId: id, limit: 10, cursor: { before: 5 } }),
  );
  expect(plan).toContain('SEARCH messages USING INDEX messages_conversation (conversation_id=? AND ordinal<?)');
  expect(plan).toContain('SEARCH messages USING INDEX messages_parent (parent_id=? AND conversation_id=?)');
  expect(plan).not.toContain('SEARCH messages USING INDEX messages_conversation (conversation_id=?)');
});

test('a prompt reads none of the messages that it leaves out', async () => {
  const { db, id, head } = await longConversation();
  let leftOut = 0;
  const plan = await queryPlans(db, async () => {
    leftOut = (await readHistory(db, { conversationId: id, parentId: head }, 16_000)).leftOut;
  });
  expect(leftOut).toBeGreaterThan(30);
  expect(plan).toContain('SEARCH messages USING INDEX messages_hidden (conversation_id=? AND ordinal<?)');
  expect(plan.filter((step) => step.includes('messages_conversation'))).toEqual([]);
});
