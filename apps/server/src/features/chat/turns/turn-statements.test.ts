import { openTestDatabase } from '@noek/db/testing/engines';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { executedStatements } from '../../../testing/executed-statements.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../messages/send-message.ts';

/** What a statement does: "insert messages", "update conversations". */
const short = (sql: string) =>
  /^(select|insert|update|delete)\b/.exec(sql)?.[0] +
  ' ' +
  (/^(?:update|insert into|delete from) "(\w+)"/.exec(sql) ?? / from "?(\w+)"?/.exec(sql))?.[1];

/** Resolves when an answer has ended, without a query. */
const untilDone = (ctx: TestCtx, messageId: string) =>
  new Promise<void>((resolve) => {
    ctx.generations.follow(messageId, 0, {
      onEvent: (event) => event.type === 'done' && resolve(),
      onMoved() {},
    });
  });

/** The statements of a message in a conversation that has one, and of its answer. */
async function statementsOfTurn(who: 'guest' | 'user'): Promise<string[]> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const executed = executedStatements(db);
  const llm = createScriptedLlm((call) => {
    call.text('It is warm in here.');
    call.finish();
  });
  const actor = who === 'guest' ? await guestActor(db) : await userActor(db);
  const ctx = createChatCtx(db, llm, { actor, request: { browser: 'b' } });
  const send = async (conversationId: number | null) => {
    const sent = await sendMessage(ctx, {
      conversationId,
      content: 'Is it warm?',
      clientMessageId: crypto.randomUUID(),
    });
    await untilDone(ctx, sent.assistantMessage.id);
    return sent.conversation.id;
  };
  const id = await send(null);
  executed.length = 0;
  await send(id);
  return executed.map(short);
}

const written = [
  'insert allowance_accounts',
  'insert allowance_ledger',
  'update conversations',
  'insert messages',
  'insert generations',
  'insert figures',
  'delete generations',
  'update messages',
  'insert figures',
];

test.each([
  ['guest', ['select conversations', 'select messages', 'select documents']],
  ['user', ['select conversations', 'select messages', 'select memories', 'select documents']],
] as const)('a turn of a %s on SQLite runs no statement more than these', async (who, read) => {
  const executed = await statementsOfTurn(who);
  expect(executed.filter((text) => !text.startsWith('select'))).toEqual(written);
  expect(executed.filter((text) => text.startsWith('select'))).toEqual(read);
});
