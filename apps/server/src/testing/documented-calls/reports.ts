import { pngOf } from '@noek/files/testing/png';
import { eq } from 'drizzle-orm';
import type { DocumentedCalls, Fixture, GoodCall } from './documented-call.ts';
import { conversationOf, reportOf, sharedBy, sharedDocumentOf, withMadeDocument } from './things.ts';

const body = { reason: 'other' };

/** A report of the guest. */
const report = async (fixture: Fixture, by = fixture.guest) =>
  by.call(`/api/shared/${(await sharedBy(fixture, fixture.user.id)).id}/report`, { method: 'POST', body });

/** A call of the administrator about a report. */
async function about(fixture: Fixture, id: string, path: string, given: object): Promise<Response> {
  const { caller } = await fixture.administrator();
  return caller.call(`/api/admin/reports/${id}/${path}`, { method: 'POST', body: given });
}

/** A report that an administrator has changed already. */
const after =
  (path: string, given: object) =>
  async (fixture: Fixture): Promise<GoodCall> => {
    const { id } = await reportOf(fixture, fixture.user.id);
    await about(fixture, id, path, given);
    return { params: { id } };
  };

const twice = (path: string, given: object) => async (fixture: Fixture) => {
  const { id } = await reportOf(fixture, fixture.user.id);
  await about(fixture, id, path, given);
  return about(fixture, id, path, given);
};

/** A picture of a shared conversation, whose report the administrator has opened. */
async function withReportedFile(fixture: Fixture): Promise<GoodCall> {
  const { me, db, user } = fixture;
  const upload = { method: 'POST', bytes: (await pngOf()) as Uint8Array<ArrayBuffer> };
  const { id: fileId } = (await me.json<{ id: string }>('/api/files?name=a.png', upload)).body;
  const { id: conversationId } = await conversationOf(fixture, user.id);
  const sent = { content: 'Look', fileIds: [fileId] };
  await me.call(`/api/conversations/${conversationId}/messages`, { method: 'POST', body: sent });
  await me.call(`/api/conversations/${conversationId}/share`, { method: 'POST', body: { includeFiles: true } });
  await fixture.guest.call(`/api/shared/${conversationId}/report`, { method: 'POST', body });
  const { reports: r } = db.tables;
  const [row] = await db.orm.select({ id: r.id }).from(r).where(eq(r.conversationId, conversationId));
  const { caller } = await fixture.administrator();
  await caller.call('/api/trpc/moderation.open', { method: 'POST', body: { id: row?.id } });
  return { by: caller, params: { id: row?.id ?? '', fileId } };
}

/** A document of a shared conversation, whose report the administrator has opened. */
async function withReportedDocument(fixture: Fixture): Promise<GoodCall> {
  const { me, guest, user } = fixture;
  const { conversationId, documentId } = await withMadeDocument(fixture, user.id);
  await me.call(`/api/conversations/${conversationId}/share`, { method: 'POST', body: { includeDocuments: true } });
  await guest.call(`/api/shared/${conversationId}/report`, { method: 'POST', body });
  const { reports: r } = fixture.db.tables;
  const [row] = await fixture.db.orm.select({ id: r.id }).from(r).where(eq(r.conversationId, conversationId));
  const { caller } = await fixture.administrator();
  await caller.call('/api/trpc/moderation.open', { method: 'POST', body: { id: row?.id } });
  return { by: caller, params: { id: row?.id ?? '', documentId, n: 1 } };
}

export const reportCalls: DocumentedCalls = {
  'POST /api/messages/{id}/report': {
    prepare: ({ me }) => ({ by: me }),
  },
  'POST /api/shared/{id}/report': {
    prepare: async (fixture) => ({ params: await sharedBy(fixture, fixture.user.id) }),
    refusals: {
      async GUEST_SIGNED_IN(fixture) {
        await report(fixture);
        const late = fixture.caller();
        for (const [name, value] of fixture.guest.cookies) late.cookies.set(name, value);
        await fixture.guest.call('/api/auth/test-login', { method: 'POST' });
        return report(fixture, late);
      },
    },
  },
  'POST /api/d/{token}/report': {
    prepare: async (fixture) => ({ params: await sharedDocumentOf(fixture, fixture.user.id) }),
    refusals: {
      async GUEST_SIGNED_IN(fixture) {
        const { token } = await sharedDocumentOf(fixture, fixture.user.id);
        const send = (by = fixture.guest) => by.call(`/api/d/${token}/report`, { method: 'POST', body });
        await send();
        const late = fixture.caller();
        for (const [name, value] of fixture.guest.cookies) late.cookies.set(name, value);
        await fixture.guest.call('/api/auth/test-login', { method: 'POST' });
        return send(late);
      },
    },
  },
  'GET /api/admin/reports/{id}/documents/{documentId}/versions/{n}': { prepare: withReportedDocument },
  'GET /api/admin/reports': {
    async prepare(fixture) {
      await conversationOf(fixture, fixture.user.id);
      await reportOf(fixture, fixture.user.id);
      return {};
    },
    refusals: {
      BAD_REQUEST: async (fixture) => (await fixture.administrator()).caller.call('/api/admin/reports?cursor=nonsense'),
    },
  },
  'GET /api/admin/reports/{id}/files/{fileId}/content': { prepare: withReportedFile },
  'POST /api/admin/reports/{id}/close': { refusals: { CONFLICT: twice('close', { version: 1, note: 'Done.' }) } },
  'POST /api/admin/reports/{id}/reopen': {
    prepare: after('close', { version: 1, note: 'Done.' }),
    refusals: {
      CONFLICT: async (fixture) =>
        about(fixture, (await reportOf(fixture, fixture.user.id)).id, 'reopen', { version: 1 }),
    },
  },
  'POST /api/admin/reports/{id}/take-down': { refusals: { CONFLICT: twice('take-down', { reason: 'Spam' }) } },
  'POST /api/admin/reports/{id}/allow-sharing': {
    prepare: after('take-down', { reason: 'Spam' }),
    refusals: {
      CONFLICT: async (fixture) =>
        about(fixture, (await reportOf(fixture, fixture.user.id)).id, 'allow-sharing', { reason: 'A mistake' }),
    },
  },
};
