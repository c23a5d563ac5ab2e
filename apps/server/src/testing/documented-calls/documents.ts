import { maxDocuments, maxDocumentVersions, maxSharedDocuments } from '@noek/contract/documents/limits';
import { insertDocument } from '@noek/db/testing/factories';
import type { DocumentedCalls, Fixture } from './documented-call.ts';
import { conversationOf, sharedDocumentOf } from './things.ts';

const plan = { title: 'Plan', kind: 'markdown', content: '# Plan' } as const;

/** A document of the signed-in person, with this many versions. */
async function ownDocument(fixture: Fixture, versions: number): Promise<{ id: string }> {
  const { id: conversationId } = await conversationOf(fixture, fixture.user.id);
  return insertDocument(fixture.db, { conversationId, contents: Array(versions).fill('# Plan') });
}

export const documentCalls: DocumentedCalls = {
  'GET /api/documents': {
    async prepare(fixture) {
      const { id } = await conversationOf(fixture, fixture.user.id);
      return { by: fixture.me, query: { conversationId: String(id) } };
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/documents') },
  },
  'POST /api/documents': {
    async prepare(fixture) {
      const { id: conversationId } = await conversationOf(fixture, fixture.user.id);
      return { by: fixture.me, body: { ...plan, conversationId } };
    },
    refusals: {
      async CONFLICT(fixture) {
        const { id: conversationId } = await conversationOf(fixture, fixture.user.id);
        for (let made = 0; made < maxDocuments; made++) await insertDocument(fixture.db, { conversationId });
        return fixture.me.call('/api/documents', { method: 'POST', body: { ...plan, conversationId } });
      },
    },
  },
  'GET /api/documents/{id}': { prepare: ofMe },
  'PATCH /api/documents/{id}': {
    prepare: ofMe,
    refusals: {
      async CHANGED(fixture) {
        const { id } = await ownDocument(fixture, 2);
        return fixture.me.call(`/api/documents/${id}`, { method: 'PATCH', body: { baseVersion: 1, content: 'Old' } });
      },
      async CONFLICT(fixture) {
        const { id } = await ownDocument(fixture, maxDocumentVersions);
        const body = { baseVersion: maxDocumentVersions, content: 'One more' };
        return fixture.me.call(`/api/documents/${id}`, { method: 'PATCH', body });
      },
    },
  },
  'GET /api/documents/{id}/versions': { prepare: ofMe },
  'GET /api/documents/{id}/versions/{n}': {
    prepare: async (fixture) => ({ by: fixture.me, params: { ...(await ownDocument(fixture, 1)), n: 1 } }),
  },
  'POST /api/documents/{id}/restore': {
    prepare: ofMe,
    refusals: {
      async CONFLICT(fixture) {
        const { id } = await ownDocument(fixture, maxDocumentVersions);
        return fixture.me.call(`/api/documents/${id}/restore`, { method: 'POST', body: { version: 1 } });
      },
    },
  },
  'DELETE /api/documents/{id}': { prepare: ofMe },
  'POST /api/documents/{id}/share': {
    prepare: ofMe,
    refusals: {
      async CONFLICT(fixture) {
        const share = async () => {
          const { id } = await ownDocument(fixture, 1);
          return fixture.me.call(`/api/documents/${id}/share`, { method: 'POST' });
        };
        for (let shared = 0; shared < maxSharedDocuments; shared++) await share();
        return share();
      },
    },
  },
  'DELETE /api/documents/{id}/share': { prepare: shared },
  'GET /api/d/{token}': { prepare: shared },
};

async function shared(fixture: Fixture) {
  return { params: await sharedDocumentOf(fixture, fixture.user.id) };
}

async function ofMe(fixture: Fixture) {
  const { id } = await ownDocument(fixture, 1);
  return { by: fixture.me, params: { id } };
}
