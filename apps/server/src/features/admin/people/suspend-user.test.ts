import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages, insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { untilLogged } from '../../../testing/create-chat-ctx.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { campaign, openCampaigns, sendDue } from '../../../testing/open-campaigns.ts';
import { insertPerson, lasts, password, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { googleLinkedMail } from '../../auth/auth.mails.ts';
import { signInIdentity } from '../../auth/oidc/identity-account.ts';
import { createSession } from '../../auth/session/session.ts';
import { watchSession } from '../../auth/session/watch-session.ts';
import { login } from '../../auth/sign-in/login.ts';
import { createToken } from '../../auth/tokens/create-token.ts';
import { readToken } from '../../auth/tokens/read-token.ts';
import { campaignProgress } from '../../campaigns/list-campaigns.ts';
import { endCampaigns } from '../../campaigns/sending/send-next-mail.ts';
import { startCampaign } from '../../campaigns/start-campaign.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { claimDueMail } from '../../outbox/due-mail.ts';
import { mailStatement } from '../../outbox/enqueue-mail.ts';
import { endUserSessions } from './end-user-sessions.ts';
import { liftSuspension, suspendUser } from './suspend-user.ts';

describeOnEngines('suspending', (open) => {
  async function opened() {
    const ctx = createTestCtx({ db: await open(), env: { SUPPORT_EMAIL: 'help@noek.test' } });
    const boss = await insertPerson(ctx, { name: 'Ida Admin', accessLevel: 'admin' });
    const person = await insertPerson(ctx, { name: 'Mira', email: 'mira@people.example' });
    const audit = () => auditEntries(ctx.db);
    return { ctx, boss, person, me: await signedInAs(ctx, boss.id), her: await signedInAs(ctx, person.id), audit };
  }
  const browser = (ctx: ReturnType<typeof createTestCtx>) => ctx.as({ kind: 'guest', guestId: null });

  test('ends sessions, open streams and tokens; sign-in is refused with the reason after the right password; nothing is lost', async () => {
    const { ctx, me, her, person, audit, boss } = await opened();
    const { token } = await createToken(her, { name: 'A script', scopes: ['read'], expiresAt: null });
    const { id } = await insertConversation(ctx.db, { userId: person.id });
    await insertMessages(ctx.db, id, ['A question', 'An answer']);
    const stream = watchSession(her);
    expect(await suspendUser(me, { id: person.id, reason: 'Spam' })).toMatchObject({
      suspendedAt: ctx.now().toISOString(),
    });
    await vi.waitFor(() => expect(stream.signal.reason).toMatchObject({ code: 'UNAUTHORIZED' }));
    expect(await lasts(her)).toBe(false);
    await expect(readToken(ctx, token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const refused = { code: 'ACCOUNT_SUSPENDED', message: expect.stringMatching(/suspended.*help@noek\.test/) };
    await expect(login(browser(ctx), { email: person.email, password })).rejects.toMatchObject(refused);
    // A caller without the password does not learn of the suspension.
    await expect(login(browser(ctx), { email: person.email, password: 'wrong' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    const identity = { issuer: 'i', subject: 's', email: person.email, emailVerified: true, name: 'Mira', groups: [] };
    const rules = {
      method: 'google' as const,
      trustsEmail: true,
      linkedMail: () => googleLinkedMail(ctx.config, person),
    };
    await expect(signInIdentity(browser(ctx), identity, rules)).rejects.toMatchObject(refused);
    await expect(createSession(browser(ctx), person.id)).rejects.toMatchObject(refused);
    expect(await ctx.db.orm.select().from(ctx.db.tables.sessions)).toHaveLength(1);
    expect(await ctx.db.orm.select().from(ctx.db.tables.messages)).toHaveLength(2);

    expect(await liftSuspension(me, { id: person.id, reason: 'A mistake' })).toMatchObject({ suspendedAt: null });
    await login(browser(ctx), { email: person.email, password });
    expect(await audit()).toMatchObject([
      { action: 'user.suspended', actorId: boss.id, targetUserId: person.id, detail: { reason: 'Spam' } },
      { action: 'user.suspension-lifted', actorId: boss.id, targetUserId: person.id, detail: { reason: 'A mistake' } },
    ]);
  });

  test('withdraws the emails of campaigns that wait for the person, for good, and no other mail', async () => {
    const { ctx, mail, admin } = await openCampaigns(await open());
    for (const id of ['a', 'b']) await insertUser(ctx.db, { id, name: id, email: `${id}@people.example` });
    await ctx.db.write((orm) =>
      mailStatement(ctx, orm, {
        kind: 'receipt',
        to: 'a@people.example',
        userId: 'a',
        subject: 'S',
        text: 'T',
        html: 'T',
      }),
    );
    const { id } = await startCampaign(admin, campaign({ recipientType: 'basic' }));
    await suspendUser(admin, { id: 'a', reason: 'Spam' });
    await liftSuspension(admin, { id: 'a', reason: 'A mistake' });
    expect(await sendDue(ctx)).toBe(1);
    await endCampaigns(ctx);
    expect(mail.sent.map(({ to }) => to)).toEqual(['b@people.example']);
    expect(await campaignProgress(admin, { id })).toMatchObject({ status: 'done', total: 2, sent: 1, withdrawn: 1 });
    expect(await claimDueMail(ctx, 5)).toMatchObject([{ kind: 'receipt', status: 'pending' }]);
  });

  test.each([
    { from: 'the same process', elsewhere: false },
    { from: 'another process', elsewhere: true },
  ])('ends an answer that is being made, from $from', async ({ elsewhere }) => {
    const db = await open();
    const llm = createScriptedLlm();
    const ctx = createTestCtx({ db, llm });
    const person = await insertPerson(ctx);
    const admin = await insertPerson(ctx, { accessLevel: 'admin' });
    const her = await signedInAs(ctx, person.id);
    await ctx.generations.begin();
    onTestFinished(async () => void (await ctx.generations.drain(0)));
    const begun = await sendMessage(her, { conversationId: null, content: 'Tell me' });
    const call = await llm.call(0);
    call.text('Some words');
    await untilLogged(ctx, begun.assistantMessage.id, 'Some words');
    const waiting = await sendMessage(her, { conversationId: null, content: 'And this' });
    const unheard = await llm.call(1);
    const me = await signedInAs(elsewhere ? createTestCtx({ db }) : ctx, admin.id);
    await suspendUser(me, { id: person.id, reason: 'Spam' });
    const inTime = { timeout: 5_000, interval: 10 };
    await vi.waitFor(() => expect(call.request.signal.aborted).toBe(true), inTime);
    await vi.waitFor(() => expect(unheard.request.signal.aborted).toBe(true), inTime);
    const { messages } = db.tables;
    const ended = { [begun.assistantMessage.id]: 'stopped: Some words', [waiting.assistantMessage.id]: 'stopped: ' };
    await vi.waitFor(async () => {
      const rows = await db.orm.select().from(messages).where(eq(messages.role, 'assistant'));
      expect(Object.fromEntries(rows.map(({ id, status, content }) => [id, `${status}: ${content}`]))).toEqual(ended);
    }, inTime);
  });

  test('a sign-in at the same moment is refused or ended', async () => {
    const { ctx, me, person } = await opened();
    await Promise.allSettled([
      suspendUser(me, { id: person.id, reason: 'Spam' }),
      ...Array.from({ length: 5 }, () => login(browser(ctx), { email: person.email, password })),
    ]);
    const { sessions } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
  });

  test('a repeated suspension changes nothing; oneself, the only administrator and non-administrators are refused', async () => {
    const { ctx, me, her, person, boss, audit } = await opened();
    await suspendUser(me, { id: person.id, reason: 'Spam' });
    await suspendUser(me, { id: person.id, reason: 'Again' });
    expect(await audit()).toHaveLength(1);
    await expect(suspendUser(me, { id: boss.id, reason: 'Me' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(suspendUser(me, { id: 'nobody', reason: 'X' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const verb of [suspendUser, liftSuspension, endUserSessions]) {
      await expect(verb(her, { id: boss.id, reason: 'X' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(verb(ctx, { id: boss.id, reason: 'X' })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    const second = await insertUser(ctx.db, { accessLevel: 'admin' });
    const other = await signedInAs(ctx, second.id);
    const both = await Promise.allSettled([
      suspendUser(me, { id: second.id, reason: 'X' }),
      suspendUser(other, { id: boss.id, reason: 'X' }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('ending all sessions signs the person out everywhere; they may sign in again', async () => {
    const { ctx, me, her, person, audit, boss } = await opened();
    const elsewhere = await signedInAs(ctx, person.id);
    const stream = watchSession(elsewhere);
    expect(await endUserSessions(me, { id: person.id, reason: 'A lost phone' })).toEqual({
      message: 'All sessions ended.',
    });
    await vi.waitFor(() => expect(stream.signal.aborted).toBe(true));
    expect([await lasts(her), await lasts(elsewhere), await lasts(me)]).toEqual([false, false, true]);
    await login(browser(ctx), { email: person.email, password });
    expect(await audit()).toMatchObject([
      { action: 'user.sessions-ended', actorId: boss.id, targetUserId: person.id, detail: { reason: 'A lost phone' } },
    ]);
    await expect(endUserSessions(me, { id: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
