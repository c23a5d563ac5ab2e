import type { Step } from '@noek/contract/chat/answers';
import { keepStepTexts } from '@noek/contract/memory/texts';
import { insertConversation, insertDocument, insertMemories, insertMessages } from '@noek/db/testing/factories';
import { pngOf } from '@noek/files/testing/png';
import { and, eq } from 'drizzle-orm';
import { startedExport, startedImport } from '../archives.ts';
import { connectedApp } from '../connected-app.ts';
import { scriptedCompany } from '../stand-ins/scripted-company.ts';
import type { Fixture } from './documented-call.ts';

/** `token`: for paths of a link, whose secret part names the thing. */
type Params = { id: string | number; token?: string };
type MakeThing = (fixture: Fixture, userId: string) => Promise<Params>;

/** A conversation of this person with one turn. */
export async function conversationOf({ db }: Fixture, userId: string, given: { archived?: boolean } = {}) {
  const { id } = await insertConversation(db, { userId, title: 'Mine', ...given });
  await insertMessages(db, id, ['A question', 'An answer']);
  return { id };
}

/** A message of this person that waits, in a paused queue. */
export async function queuedOf(fixture: Fixture, userId: string): Promise<{ id: number; queuedId: string }> {
  const { db, ctx } = fixture;
  const { id } = await conversationOf(fixture, userId);
  const { queuedMessages, queuePauses } = db.tables;
  const queuedId = `queued in ${id}`;
  const given = { fileIds: [], settings: {}, token: null, chargedTo: [], createdAt: ctx.now() };
  await db.atomic((step) => {
    step.add(
      step.orm.insert(queuedMessages).values({
        ...{ id: queuedId, conversationId: id, place: 1, content: 'Next', ...given },
        ...{ senderKey: `user:${userId}`, clientMessageId: queuedId },
      }),
    );
    step.add(
      step.orm.insert(queuePauses).values({ conversationId: id, reason: 'stopped', message: 'You stopped it.' }),
    );
  });
  return { id, queuedId };
}

/** The memory that `askingAnswerOf` asks about. */
export async function askedAbout({ db }: Fixture, userId: string): Promise<{ id: string }> {
  const { memories: m } = db.tables;
  const [row] = await db.orm.select({ id: m.id }).from(m).where(eq(m.userId, userId));
  return row ?? { id: '' };
}

/** An answer that asks this person whether to delete a memory. */
export async function askingAnswerOf(fixture: Fixture, userId: string): Promise<{ id: string }> {
  await insertMemories(fixture.db, userId, [memory]);
  const memories = [{ ...(await askedAbout(fixture, userId)), title: memory.title, deleted: false }];
  return answerWith(fixture, userId, {
    ...{ id: 'own1.forget', text: 'Delete 1 memory?', forget: { state: 'open', memories } },
  });
}

/** An answer that asks this person whether to keep a memory. */
export const keepingAnswerOf = (fixture: Fixture, userId: string): Promise<{ id: string }> => {
  const asked = { title: 'Tea', content: 'Likes green tea.', category: 'Drinks', importance: 'normal' } as const;
  return answerWith(fixture, userId, {
    ...{ id: '1.memory', text: keepStepTexts.open, keep: { state: 'open', memory: asked, replaces: null } },
  });
};

/** An answer of this person with a question about memories. */
async function answerWith(
  fixture: Fixture,
  userId: string,
  question: Pick<Step, 'id' | 'text' | 'forget' | 'keep'>,
): Promise<{ id: string }> {
  const { id: conversationId } = await conversationOf(fixture, userId);
  const step: Step = { kind: 'memory', status: 'done', url: null, memoryId: null, at: 0, ...question };
  const { messages: m } = fixture.db.tables;
  const [answer] = await fixture.db.write((orm) =>
    orm
      .update(m)
      .set({ steps: [step] })
      .where(and(eq(m.conversationId, conversationId), eq(m.role, 'assistant')))
      .returning({ id: m.id }),
  );
  return answer ?? { id: '' };
}

/** A conversation of this person that anyone with its link can read. */
export async function sharedBy(fixture: Fixture, userId: string): Promise<{ id: number }> {
  const { id } = await conversationOf(fixture, userId);
  const owner = await fixture.signedIn(userId);
  await owner.call(`/api/conversations/${id}/share`, { method: 'POST' });
  return { id };
}

/** A conversation of this person whose answer has made a document. */
export async function withMadeDocument({ db }: Fixture, userId: string) {
  const { id: conversationId } = await insertConversation(db, { userId, title: 'Mine' });
  const { id, title, kind, version } = await insertDocument(db, { conversationId });
  await insertMessages(db, conversationId, ['Write', { content: 'Here.', documents: [{ id, title, kind, version }] }]);
  return { conversationId, documentId: id };
}

/** A document of this person with its link. */
export async function sharedDocumentOf(fixture: Fixture, userId: string): Promise<{ id: string; token: string }> {
  const { id } = await insertDocument(fixture.db, { conversationId: (await conversationOf(fixture, userId)).id });
  const owner = await fixture.signedIn(userId);
  const { body } = await owner.json<{ token: string }>(`/api/documents/${id}/share`, { method: 'POST' });
  return { id, token: body.token };
}

/** A stranger's report about a shared conversation of this person. */
export async function reportOf(fixture: Fixture, userId: string): Promise<{ id: string }> {
  const { id: conversationId } = await sharedBy(fixture, userId);
  const body = { reason: 'other', text: 'Look at this.' };
  await fixture.caller().call(`/api/shared/${conversationId}/report`, { method: 'POST', body });
  const { reports: r } = fixture.db.tables;
  const [report] = await fixture.db.orm.select({ id: r.id }).from(r).where(eq(r.conversationId, conversationId));
  return report ?? { id: '' };
}

export const memory = { title: 'Tea', content: 'Likes green tea.' };

/** The customer of the payment service of this person. */
async function customerOf({ db, ctx, payments }: Fixture, userId: string): Promise<string> {
  const customerId = await payments.createCustomer({ userId, email: '', attempt: 1 });
  const provider = payments.provider === 'stripe' ? 'stripe' : 'sandbox';
  const row = { userId, customerId, provider, email: '', createdAt: ctx.now() } as const;
  await db.write((orm) => orm.insert(db.tables.paymentCustomers).values(row).onConflictDoNothing());
  return customerId;
}

/** A webhook of this person. */
export async function webhookOf({ signedIn }: Fixture, userId: string): Promise<{ id: string }> {
  const owner = await signedIn(userId);
  const body = { url: 'https://hooks.example.org/noek', events: ['conversation.shared'] };
  return { id: (await owner.json<{ id: string }>('/api/webhooks', { method: 'POST', body })).body.id };
}

/** How to create the thing that a path and the paths below it name, for a given owner. */
const things: [path: string, make: MakeThing][] = [
  ['/api/apps/{id}', async ({ ctx }, userId) => ({ id: (await connectedApp(ctx, userId)).id })],
  ['/api/account/export/{id}', ({ ctx }, userId) => startedExport(ctx, userId)],
  ['/api/account/import/{id}', ({ ctx }, userId) => startedImport(ctx, userId)],
  [
    '/api/account/sessions/{id}',
    async ({ signedIn }, userId) => {
      const { body } = await (await signedIn(userId)).json<Params[]>('/api/account/sessions');
      return body[0] ?? { id: '' };
    },
  ],
  // Providers have no owner.
  ['/api/admin/providers/{id}', async () => ({ id: 'Scripted' })],
  ['/api/admin/reports/{id}', reportOf],
  ['/api/admin/users/{id}', async (_, userId) => ({ id: userId })],
  ['/api/auth/oidc/{id}', async () => ({ id: scriptedCompany.id })],
  ['/api/conversations/{id}', conversationOf],
  [
    '/api/documents/{id}',
    async (fixture, userId) => {
      const { id: conversationId } = await conversationOf(fixture, userId);
      return { id: (await insertDocument(fixture.db, { conversationId })).id };
    },
  ],
  // Without a link, nothing leads to a document of someone else.
  [
    '/api/d/{token}',
    async (fixture, userId) => {
      const { id } = await insertDocument(fixture.db, {
        conversationId: (await conversationOf(fixture, userId)).id,
      });
      return { id, token: id };
    },
  ],
  [
    '/api/files/{id}',
    async ({ signedIn }, userId) => {
      const owner = await signedIn(userId);
      const bytes = await pngOf();
      const { body } = await owner.json<Params>('/api/files?name=mine.png', { method: 'POST', bytes });
      return { id: body.id };
    },
  ],
  ['/api/guest/conversations/{id}', conversationOf],
  ['/api/memories/{id}', async ({ db }, userId) => ({ id: (await insertMemories(db, userId, [memory]))[0]?.id ?? '' })],
  ['/api/messages/{id}/forget', askingAnswerOf],
  ['/api/messages/{id}/keep', keepingAnswerOf],
  [
    '/api/messages/{id}/report',
    async ({ db }, userId) => {
      const { id } = await insertConversation(db, { userId });
      const [, answer] = await insertMessages(db, id, ['A question', 'An answer']);
      return { id: answer?.id ?? '' };
    },
  ],
  [
    '/api/projects/{id}',
    async ({ signedIn }, userId) => {
      const owner = await signedIn(userId);
      return (await owner.json<Params>('/api/projects', { method: 'POST', body: { name: 'Garden' } })).body;
    },
  ],
  [
    '/api/prompts/{id}',
    async ({ signedIn }, userId) => {
      const owner = await signedIn(userId);
      const body = { name: 'Mine', text: 'Say {{what}}' };
      return { id: (await owner.json<{ id: string }>('/api/prompts', { method: 'POST', body })).body.id };
    },
  ],
  ['/api/shared/{id}', conversationOf],
  ['/api/subscription/invoices/{id}', async (fixture, userId) => ({ id: `in_${await customerOf(fixture, userId)}` })],
  [
    '/api/tokens/{id}',
    async ({ signedIn }, userId) => {
      const owner = await signedIn(userId);
      const { body } = await owner.json<Params>('/api/tokens', { method: 'POST', body: { name: 'A script' } });
      return { id: body.id };
    },
  ],
  ['/api/webhooks/{id}', webhookOf],
];

/** Creates the thing that a documented path names, for this owner. Throws for paths that are not listed yet. */
export function makeThing(path: string, fixture: Fixture, userId: string): Promise<Params> {
  const [, make] = things.find(([start]) => path === start || path.startsWith(`${start}/`)) ?? [];
  if (!make) throw new Error(`testing/documented-calls/things.ts does not list ${path}.`);
  return make(fixture, userId);
}
