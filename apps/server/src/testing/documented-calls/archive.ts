import { emptyArchive } from '../archives.ts';
import type { DocumentedCalls } from './documented-call.ts';
import { conversationOf } from './things.ts';

export const archiveCalls: DocumentedCalls = {
  'GET /api/account/export/{id}': {
    refusals: {
      async CONFLICT({ me, db, ctx }) {
        const { body } = await me.json<{ id: string }>('/api/account/export', { method: 'POST' });
        await db.write((orm) => orm.update(db.tables.archiveJobs).set({ status: 'failed', endedAt: ctx.now() }));
        return me.call(`/api/account/export/${body.id}`);
      },
    },
  },
  'POST /api/account/import': {
    async prepare() {
      return { body: await emptyArchive() };
    },
    refusals: {
      async CONFLICT({ me }) {
        const again = { method: 'POST', bytes: await emptyArchive() };
        await me.call('/api/account/import', again);
        return me.call('/api/account/import', again);
      },
    },
  },
  'GET /api/conversations/{id}/export': {
    async prepare(fixture) {
      return { by: fixture.me, params: await conversationOf(fixture, fixture.user.id) };
    },
    refusals: {
      async BAD_REQUEST(fixture) {
        const { id } = await conversationOf(fixture, fixture.user.id);
        return fixture.me.call(`/api/conversations/${id}/export?format=docx`);
      },
    },
  },
};
