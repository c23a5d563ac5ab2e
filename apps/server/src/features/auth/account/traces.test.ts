import { randomUUID } from 'node:crypto';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories, insertUser } from '@noek/db/testing/factories';
import { sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { auditEntries } from '../../../testing/audit-entries.ts';
import { changedStep } from '../../../testing/changed-step.ts';
import { createChatCtx, finalMessage, guestActor } from '../../../testing/create-chat-ctx.ts';
import { createRecordingTransport, createTestCtx, type TestCtx } from '../../../testing/create-test-ctx.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { insertPerson, password, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { traces } from '../../../testing/traces.ts';
import { createConversation } from '../../chat/conversations/create-conversation.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { shareConversation } from '../../chat/sharing/share-conversation.ts';
import { createMemory } from '../../memory/create-memory.ts';
import { claimDueMail, deliverMail } from '../../outbox/due-mail.ts';
import { crossDomainLogin } from '../cross-domain/cross-domain-login.ts';
import { generateCrossDomainToken } from '../cross-domain/generate-cross-domain-token.ts';
import { changeEmail } from '../email/change-email.ts';
import { changePassword } from '../password/change-password.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { resetPassword } from '../password/reset-password.ts';
import { login } from '../sign-in/login.ts';
import { resendVerification } from '../sign-up/resend-verification.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { verifyEmail } from '../sign-up/verify-email.ts';
import { deleteAccount } from './delete-account.ts';
import { makeAdmin } from './make-admin.ts';

const first = 'ada@people.example';
const second = 'lovelace@people.example';
const third = 'countess@people.example';
const name = 'Augusta Lovelace';
const answering = () =>
  createScriptedLlm((call) => {
    call.text('Yes.');
    call.finish();
  });

async function deliverAll(ctx: TestCtx): Promise<void> {
  for (const row of await claimDueMail(ctx, 100)) await deliverMail(ctx, row);
}

const newest = async (ctx: TestCtx, address: string, kind: string) =>
  tokenIn((await mailsTo(ctx.db, address)).findLast((mail) => mail.kind === kind && mail.text !== ''));

describeOnEngines('after an account was deleted', (open) => {
  test('no row in any table names the person, except the audit entry of the deletion, once the confirmation is sent', async () => {
    const mail = createRecordingTransport();
    const db = await open();
    const ctx = createChatCtx(db, answering(), { mail, actor: await guestActor(db) });
    const stranger = ctx.as({ kind: 'guest', guestId: null });

    await sendMessage(ctx, { conversationId: null, content: `I am ${name}`, clientMessageId: 'a' });
    await signUp(ctx, { name, email: first, password });
    await verifyEmail(stranger, { token: await newest(ctx, first, 'verify-email') });
    const { id } = await login(ctx, { email: first, password });
    const me = await signedInAs(ctx, id);
    ctx.clock.advance(1000);
    await changeEmail(me, { newEmail: second, password });
    await verifyEmail(stranger, { token: await newest(ctx, second, 'verify-email') });
    await makeAdmin(ctx.as({ kind: 'system' }), { email: second });
    await insertUser(db, { name: 'Another', accessLevel: 'admin' });
    await signUp(stranger, { name: 'Somebody', email: second, password: 'another one' });
    await forgotPassword(stranger, { email: second });
    await resendVerification(stranger, { email: second });
    await changePassword(me, { currentPassword: password, newPassword: 'another password' });
    await generateCrossDomainToken(me, {});
    await changeEmail(me, { newEmail: third, password: 'another password' });
    await forgotPassword(stranger, { email: third });
    const { conversation, assistantMessage } = await sendMessage(me, { conversationId: null, content: `${name} asks` });
    await finalMessage(me, assistantMessage.id);
    await shareConversation(me, { conversationId: conversation.id });
    await insertMemories(db, id, [{ content: `Is called ${name}` }]);
    const { auditLog, identities } = db.tables;
    await db.write((orm) =>
      orm.insert(identities).values({ issuer: 'i', subject: 's', userId: id, createdAt: ctx.now() }),
    );
    const companyLogin = { provider: 'acme', issuer: 'i', subject: 's', refreshToken: first, checkedAt: ctx.now() };
    await db.write((orm) =>
      orm.insert(db.tables.companyLogins).values({ ...companyLogin, id: 'l', familyId: 'f', userId: id }),
    );
    const entry = {
      id: randomUUID(),
      action: 'messages.read',
      targetUserId: 'somebody',
      detail: {},
      createdAt: ctx.now(),
    };
    await db.write((orm) => orm.insert(auditLog).values({ ...entry, actorId: id }));
    const person = [id, first, second, third, name];
    expect((await traces(ctx, person)).length).toBeGreaterThan(20);

    await deleteAccount(me);
    const left = await traces(ctx, person);
    expect(left).toHaveLength(2);
    expect(left.join()).toMatch(/outbox: .*"kind":"account-deleted".*auditLog: .*"action":"user\.deleted"/s);
    expect(left.join()).not.toContain(name);
    await deliverAll(ctx);
    expect(mail.sent.at(-1)).toMatchObject({ to: second, subject: 'Your Noek account was deleted' });
    const [audit, ...more] = await traces(ctx, person);
    expect(more).toEqual([]);
    expect(JSON.parse(audit?.replace('auditLog: ', '') ?? '')).toMatchObject({
      action: 'user.deleted',
      actorId: null,
      targetUserId: id,
      detail: {},
    });
    expect(await auditEntries(db)).toHaveLength(3);
  });

  test('a confirmation that cannot be sent is also deleted', async () => {
    const mail = createRecordingTransport();
    const ctx = createTestCtx({ db: await open(), mail });
    const { id } = await insertPerson(ctx, { email: first, name });
    await deleteAccount(await signedInAs(ctx, id));
    mail.failWith = new Error('down');
    for (let i = 0; i < 40; i++) {
      await deliverAll(ctx);
      ctx.clock.advance(60 * 60_000);
    }
    expect(await ctx.db.orm.select().from(ctx.db.tables.outbox)).toEqual([]);
  });
});

/** A context whose account is deleted right before its next write. */
function withoutAccount(ctx: TestCtx, owner: TestCtx): TestCtx {
  let gone = false;
  const { atomic } = ctx.db;
  const db = {
    ...ctx.db,
    async atomic(...given: Parameters<typeof atomic>) {
      if (!gone) await deleteAccount(owner);
      gone = true;
      return atomic(...given);
    },
  } as typeof ctx.db;
  return { ...ctx, db };
}

describeOnEngines('requests while an account is being deleted', (open) => {
  async function withOwner() {
    const ctx = createTestCtx({ db: await open() });
    const { id } = await insertPerson(ctx, { email: first });
    const me = await signedInAs(ctx, id);
    return { ctx, id, me, racing: (who: TestCtx) => withoutAccount(who, me) };
  }
  const signedOut = { code: 'UNAUTHORIZED' };
  const visitor = (ctx: TestCtx) => ctx.as({ kind: 'guest', guestId: null });

  test('a sign-in gets the error of a wrong password or an expired link', async () => {
    const one = await withOwner();
    await expect(login(one.racing(visitor(one.ctx)), { email: first, password })).rejects.toMatchObject(signedOut);
    const two = await withOwner();
    const { token } = await generateCrossDomainToken(two.me, {});
    await expect(crossDomainLogin(two.racing(visitor(two.ctx)), { token })).rejects.toMatchObject(signedOut);
  });

  test('creating something for the account gets the error of a signed-out person', async () => {
    const { ctx, me } = await withOwner();
    const late = ctx.as(me.actor);
    await deleteAccount(me);
    const memory = { title: 'Late', content: 'Too late', category: 'General', importance: 'normal' as const };
    await expect(createMemory(late, memory)).rejects.toMatchObject(signedOut);
    await expect(createConversation(late, {})).rejects.toMatchObject(signedOut);
    await expect(generateCrossDomainToken(late, {})).rejects.toMatchObject(signedOut);
  });

  test('a change of password or address is refused; calls by strangers respond as always and leave nothing behind', async () => {
    const one = await withOwner();
    const change = { currentPassword: password, newPassword: 'another one' };
    await expect(changePassword(one.racing(one.me), change)).rejects.toMatchObject(signedOut);
    const two = await withOwner();
    await expect(changeEmail(two.racing(two.me), { newEmail: second, password })).rejects.toMatchObject(signedOut);
    const three = await withOwner();
    await forgotPassword(visitor(three.ctx), { email: first });
    const token = await newest(three.ctx, first, 'reset-password');
    const reset = { token, newPassword: 'another one' };
    await expect(resetPassword(three.racing(visitor(three.ctx)), reset)).rejects.toMatchObject({ code: 'BAD_REQUEST' });

    for (const call of [forgotPassword, resendVerification]) {
      const { ctx, racing } = await withOwner();
      expect(await call(racing(visitor(ctx)), { email: first })).toEqual(
        await call(visitor(ctx), { email: 'x@y.example' }),
      );
      expect((await mailsTo(ctx.db, first)).map(({ kind }) => kind)).toEqual(['account-deleted']);
    }
    const four = await withOwner();
    await signUp(four.racing(visitor(four.ctx)), { name: 'Grace', email: first, password: 'another one' });
    expect((await mailsTo(four.ctx.db, first)).map(({ kind }) => kind)).toEqual(['account-deleted', 'verify-email']);
  });

  test('a message that is being sent leaves nothing in the ledger', async () => {
    const { ctx, me, id } = await withOwner();
    const chat = createChatCtx(ctx.db, answering(), { clock: ctx.clock, actor: me.actor });
    const earlier = await sendMessage(chat, { conversationId: null, content: 'Hello' });
    await finalMessage(chat, earlier.assistantMessage.id);
    const { send, deletion } = await interleaved(chat, me);
    await Promise.allSettled([send, deletion]);
    expect(await deletion).toEqual({ message: 'Account Deleted' });
    expect(await traces(ctx, [id])).toEqual([expect.stringContaining('"user.deleted"')]);
    expect(await ctx.db.orm.select().from(ctx.db.tables.allowanceLedger)).toEqual([]);
  });
});

/**
 * Starts a deletion after a send has written its charge. On PostgreSQL the send continues once the deletion waits for it; SQLite
 * runs one step after the other.
 */
async function interleaved(
  chat: TestCtx,
  me: TestCtx,
): Promise<{ send: Promise<unknown>; deletion: Promise<unknown> }> {
  const { db } = chat;
  const { atomic } = db;
  const charged = Promise.withResolvers<void>();
  const proceed = Promise.withResolvers<void>();
  const held = {
    ...db,
    atomic: (build, options) =>
      atomic((step) => {
        let added = 0;
        const isHeld = () => db.engine === 'postgres' && added++ === 1;
        const result = build(changedStep(step, { change: (one) => (isHeld() ? heldUp(one) : one) }));
        if (db.engine === 'sqlite') charged.resolve();
        return result;
      }, options),
  } as typeof db;
  const heldUp = <Rows>(statement: PromiseLike<Rows>): PromiseLike<Rows> => ({
    // biome-ignore lint/suspicious/noThenProperty: a statement is awaited, like every query of the builder
    then: (resolve, reject) =>
      Promise.resolve(statement)
        .then(async (rows) => {
          charged.resolve();
          await proceed.promise;
          return rows;
        })
        .then(resolve, reject),
  });
  const send = sendMessage({ ...chat, db: held }, { conversationId: null, content: 'Hello' });
  await charged.promise;
  const deletion = deleteAccount(me);
  try {
    if (db.engine === 'postgres') await vi.waitFor(async () => expect(await deletionWaits(chat)).toBe(true), 10_000);
  } finally {
    proceed.resolve();
  }
  return { send, deletion };
}

/** Whether a deletion waits for the lock of a charge. Work after an answer may wait for the same lock. */
async function deletionWaits({ db }: TestCtx): Promise<boolean> {
  const [row] = await db.orm
    .select({ n: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`pg_stat_activity`)
    .where(
      sql`datname = current_database() and wait_event_type = 'Lock' and query like 'delete from "allowance_accounts"%'`,
    );
  return row?.n === 1;
}
