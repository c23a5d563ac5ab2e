import { describeOnEngines } from '@noek/db/testing/engines';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, untilLogged } from '../../../testing/create-chat-ctx.ts';
import { createTestApp } from '../../../testing/create-test-app.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { deleteAccount } from '../../auth/account/delete-account.ts';
import { changePassword } from '../../auth/password/change-password.ts';
import { forgotPassword } from '../../auth/password/forgot-password.ts';
import { resetPassword } from '../../auth/password/reset-password.ts';
import { logout } from '../../auth/session/logout.ts';
import { endOtherSessions, endOwnSession, ownSessions } from '../../auth/session/own-sessions.ts';
import { sendMessage } from '../messages/send-message.ts';
import { followAnswer } from './follow-answer.ts';

const ended = { code: 'UNAUTHORIZED', message: 'You were signed out.' };
type Act = (ctx: TestCtx, other: TestCtx, email: string) => Promise<unknown>;
const endings: [string, Act][] = [
  ['logout of the same login', (_, other) => logout(other)],
  [
    'a change of the password',
    (_, other) => changePassword(other, { currentPassword: password, newPassword: 'another one' }),
  ],
  ['the deletion of the account', (_, other) => deleteAccount(other)],
  ['the end of all other sessions', async (ctx, other) => endOtherSessions(await signedInAs(ctx, userIdOf(other)))],
  [
    'the end of this session from the list',
    async (ctx, other) => {
      const elsewhere = await signedInAs(ctx, userIdOf(other));
      for (const { id, current } of await ownSessions(elsewhere)) if (!current) await endOwnSession(elsewhere, { id });
    },
  ],
  [
    'a reset of the password',
    async (ctx, _, email) => {
      await forgotPassword(ctx, { email });
      const token = tokenIn((await mailsTo(ctx.db, email)).at(-1));
      await resetPassword(ctx, { token, newPassword: 'another one' });
    },
  ],
];
const userIdOf = (ctx: TestCtx) => (ctx.actor as { user: { id: string } }).user.id;

describeOnEngines('an ended session', (open) => {
  test('ends the streams of both transports with a message', async () => {
    const db = await open();
    const llm = createScriptedLlm();
    const { ctx, caller } = createTestApp(db, llm);
    const { email } = await insertPerson(ctx);
    const me = caller();
    await me.call('/api/auth/login', { method: 'POST', body: { email, password } });
    const { body: chat } = await me.json<{ id: number }>('/api/conversations', { method: 'POST', body: {} });
    const rest = await me.call(`/api/conversations/${chat.id}/messages`, {
      method: 'POST',
      body: { content: 'Tell me' },
      headers: { Accept: 'text/event-stream' },
    });
    const [answer] = await db.orm.select().from(db.tables.messages).where(eq(db.tables.messages.role, 'assistant'));
    const input = encodeURIComponent(JSON.stringify({ messageId: answer?.id }));
    const trpc = await me.call(`/api/trpc/chat.events?input=${input}`, { headers: { Accept: 'text/event-stream' } });
    (await llm.call(0)).text('The sea');
    await me.call('/api/auth/logout', { method: 'POST' });
    expect(await rest.text()).toMatch(/event: error\ndata: .*"code":"UNAUTHORIZED"/);
    expect(await trpc.text()).toMatch(/event: serialized-error\ndata: .*You were signed out/);
  });

  test.each(endings)('%s ends its open streams on every host', async (_, act) => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm);
    const { id, email } = await insertPerson(ctx);
    const auth = await signedInAs(ctx, id);
    const [row] = await db.orm.select().from(db.tables.sessions);
    const chat = await signedInAs(ctx, id, { familyId: row?.familyId ?? '' });
    const sent = await sendMessage(chat, { conversationId: null, content: 'Tell me' });
    const events = followAnswer(chat, { messageId: sent.assistantMessage.id }, new AbortController().signal);
    (await llm.call(0)).text('The sea');
    expect(await events.next()).toMatchObject({ value: { text: 'The sea' } });
    // A write that finds its answer deleted would end the stream, too.
    await untilLogged(ctx, sent.assistantMessage.id, 'The sea');
    // The stream may end before the act does.
    const refused = expect(events.next()).rejects.toMatchObject(ended);
    await act(ctx, auth, email);
    await refused;
  });
});
