import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { pngOf } from '@noek/files/testing/png';
import { eq } from 'drizzle-orm';
import type { DocumentedCalls, Fixture } from './documented-call.ts';
import { withAuthenticator } from './second-factor.ts';
import { subscribed } from './subscription.ts';
import { withMadeDocument } from './things.ts';

/** A call of the administrator. */
async function ask(fixture: Fixture, path: string, method = 'GET', body?: unknown): Promise<Response> {
  const { id, caller } = await fixture.administrator();
  return caller.call(`/api/admin/${path.replace('{me}', id)}`, { method, ...(body !== undefined && { body }) });
}

export const adminCalls: DocumentedCalls = {
  'GET /api/admin/users': {
    prepare: () => ({ query: {} }),
    refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'users?page=0') },
  },
  'GET /api/admin/users/{id}/messages': {
    refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'users/{me}/messages?cursor=nonsense') },
  },
  'GET /api/admin/users/{id}/files/{fileId}/content': { prepare: readFile },
  'GET /api/admin/users/{id}/files/{fileId}/preview': { prepare: readFile },
  'GET /api/admin/users/{id}/documents/{documentId}/versions/{n}': {
    async prepare(fixture) {
      const { documentId } = await withMadeDocument(fixture, fixture.user.id);
      await ask(fixture, `users/${fixture.user.id}/messages?reason=Because`);
      return { params: { id: fixture.user.id, documentId, n: 1 } };
    },
  },
  'PATCH /api/admin/users/{id}': {
    refusals: {
      CONFLICT: (fixture) => ask(fixture, 'users/{me}', 'PATCH', { accessLevel: 'basic' }),
      async SUBSCRIPTION_DECISION_REQUIRED(fixture) {
        await subscribed(fixture);
        return ask(fixture, `users/${fixture.user.id}`, 'PATCH', { accessLevel: 'basic' });
      },
    },
  },
  'POST /api/admin/users/{id}/suspend': {
    refusals: {
      CONFLICT: (fixture) => ask(fixture, 'users/{me}/suspend', 'POST', { reason: 'Because' }),
      async SUBSCRIPTION_DECISION_REQUIRED(fixture) {
        await subscribed(fixture);
        return ask(fixture, `users/${fixture.user.id}/suspend`, 'POST', { reason: 'Because' });
      },
    },
  },
  'GET /api/admin/figures': { refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'figures?range=1y') } },
  'POST /api/admin/providers/{id}/try': {
    prepare: () => ({ params: { id: 'Scripted' } }),
    refusals: {
      NOT_FOUND: (fixture) => ask(fixture, 'providers/nobody/try', 'POST'),
      async RATE_LIMITED(fixture) {
        for (let i = 0; i < 5; i++) await ask(fixture, 'providers/Scripted/try', 'POST');
        return ask(fixture, 'providers/Scripted/try', 'POST');
      },
    },
  },
  'GET /api/admin/second-factors': {
    refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'second-factors?cursor=nonsense') },
  },
  'GET /api/admin/failed-sign-ins': {
    async prepare(fixture) {
      const { users } = fixture.db.tables;
      await fixture.db.write((orm) =>
        orm.update(users).set({ email: 'a@people.example' }).where(eq(users.id, fixture.user.id)),
      );
      for (let i = 0; i < 2; i++)
        await fixture.guest.call('/api/auth/login', {
          method: 'POST',
          body: { email: 'a@people.example', password: 'x' },
        });
      await fixture.ctx.background.settled(10_000);
      return {};
    },
    refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'failed-sign-ins?cursor=nonsense') },
  },
  'POST /api/admin/users/{id}/reset-second-factor': {
    async prepare(fixture) {
      await withAuthenticator(fixture);
      return { params: { id: fixture.user.id } };
    },
    refusals: {
      CONFLICT: (fixture) => ask(fixture, 'users/{me}/reset-second-factor', 'POST', { reason: 'Because' }),
    },
  },
  'GET /api/admin/audit': { refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'audit?cursor=nonsense') } },
  'GET /api/admin/audit.csv': { refusals: { BAD_REQUEST: (fixture) => ask(fixture, 'audit.csv?from=yesterday') } },
};

/** A picture of the person that was sent, whose messages the administrator has read. */
async function readFile(fixture: Fixture) {
  const { db, user, me } = fixture;
  const upload = { method: 'POST', bytes: (await pngOf()) as Uint8Array<ArrayBuffer> };
  const { id: fileId } = (await me.json<{ id: string }>('/api/files?name=a.png', upload)).body;
  const conversation = await insertConversation(db, { userId: user.id });
  const [message] = await insertMessages(db, conversation.id, ['About this']);
  await db.write((orm) => orm.insert(db.tables.messageFiles).values({ messageId: message?.id ?? '', fileId }));
  await ask(fixture, `users/${user.id}/messages?reason=Because`);
  return { params: { id: user.id, fileId } };
}
