import { randomUUID } from 'node:crypto';
import { createProjectInputSchema } from '@noek/contract/projects/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMemories, insertUser } from '@noek/db/testing/factories';
import { pngOf } from '@noek/files/testing/png';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createInboxTransport } from '../../../integrations/mail/inbox.ts';
import { archiveOf, imported, runJobs, startedExport, uploaded } from '../../../testing/archives.ts';
import { codeAt } from '../../../testing/authenticator-app.ts';
import { connectedApp } from '../../../testing/connected-app.ts';
import { createChatCtx, finalMessage, guestActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { campaign } from '../../../testing/open-campaigns.ts';
import { mailsTo, tokenIn } from '../../../testing/read-outbox.ts';
import { password, signedInAs } from '../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { createSoftwarePasskey } from '../../../testing/stand-ins/software-passkey.ts';
import { fileTraces, traces } from '../../../testing/traces.ts';
import { memory as archivedMemory, file } from '../../archive/import/testing/archive-parts.ts';
import { claimJob } from '../../archive/jobs/claim-job.ts';
import { startExport } from '../../archive/start-export.ts';
import { startImport } from '../../archive/start-import.ts';
import { sendNextMail } from '../../campaigns/sending/send-next-mail.ts';
import { startCampaign } from '../../campaigns/start-campaign.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { addToQueue } from '../../chat/queue/queued-message.ts';
import { userOwner } from '../../chat/records/owner.ts';
import { shareConversation } from '../../chat/sharing/share-conversation.ts';
import { answerOnce } from '../../completions/answer-once.ts';
import { createRunningRequests } from '../../completions/running-requests.ts';
import { createDocument } from '../../documents/create-document.ts';
import { shareDocument } from '../../documents/sharing/share-document.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { purgeBlobs } from '../../files/blobs/blobs.ts';
import { readNextFile } from '../../files/reading/read-next-file.ts';
import { readPictureText } from '../../files/scanning/read-picture-text.ts';
import { updateMemory } from '../../memory/update-memory.ts';
import { claimDueMail, deliverMail } from '../../outbox/due-mail.ts';
import { createProject } from '../../projects/create-project.ts';
import { addProjectFile } from '../../projects/files/add-project-file.ts';
import { createPrompt } from '../../prompts/own-prompts.ts';
import { reportAnswer } from '../../reports/report-answer.ts';
import { reportDocument } from '../../reports/report-document.ts';
import { reportShare } from '../../reports/report-share.ts';
import { confirmSandbox } from '../../subscription/confirm-sandbox.ts';
import { createSubscription } from '../../subscription/create-subscription.ts';
import { createWebhook } from '../../webhooks/create-webhook.ts';
import { generateCrossDomainToken } from '../cross-domain/generate-cross-domain-token.ts';
import { changeEmail } from '../email/change-email.ts';
import { addPasskey, passkeyRegistration } from '../passkeys/add-passkey.ts';
import { forgotPassword } from '../password/forgot-password.ts';
import { confirmAuthenticator, startAuthenticator } from '../second-factor/authenticator.ts';
import { login } from '../sign-in/login.ts';
import { resendVerification } from '../sign-up/resend-verification.ts';
import { signUp } from '../sign-up/sign-up.ts';
import { verifyEmail } from '../sign-up/verify-email.ts';
import { createToken } from '../tokens/create-token.ts';
import { readToken } from '../tokens/read-token.ts';
import { changeAccount } from './change-account.ts';
import { deleteAccount } from './delete-account.ts';

const addresses = ['ada@people.example', 'lovelace@people.example', 'countess@people.example'] as const;
const [first, second, third] = addresses;
const name = 'Augusta Lovelace';

/**
 * Tables whose rows name no person: hashes of keys, the names of a service's events, guests, whose chats have moved, the knowledge base,
 * which belongs to no account, apps that registered themselves and are not allowed yet, sums, hashes of files, which processes there are
 * and what they do. Add a new table here only if that is true of it; otherwise give it a row of the person below.
 */
const nameless = [
  'registeredClients',
  'rateLimits',
  'paymentEvents',
  'guests',
  'knowledgeSources',
  'modelLists',
  'modelNotices',
  'modelNotes',
  'knowledgeRevisions',
  'figures',
  'leases',
  'processes',
  'fileBlobs',
];

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

describeOnEngines('an account that has used everything', (open) => {
  test('is deleted: no row and no file names the person, except the audit entry and the confirmation mail', async () => {
    const db = await open();
    const base = createChatCtx(db, answering(), { actor: await guestActor(db) });
    const ctx = createChatCtx(db, answering(), {
      config: base.config,
      clock: base.clock,
      actor: base.actor,
      mail: createInboxTransport(base.config),
    });
    const stranger = ctx.as({ kind: 'guest', guestId: null });

    // A stranger signs up with the second address before the person has it, and cannot verify it.
    await signUp(stranger, { name: 'Somebody', email: second, password: 'another one' });
    await signUp(ctx, { name, email: first, password });
    await verifyEmail(stranger, { token: await newest(ctx, first, 'verify-email') });
    const { id } = await login(ctx, { email: first, password });
    const me = await signedInAs(ctx, id, { userAgent: `${name}'s browser` });
    await deliverAll(ctx);
    ctx.clock.advance(1000);
    await changeEmail(me, { newEmail: second, password });
    await verifyEmail(stranger, { token: await newest(ctx, second, 'verify-email') });
    await forgotPassword(stranger, { email: second });
    await generateCrossDomainToken(me, {});
    await deliverAll(ctx);
    ctx.clock.advance(1000);
    await changeEmail(me, { newEmail: third, password });
    await verifyEmail(stranger, { token: await newest(ctx, third, 'verify-email') });
    await resendVerification(stranger, { email: first });
    await deliverAll(ctx);

    const url = `https://hooks.example.org/${name.replace(' ', '-')}`;
    await createWebhook(me, { url, events: ['answer.finished', 'conversation.shared'] });
    const lines = new Blob([`A letter by ${name}`]);
    const letter = await addFile(me, { name: `${name}.txt`, body: lines.stream() });
    while (await readNextFile(me, new AbortController().signal));
    const photo = await addFile(me, { name: `${name}.png`, body: new Blob([await pngOf()]).stream() });
    await readPictureText(me, { fileId: photo.id });
    const { conversation, assistantMessage } = await sendMessage(me, {
      conversationId: null,
      content: `${name} asks`,
      fileIds: [letter.id],
    });
    await finalMessage(me, assistantMessage.id);
    const note = { title: `Note by ${name}`, kind: 'markdown', content: `${name} wrote this` } as const;
    const document = await createDocument(me, { ...note, conversationId: conversation.id });
    await shareConversation(me, { conversationId: conversation.id, includeFiles: true });
    const included = { conversationId: conversation.id, documentId: document.id, title: note.title, version: 1 };
    await db.write((orm) => orm.insert(db.tables.shareDocuments).values(included));
    const [memory] = await insertMemories(db, id, [{ content: `Is called ${name}` }]);
    await updateMemory(me, { id: memory?.id ?? '', content: `Was called ${name}` });
    await changeAccount(me, { instructions: `Call me ${name}` });
    const project = await createProject(
      me,
      createProjectInputSchema.parse({ name: `Garden of ${name}`, instructions: `Call me ${name}` }),
    );
    await addProjectFile(me, { projectId: project.id, fileId: letter.id });
    await createPrompt(me, { name: `${name}'s prompt`, text: 'Write a letter.' });
    await createToken(me, { name: `${name}'s script`, scopes: ['all'] });
    const { access_token } = await connectedApp(ctx, id);
    const { user: owner, ...token } = await readToken(ctx, access_token);
    await sendMessage(me.as({ kind: 'user', user: owner, token }), {
      conversationId: null,
      content: `${name} asks with an app`,
    });
    const asked = { owner: userOwner(id), key: name, body: `${name} asks` };
    const answered = await answerOnce(me, createRunningRequests(db), asked, new AbortController().signal);
    if ('keep' in answered) await answered.keep(JSON.stringify(`An answer for ${name}`));
    const passkey = createSoftwarePasskey().create(await passkeyRegistration(me));
    await addPasskey(me, { name: `${name}'s phone`, response: passkey });
    const { secret } = await startAuthenticator(me);
    await confirmAuthenticator(me, { code: codeAt(secret, ctx.now()) });
    await passkeyRegistration(me);
    const { clientSecret } = (await createSubscription(me)) as { clientSecret: string };
    await confirmSandbox(me, { clientSecret, cardNumber: '4242424242424242', expiry: '12/30', cvc: '123' });
    const reason = `${name} asked`;
    await db.write((orm) =>
      orm
        .insert(db.tables.subscriptionDecisions)
        .values({ userId: id, decision: 'keep', reason, decidedAt: ctx.now() }),
    );
    await startedExport(ctx, id);
    const job = await imported(
      ctx,
      id,
      await archiveOf({ ...file({}), 'memories.json': { memories: [archivedMemory] } }),
    );
    await startImport(me, uploaded(await archiveOf({ 'note.txt': `Made by ${name}` })));
    await startExport(me);
    await claimJob(ctx);

    const { id: administratorId } = await insertUser(db, { name: 'Ida', accessLevel: 'admin' });
    const administrator = await signedInAs(ctx, administratorId);
    await startCampaign(administrator, campaign());
    await startCampaign(administrator, campaign());
    await sendNextMail(ctx);
    await db.write((orm) => orm.update(db.tables.campaigns).set({ createdBy: id }));

    const reader = ctx.as(await guestActor(db));
    await reportAnswer(me, { messageId: assistantMessage.id, reason: 'wrong', text: `${name} is not mentioned` });
    await reportShare(reader, { conversationId: conversation.id, reason: 'other', text: `About ${name}` });
    const link = await shareDocument(me, { documentId: document.id });
    await reportDocument(reader, { token: link.token, reason: 'other', text: `About ${name}` });
    const theirs = await insertConversation(db, { userId: administratorId });
    await shareConversation(administrator, { conversationId: theirs.id });
    await reportShare(me, { conversationId: theirs.id, reason: 'privacy', text: `It mentions ${name}` });

    const { auditLog, generationEvents, generations, identities, queuePauses, sandboxEvents } = db.tables;
    const waiting = { nextAttemptAt: ctx.now(), createdAt: ctx.now() };
    await db.write((orm) =>
      orm.insert(sandboxEvents).values({ id: 'evt_1', userId: id, data: { email: first }, ...waiting }),
    );
    await db.write((orm) =>
      orm.insert(identities).values({ issuer: 'i', subject: first, userId: id, createdAt: ctx.now() }),
    );
    const companyLogin = { provider: 'acme', issuer: 'i', subject: first, refreshToken: first, checkedAt: ctx.now() };
    await db.write((orm) =>
      orm.insert(db.tables.companyLogins).values({ ...companyLogin, id: 'l', familyId: 'f', userId: id }),
    );
    const entry = { action: 'user.changed', createdAt: ctx.now() };
    await db.write((orm) =>
      orm.insert(auditLog).values([
        {
          ...entry,
          id: randomUUID(),
          actorId: 'admin',
          targetUserId: id,
          detail: { email: { from: first, to: second } },
        },
        { ...entry, id: randomUUID(), actorId: id, targetUserId: 'somebody', detail: { reason: 'kept' } },
      ]),
    );
    const messageId = assistantMessage.id;
    await db.write((orm) =>
      orm.insert(generations).values({
        messageId,
        bootId: name,
        heartbeatAt: ctx.now(),
        createdAt: ctx.now(),
        chargeIds: [],
      }),
    );
    await db.write((orm) =>
      orm
        .insert(generationEvents)
        .values({ messageId, firstSequence: 9, lastSequence: 9, deltas: [`More about ${name}`] }),
    );

    const queued = { content: `Next, says ${name}`, clientMessageId: 'queued', fileIds: [letter.id] };
    await addToQueue(me, userOwner(id), { conversationId: conversation.id, ...queued }, { steers: false });
    await db.write((orm) =>
      orm
        .insert(queuePauses)
        .values({ conversationId: conversation.id, reason: 'stopped', message: 'You stopped it.' }),
    );

    // The person's activity is recorded in the background.
    expect(await ctx.background.settled(30_000)).toBe(true);
    const person = [id, ...addresses, name, job.id];
    const before = await traces(ctx, [...person, String(conversation.id), messageId, letter.id, photo.id]);
    const named = new Set(before.map((trace) => trace.slice(0, trace.indexOf(':'))));
    expect(Object.keys(db.tables).filter((table) => !named.has(table) && !nameless.includes(table))).toEqual([]);
    const onDisk = await fileTraces(ctx, person);
    expect(onDisk.filter((path) => path.startsWith('mail/')).length).toBeGreaterThan(5);
    expect(onDisk.filter((path) => path.startsWith('files/'))).toHaveLength(1);

    await deleteAccount(me);
    const left = await traces(ctx, person);
    expect(left.map((trace) => trace.slice(0, trace.indexOf(':')))).toEqual(['outbox', 'auditLog']);
    // The bytes of files are removed within a minute.
    ctx.clock.advance(60_000);
    while (await purgeBlobs(ctx));
    expect(await fileTraces(ctx, person)).toEqual([]);
    await deliverAll(ctx);
    await runJobs(ctx);
    const [audit, ...more] = await traces(ctx, person);
    expect(more).toEqual([]);
    expect(audit).toContain('"user.deleted"');
    const [confirmation] = await db.orm.select().from(auditLog).where(eq(auditLog.actorId, 'admin'));
    expect(confirmation).toMatchObject({ targetUserId: null, detail: {} });
    // The inbox of this machine is the person's mailbox, which has the confirmation.
    expect(await fileTraces(ctx, [id, first, second])).toEqual([]);
    expect(await fileTraces(ctx, [third])).toHaveLength(2);
  });
});
