import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMemories, insertMessages, insertProject } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { archiveOf, exported, imported, unzipped } from '../../../../testing/archives.ts';
import type { TestCtx } from '../../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../../testing/sign-in.ts';
import { changeAccount } from '../../../auth/account/change-account.ts';
import { deleteAccount } from '../../../auth/account/delete-account.ts';
import { emptyDeleted } from '../../../chat/deletion/deletions.ts';
import { addFile } from '../../../files/adding/add-file.ts';
import { listMemories } from '../../../memory/list-memories.ts';
import { addProjectFile } from '../../../projects/files/add-project-file.ts';
import { listProjectFiles } from '../../../projects/files/list-project-files.ts';
import { listProjects } from '../../../projects/list-projects.ts';
import { deleteProject, listDeleted } from '../../../projects/trash/project-trash.ts';
import { purgeProjects } from '../../../projects/trash/purge-projects.ts';
import { updateProject } from '../../../projects/update-project.ts';
import { readTextSpace } from '../../text-space.ts';
import { at, conversationsOf, file, memory, twoPeople } from '../testing/archive-parts.ts';
import { undoImport } from '../undo-import.ts';

const archived = {
  id: 'garden',
  origin: 'garden',
  name: 'Garden',
  createdAt: at.toISOString(),
  updatedAt: at.toISOString(),
  deletedAt: null,
};
const forged = (project: object, more: Record<string, unknown> = {}) =>
  archiveOf({ ...file({}), ...more, 'projects.json': { projects: [{ ...archived, ...project }] } });

describeOnEngines('projects in archives', (open) => {
  async function begin() {
    const { ctx, ada, bob, asBob } = await twoPeople(await open());
    const asAda = await signedInAs(ctx, ada.id);
    const purge = () => emptyDeleted(ctx, ctx.accountDependents, { others: [() => purgeProjects(ctx)] });
    return { ctx, ada, bob, asBob, asAda, purge };
  }
  /** A project with everything that one can have. */
  async function fill(asAda: TestCtx, userId: string) {
    const { db } = asAda;
    await changeAccount(asAda, { instructions: 'Call me Captain.' });
    const { id } = await insertProject(db, {
      userId,
      instructions: 'Answer in rhymes.',
      memory: 'own',
      color: '#1a2b3c',
    });
    const chat = await insertConversation(db, { userId, projectId: id, title: 'Peas', createdAt: at });
    await insertMessages(db, chat.id, [
      'When?',
      { content: 'In March.', usedInstructions: [{ project: 'Garden', text: 'Answer in rhymes.' }] },
    ]);
    await insertConversation(db, { userId, title: 'Tea', createdAt: at });
    await insertMemories(db, userId, [
      { title: 'Place', content: 'The garden is in Sintra', projectId: id },
      { title: 'Drink', content: 'Likes green tea' },
    ]);
    const notes = await addFile(asAda, { name: 'notes.txt', body: new Blob(['Sow in March.']).stream() });
    await addProjectFile(asAda, { projectId: id, fileId: notes.id });
    const old = await insertProject(db, { userId, name: 'Old' });
    await deleteProject(asAda, { projectId: old.id, conversations: 'keep' });
    return { id, notes };
  }

  test('an export has all of a project, and another account gets it, once', async () => {
    const { ctx, ada, bob, asBob, asAda } = await begin();
    const { id, notes } = await fill(asAda, ada.id);
    const path = await exported(ctx, ada.id);
    const files = await unzipped(path);
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({ instructions: 'Call me Captain.' });
    const { projects } = JSON.parse(files['projects.json'] ?? '');
    expect(projects.find((one: { id: string }) => one.id === id)).toMatchObject({
      ...{ name: 'Garden', instructions: 'Answer in rhymes.', memory: 'own', color: '#1a2b3c' },
      files: [notes.id],
      origin: id,
    });
    expect(projects).toHaveLength(2);
    expect(JSON.parse(files['memories.json'] ?? '').memories).toHaveLength(2);

    expect(await imported(ctx, bob.id, path)).toMatchObject({
      ...{ status: 'done', error: null },
      result: { projectsAdded: 2, projectsKnown: 0 },
    });
    const [garden] = await listProjects(asBob);
    expect(garden).toMatchObject({
      name: 'Garden',
      instructions: 'Answer in rhymes.',
      memory: 'own',
      color: '#1a2b3c',
    });
    expect(garden?.id).not.toBe(id);
    expect(await listDeleted(asBob)).toMatchObject([{ name: 'Old' }]);
    const chats = await conversationsOf(ctx, bob.id);
    expect(chats.map(({ title, projectId }) => [title, projectId])).toEqual([
      ['Peas', garden?.id],
      ['Tea', null],
    ]);
    const { messages: m } = ctx.db.tables;
    const messages = await ctx.db.orm
      .select()
      .from(m)
      .where(eq(m.conversationId, chats[0]?.id ?? 0));
    expect(messages.flatMap(({ usedInstructions }) => usedInstructions ?? [])).toEqual([
      { project: 'Garden', text: 'Answer in rhymes.' },
    ]);
    expect(new Map((await listMemories(asBob)).memories.map(({ title, projectId }) => [title, projectId]))).toEqual(
      new Map([
        ['Place', garden?.id],
        ['Drink', null],
      ]),
    );
    expect(await listProjectFiles(asBob, { projectId: garden?.id ?? '' })).toMatchObject([{ name: 'notes.txt' }]);

    // A second import uses the project again, and leaves it as the person has changed it.
    await updateProject(asBob, { projectId: garden?.id ?? '', name: 'My garden' });
    expect(await imported(ctx, bob.id, path)).toMatchObject({ result: { projectsAdded: 0, projectsKnown: 2 } });
    expect((await listProjects(asBob)).map(({ name }) => name)).toEqual(['My garden']);
    expect((await listMemories(asBob)).count).toBe(2);
    // In its own account, everything is there already.
    await imported(ctx, ada.id, path);
    expect((await listProjects(asAda)).map((one) => one.id)).toEqual([id]);
  });

  test('undoing an import removes the projects that have nothing else', async () => {
    const { ctx, ada, bob, asBob, asAda, purge } = await begin();
    await fill(asAda, ada.id);
    const path = await exported(ctx, ada.id);
    const first = await imported(ctx, bob.id, path);
    const [garden] = await listProjects(asBob);
    const own = await insertConversation(ctx.db, { userId: bob.id, projectId: garden?.id ?? '', title: 'Beans' });
    await undoImport(asBob, { id: first.id });
    expect((await listProjects(asBob)).map(({ name }) => name)).toEqual(['Garden']);
    expect(await listDeleted(asBob)).toEqual([]);

    await ctx.db.write((orm) =>
      orm.delete(ctx.db.tables.conversations).where(eq(ctx.db.tables.conversations.id, own.id)),
    );
    await undoImport(asBob, { id: first.id });
    expect(await listProjects(asBob)).toEqual([]);
    await purge();
    const { projects: p } = ctx.db.tables;
    expect(await ctx.db.orm.select().from(p).where(eq(p.userId, bob.id))).toEqual([]);
    // It can be imported again.
    await imported(ctx, bob.id, path);
    expect((await listProjects(asBob)).map(({ name }) => name)).toEqual(['Garden']);
  });

  test('an earlier archive has no projects, and a damaged or too long one is refused', async () => {
    const { ctx, bob, asBob } = await begin();
    expect(await imported(ctx, bob.id, await archiveOf(file({})))).toMatchObject({ status: 'done' });
    for (const wrong of [{ name: '' }, { instructions: 'x'.repeat(8_001) }, { color: 'mauve' }, { memory: 'all' }])
      expect(await imported(ctx, bob.id, await forged(wrong))).toMatchObject({ status: 'failed' });
    const twice = await archiveOf({ 'projects.json': { projects: [archived, archived] } });
    expect(await imported(ctx, bob.id, twice)).toMatchObject({ status: 'failed' });
    expect(await listProjects(asBob)).toEqual([]);
    const before = (await readTextSpace(asBob)).bytesUsed;
    expect(await imported(ctx, bob.id, await forged({ instructions: 'x'.repeat(8_000) }))).toMatchObject({
      status: 'done',
    });
    expect((await readTextSpace(asBob)).bytesUsed - before).toBeGreaterThanOrEqual(8_000);
  });

  test('a memory of a project that is not in the archive gets into no other chat', async () => {
    const { ctx, bob, asBob } = await begin();
    const memories = [{ ...memory, projectId: 'elsewhere' }];
    const row = await imported(ctx, bob.id, await forged({ memory: 'own' }, { 'memories.json': { memories } }));
    expect(row).toMatchObject({ status: 'done', result: { memoriesBeyondLimit: 1, memoriesAdded: 0 } });
    expect((await listMemories(asBob)).memories).toEqual([]);
  });

  test('a project that is in the trash here stays there, and its conversations come into none', async () => {
    const { ctx, ada, bob, asBob, asAda } = await begin();
    await fill(asAda, ada.id);
    const path = await exported(ctx, ada.id);
    await imported(ctx, bob.id, path);
    const [garden] = await listProjects(asBob);
    await deleteProject(asBob, { projectId: garden?.id ?? '', conversations: 'keep' });
    await ctx.db.write((orm) =>
      orm.delete(ctx.db.tables.conversations).where(eq(ctx.db.tables.conversations.userId, bob.id)),
    );
    await imported(ctx, bob.id, path);
    expect(await listProjects(asBob)).toEqual([]);
    expect((await conversationsOf(ctx, bob.id)).map(({ projectId }) => projectId)).toEqual([null, null]);
  });

  test('nothing of a project is left of a deleted account', async () => {
    const { ctx, ada, asAda, purge } = await begin();
    await fill(asAda, ada.id);
    await deleteAccount(asAda);
    await purge();
    const { projects: p, projectFiles: of, memories: m, files: f } = ctx.db.tables;
    for (const table of [p, of, m, f]) expect(await ctx.db.orm.select().from(table)).toEqual([]);
  });
});
