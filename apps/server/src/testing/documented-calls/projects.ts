import { maxFilesOfProject, maxProjects } from '@noek/contract/projects/limits';
import { insertProject } from '@noek/db/testing/factories';
import { pngOf } from '@noek/files/testing/png';
import type { DocumentedCalls, Fixture, GoodCall } from './documented-call.ts';

const projectOf = async ({ db, user }: Fixture) => (await insertProject(db, { userId: user.id })).id;
const upload = async ({ me }: Fixture) =>
  (await me.json<{ id: string }>('/api/files?name=a.png', { method: 'POST', bytes: await pngOf() })).body.id;

/** A project with one file. */
async function withFile(fixture: Fixture): Promise<GoodCall> {
  const params = { id: await projectOf(fixture), fileId: await upload(fixture) };
  await fixture.me.call(`/api/projects/${params.id}/files/${params.fileId}`, { method: 'PUT' });
  return { params };
}

export const projectCalls: DocumentedCalls = {
  'POST /api/projects': {
    refusals: {
      async CONFLICT(fixture) {
        const { db, user } = fixture;
        for (let made = 0; made < maxProjects; made++) await insertProject(db, { userId: user.id });
        return fixture.me.call('/api/projects', { method: 'POST', body: { name: 'One more' } });
      },
    },
  },
  'DELETE /api/projects/{id}': {
    prepare: async (fixture) => ({ params: { id: await projectOf(fixture) }, query: { conversations: 'trash' } }),
  },
  'POST /api/projects/{id}/restore': {
    async prepare(fixture) {
      const id = await projectOf(fixture);
      await fixture.me.call(`/api/projects/${id}`, { method: 'DELETE' });
      return { params: { id } };
    },
  },
  'PUT /api/projects/{id}/files/{fileId}': {
    prepare: async (fixture) => ({ params: { id: await projectOf(fixture), fileId: await upload(fixture) } }),
    refusals: {
      async CONFLICT(fixture) {
        const { db, user, me } = fixture;
        const id = await projectOf(fixture);
        const { files: f, projectFiles: of } = db.tables;
        const first = await upload(fixture);
        const [row] = (await db.orm.select().from(f)).filter((file) => file.id === first && file.userId === user.id);
        if (!row) throw new Error('The file is not there.');
        const ids = Array.from({ length: maxFilesOfProject }, (_, n) => `file-${n}`);
        await db.write((orm) => orm.insert(f).values(ids.map((fileId) => ({ ...row, id: fileId }))));
        const added = ids.map((fileId) => ({ projectId: id, fileId, addedAt: new Date() }));
        await db.write((orm) => orm.insert(of).values(added));
        return me.call(`/api/projects/${id}/files/${first}`, { method: 'PUT' });
      },
    },
  },
  'DELETE /api/projects/{id}/files/{fileId}': { prepare: withFile },
};
