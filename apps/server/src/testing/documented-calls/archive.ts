import { maxWaitingImports } from '@noek/contract/archive/limits';
import { emptyArchive } from '../archives.ts';
import type { DocumentedCalls } from './documented-call.ts';
import { conversationOf } from './things.ts';

const importPath = '/api/account/import';

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
  [`POST ${importPath}`]: {
    async prepare() {
      return { body: await emptyArchive() };
    },
    refusals: {
      async CONFLICT({ me, db }) {
        const { body } = await me.json<{ id: string }>(importPath, { method: 'POST', bytes: await emptyArchive() });
        const { archiveJobs: j } = db.tables;
        const [job] = await db.orm.select().from(j);
        if (job?.id !== body.id) throw new Error('The import is not waiting.');
        await db.write((orm) =>
          orm.insert(j).values(Array.from({ length: maxWaitingImports }, (_, i) => ({ ...job, id: `waiting-${i}` }))),
        );
        return me.call(importPath, { method: 'POST', bytes: await emptyArchive() });
      },
    },
  },
  [`DELETE ${importPath}/{id}`]: {
    refusals: {
      async CONFLICT({ me }) {
        const { body } = await me.json<{ id: string }>(importPath, { method: 'POST', bytes: await emptyArchive() });
        return me.call(`${importPath}/${body.id}`, { method: 'DELETE' });
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
