import { maxFilesOfProject, maxProjects } from '@noek/contract/projects/limits';
import { createProjectInputSchema } from '@noek/contract/projects/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation, insertMessages } from '@noek/db/testing/factories';
import { expect, test, vi } from 'vitest';
import { createChatCtx, finalMessage, guestActor, userActor } from '../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../testing/create-test-ctx.ts';
import { answers, createScriptedLlm } from '../../testing/stand-ins/scripted-llm.ts';
import { changeConversations } from '../chat/conversations/change-conversations.ts';
import { createConversation } from '../chat/conversations/create-conversation.ts';
import { listConversationIds, listConversations } from '../chat/conversations/list-conversations.ts';
import { updateConversation } from '../chat/conversations/update-conversation.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { findConversation } from '../chat/records/chat.queries.ts';
import { userOwner } from '../chat/records/owner.ts';
import { findProject } from '../chat/records/projects.queries.ts';
import { createProject } from './create-project.ts';
import { listProjects } from './list-projects.ts';
import { deleteProject } from './trash/project-trash.ts';
import { updateProject } from './update-project.ts';

const notFound = { code: 'NOT_FOUND', message: 'Project not found.' };
const project = (given: Partial<Parameters<typeof createProjectInputSchema.parse>[0] & object> = {}) =>
  createProjectInputSchema.parse({ name: 'Garden', ...given });

describeOnEngines('projects', (open) => {
  async function begin() {
    const ctx = createChatCtx(await open(), createScriptedLlm(answers));
    const as = async () => ctx.as(await userActor(ctx.db));
    const me = await as();
    return { ctx, me, as, owner: { userId: me.actor.kind === 'user' ? me.actor.user.id : '' } };
  }
  const idsIn = async (me: TestCtx, list?: string) => {
    const asked = { archived: false, limit: 200, ...(list !== undefined && { project: list }) };
    const { conversations } = await listConversations(me, asked);
    const { conversationIds } = await listConversationIds(me, asked);
    expect(conversations.map(({ id }) => id)).toEqual(conversationIds);
    return conversationIds;
  };

  test('a project is created, changed and listed by name, for its owner alone, and open pages are told', async () => {
    const { me, as, owner } = await begin();
    const news = vi.fn();
    const leave = me.live.listen(userOwner(owner.userId), news);
    const garden = await createProject(me, project({ instructions: '  Answer briefly.  ' }));
    expect(garden).toMatchObject({
      ...{ name: 'Garden', instructions: 'Answer briefly.', memory: 'shared', color: 'gray', deletedAt: null },
    });
    await createProject(me, project({ name: 'árbol 10', color: '#1a2b3c' }));
    await createProject(me, project({ name: 'Árbol 9' }));
    expect((await listProjects(me)).map(({ name }) => name)).toEqual(['Árbol 9', 'árbol 10', 'Garden']);
    const changed = await updateProject(me, { projectId: garden.id, memory: 'own' });
    expect(changed).toMatchObject({ name: 'Garden', instructions: 'Answer briefly.', memory: 'own' });
    expect(news.mock.calls.map(([event]) => event)).toEqual(Array.from({ length: 4 }, () => ({ type: 'account' })));
    leave();
    await expect(updateProject(me, { projectId: garden.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' });

    const stranger = await as();
    expect(await listProjects(stranger)).toEqual([]);
    await expect(findProject(stranger, garden.id)).rejects.toMatchObject(notFound);
    await expect(updateProject(stranger, { projectId: garden.id, name: 'Mine' })).rejects.toMatchObject(notFound);
    expect(await findProject(me, garden.id)).toMatchObject({ name: 'Garden' });
  });

  test('a person has no more projects than the limit, even with calls at the same time', async () => {
    const { ctx, me, owner } = await begin();
    const { projects: p } = ctx.db.tables;
    const now = ctx.now();
    const row = { ...owner, name: 'One', color: 'gray', createdAt: now, updatedAt: now, deletedAt: now };
    const many = Array.from({ length: maxProjects - 1 }, (_, n) => ({ ...row, id: `p${n}` }));
    for (let at = 0; at < many.length; at += 100)
      await ctx.db.write((orm) => orm.insert(p).values(many.slice(at, at + 100)));
    const results = await Promise.allSettled([1, 2, 3].map((n) => createProject(me, project({ name: `New ${n}` }))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(createProject(me, project())).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `You have ${maxProjects} projects, those in the trash included, which is the limit. Delete one permanently first.`,
    });
    expect(await listProjects(me)).toHaveLength(1);
  });

  test('conversations are created in a project, moved between projects, and listed by project', async () => {
    const { me } = await begin();
    const garden = (await createProject(me, project())).id;
    const house = (await createProject(me, project({ name: 'House' }))).id;
    const sent = await sendMessage(me, { conversationId: null, content: 'When do I sow peas?', projectId: garden });
    await finalMessage(me, sent.assistantMessage.id);
    expect(sent.conversation.projectId).toBe(garden);
    const created = await createConversation(me, { title: 'Beans', projectId: garden });
    const outside = await createConversation(me, { title: 'Tea' });
    expect([created.projectId, outside.projectId]).toEqual([garden, null]);
    const all = [outside.id, created.id, sent.conversation.id];
    expect(new Set(await idsIn(me))).toEqual(new Set(all));
    expect(new Set(await idsIn(me, garden))).toEqual(new Set([created.id, sent.conversation.id]));
    expect(await idsIn(me, 'none')).toEqual([outside.id]);

    const moved = await updateConversation(me, { conversationId: outside.id, projectId: house });
    expect(moved).toMatchObject({ projectId: house, title: 'Tea', updatedAt: outside.updatedAt });
    const { conversationIds } = await changeConversations(me, {
      action: 'move',
      conversationIds: [...all, 1],
      projectId: house,
    });
    expect(new Set(conversationIds)).toEqual(new Set(all));
    expect(await idsIn(me, garden)).toEqual([]);
    await changeConversations(me, { action: 'move', conversationIds: [created.id], projectId: null });
    await updateConversation(me, { conversationId: outside.id, projectId: null });
    expect(await idsIn(me, house)).toEqual([sent.conversation.id]);
    expect(await listConversations(me, { archived: true, limit: 10, project: house })).toMatchObject({
      conversations: [],
    });
  });

  test('an unused conversation is used again only in its own project', async () => {
    const { ctx, me, owner } = await begin();
    const garden = (await createProject(me, project())).id;
    const at = new Date(ctx.now().getTime() - 120_000);
    const unused = await insertConversation(ctx.db, { ...owner, createdAt: at, updatedAt: at });
    const inGarden = await createConversation(me, { projectId: garden });
    expect(inGarden.id).not.toBe(unused.id);
    expect((await createConversation(me, {})).id).toBe(unused.id);
  });

  test("a stranger's or a deleted project is named nowhere, and guests have none", async () => {
    const { ctx, me, as, owner } = await begin();
    const { id: conversationId } = await insertConversation(ctx.db, owner);
    await insertMessages(ctx.db, conversationId, ['Hi', 'Hello']);
    const theirs = (await createProject(await as(), project())).id;
    const deleted = (await createProject(me, project())).id;
    await deleteProject(me, { projectId: deleted, conversations: 'keep' });
    for (const projectId of [theirs, deleted, 'nowhere']) {
      const calls = [
        () => createConversation(me, { projectId }),
        () => createConversation(me, { title: 'New', projectId }),
        () => sendMessage(me, { conversationId: null, content: 'Hi', projectId }),
        () => updateConversation(me, { conversationId, projectId, title: 'Changed' }),
        () => changeConversations(me, { action: 'move', conversationIds: [conversationId], projectId }),
        () => listConversations(me, { archived: false, limit: 10, project: projectId }),
        () => listConversationIds(me, { archived: false, limit: 10, project: projectId }),
        () => updateProject(me, { projectId, name: 'Changed' }),
        () => deleteProject(me, { projectId, conversations: 'trash' }),
      ];
      for (const call of calls) await expect(call()).rejects.toMatchObject(notFound);
    }
    expect(await idsIn(me)).toEqual([conversationId]);
    expect(await findConversation(me, conversationId)).toMatchObject({ projectId: null, title: 'New Chat' });

    const guest = ctx.as(await guestActor(ctx.db));
    for (const call of [
      () => createProject(guest, project()),
      () => listProjects(guest),
      () => sendMessage(guest, { conversationId: null, content: 'Hi', projectId: deleted }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

test.each([
  ['a blank name', { name: '   ' }, 'A project needs a name.'],
  ['a long name', { name: 'x'.repeat(81) }, 'The name of a project has at most 80 characters.'],
  ['long instructions', { instructions: 'x'.repeat(8_001) }, 'Instructions have at most 8,000 characters.'],
  ['an unknown color', { color: 'mauve' }, 'Choose one of these colors'],
  ['an unknown memory', { memory: 'all' }, 'Choose shared, own or off.'],
])('a project with %s is refused with a sentence', (_, given, sentence) => {
  const { error } = createProjectInputSchema.safeParse({ name: 'Garden', ...given });
  expect(error?.issues[0]?.message).toContain(sentence);
});

test('a name is one line, and the limits are those of the specification', () => {
  expect(project({ name: ' My\n\tgarden ' }).name).toBe('My garden');
  expect([maxProjects, maxFilesOfProject]).toEqual([500, 100]);
});
