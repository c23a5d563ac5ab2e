import type { Project } from '@noek/contract/projects/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertMemories, insertProject } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, finalMessage, untilLogged, userActor } from '../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../testing/create-test-ctx.ts';
import { executedStatements } from '../../testing/executed-statements.ts';
import { saves, told } from '../../testing/memory-chat.ts';
import { answers, createScriptedLlm, offeredModel, type ScriptedCall } from '../../testing/stand-ins/scripted-llm.ts';
import { trainingLines } from '../archive/training/training-lines.ts';
import { changeAccount } from '../auth/account/change-account.ts';
import { readUser } from '../auth/auth.queries.ts';
import { deleteConversation, deleteForever } from '../chat/conversations/conversation-trash.ts';
import { emptyDeleted } from '../chat/deletion/deletions.ts';
import { continueAnswer } from '../chat/messages/continue-answer.ts';
import { listMessages } from '../chat/messages/list-messages.ts';
import { regenerateAnswer } from '../chat/messages/regenerate-answer.ts';
import { sendMessage } from '../chat/messages/send-message.ts';
import { usedInstructions } from '../chat/messages/used-instructions.ts';
import { readShared } from '../chat/sharing/read-shared.ts';
import { shareConversation } from '../chat/sharing/share-conversation.ts';
import { addFile } from '../files/adding/add-file.ts';
import { deleteFile } from '../files/delete-file.ts';
import { listFiles } from '../files/list-files.ts';
import { purgeUnusedFiles } from '../files/removal/remove-files.ts';
import { listMemories } from '../memory/list-memories.ts';
import { restoreMemory } from '../memory/restore-memory.ts';
import { undoMemoryChange } from '../memory/undo-memory-change.ts';
import { addProjectFile } from './files/add-project-file.ts';
import { listProjectFiles } from './files/list-project-files.ts';
import { removeProjectFile } from './files/remove-project-file.ts';
import { deleteProject, deleteProjectForever, restoreProject } from './trash/project-trash.ts';
import { purgeProjects } from './trash/purge-projects.ts';
import { updateProject } from './update-project.ts';

const system = (call: ScriptedCall | undefined) => call?.request.messages[0]?.content ?? '';
const data = (call: ScriptedCall | undefined, name: string) =>
  call?.request.messages.find(({ content }) => content.includes(` name="${name}">`))?.content ?? '';

describeOnEngines('answers in projects', (open, engine) => {
  async function begin(script: ((call: ScriptedCall) => void) | undefined = answers, user: object = {}) {
    const current = { script };
    const llm = createScriptedLlm((call) => current.script?.(call));
    const db = await open();
    const executed = engine === 'sqlite' ? executedStatements(db) : [];
    const actor = await userActor(db, { allowModelTraining: true, ...user });
    const ctx = createChatCtx(db, llm, { actor });
    const userId = actor.user.id;
    /** The person as the next request finds them. */
    const now = async () => {
      const found = await readUser(db, userId, ctx.now());
      return ctx.as({ ...actor, user: found ?? actor.user } as typeof actor);
    };
    const add = (given: Partial<Project> = {}) =>
      insertProject(db, {
        userId,
        ...{ name: given.name ?? 'Garden', instructions: given.instructions ?? '', memory: given.memory ?? 'shared' },
      });
    async function say(content: string, projectId: string | null = null, conversationId: number | null = null) {
      const sent = await sendMessage(await now(), { conversationId, content, projectId });
      return { ...sent, answer: await finalMessage(ctx, sent.assistantMessage.id), call: llm.calls.at(-1) };
    }
    const answerWith = (next: (call: ScriptedCall) => void) => {
      current.script = next;
    };
    const upload = (text: string, name: string) => addFile(ctx, { name, body: new Blob([text]).stream() });
    return { ctx, db, llm, executed, userId, now, add, say, answerWith, upload };
  }

  test('instructions of the account and the project are given, and kept as they were for each answer', async () => {
    const { ctx, add, say, now } = await begin();
    await changeAccount(ctx, { instructions: 'Call me Captain.' });
    const { id } = await add({ instructions: 'Answer in rhymes.' });
    const outside = await say('Hello');
    expect(system(outside.call)).toContain('Call me Captain.');
    expect(outside.answer.instructions).toEqual([{ project: null }]);
    const first = await say('Hello', id);
    const text = system(first.call);
    expect(text.indexOf('Call me Captain.')).toBeGreaterThan(text.indexOf('You are Noek'));
    expect(text.indexOf('project "Garden"')).toBeGreaterThan(text.indexOf('Call me Captain.'));
    expect(text.indexOf('Answer in rhymes.')).toBeGreaterThan(text.indexOf('project "Garden"'));
    expect(first.answer.instructions).toEqual([{ project: null }, { project: 'Garden' }]);

    await updateProject(ctx, { projectId: id, name: 'Balcony', instructions: 'Answer in prose.' });
    await changeAccount(ctx, { instructions: '' });
    const again = await regenerateAnswer(await now(), { messageId: first.answer.id });
    const second = await finalMessage(ctx, again.assistantMessage.id);
    expect(second.instructions).toEqual([{ project: 'Balcony' }]);
    expect(await usedInstructions(ctx, { messageId: second.id })).toEqual([
      { project: 'Balcony', text: 'Answer in prose.' },
    ]);
    const asTheyWere = [
      { project: null, text: 'Call me Captain.' },
      { project: 'Garden', text: 'Answer in rhymes.' },
    ];
    expect(await usedInstructions(ctx, { messageId: first.answer.id })).toEqual(asTheyWere);
    await deleteProject(ctx, { projectId: id, conversations: 'keep' });
    expect(await usedInstructions(ctx, { messageId: first.answer.id })).toEqual(asTheyWere);
    const { call, answer } = await say('Hello', null, first.conversation.id);
    expect(system(call)).not.toContain('Answer in prose.');
    expect(answer.instructions).toEqual([]);
  });

  test('instructions are shown to their owner alone: not to others, in shared copies or in training data', async () => {
    const { ctx, db, add, say } = await begin((call) => answers(call, 'In rhymes.'));
    const { id } = await add({ instructions: 'Secret: answer in rhymes.' });
    const { answer, conversation } = await say('Hello', id);
    await say('Is this used?');
    const stranger = ctx.as(await userActor(db));
    await expect(usedInstructions(stranger, { messageId: answer.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await shareConversation(ctx, { conversationId: conversation.id });
    expect(JSON.stringify(await readShared(stranger, { conversationId: conversation.id }))).not.toMatch(
      /Secret|Garden/,
    );
    expect(JSON.stringify(await listMessages(ctx, { conversationId: conversation.id }))).not.toContain('Secret');
    const lines: string[] = [];
    for await (const line of trainingLines(db)) lines.push(line);
    expect(lines.map((line) => JSON.parse(line).messages[0].content)).toEqual(['Is this used?']);
  });

  test('an answer that is continued is given the instructions of now, and keeps what it was given before', async () => {
    const { ctx, add, say, now, answerWith } = await begin((call) => {
      call.text('The beginning');
      call.fail(new Error('The line broke.'));
    });
    await changeAccount(ctx, { instructions: 'Be brief.' });
    const { id } = await add({ instructions: 'One.' });
    const { answer } = await say('Hello', id);
    expect(answer).toMatchObject({ status: 'interrupted', instructions: [{ project: null }, { project: 'Garden' }] });
    await updateProject(ctx, { projectId: id, instructions: 'Two.' });
    await changeAccount(ctx, { instructions: '' });
    let text = '';
    answerWith((call) => {
      text = system(call);
      answers(call, ' and the end.');
    });
    await continueAnswer(await now(), { messageId: answer.id });
    expect(await finalMessage(ctx, answer.id)).toMatchObject({ content: 'The beginning and the end.' });
    expect(text).toContain('Two.');
    expect(await usedInstructions(ctx, { messageId: answer.id })).toEqual([
      { project: null, text: 'Be brief.' },
      { project: 'Garden', text: 'Two.' },
    ]);
  });

  test('an answer of a process that died keeps the instructions as it was given them', async () => {
    const { ctx, db, add, now } = await begin(() => {});
    const { id } = await add({ instructions: 'As they were.' });
    const sent = await sendMessage(await now(), { conversationId: null, content: 'Hello', projectId: id });
    const { id: messageId } = sent.assistantMessage;
    const call = await (ctx.llm as ReturnType<typeof createScriptedLlm>).call(0);
    call.text('Half of it');
    await untilLogged(ctx, messageId, 'Half of it');
    await updateProject(ctx, { projectId: id, instructions: 'Later.' });
    ctx.clock.advance(60_000);
    const next = createChatCtx(db, createScriptedLlm(answers), { actor: ctx.actor, clock: ctx.clock });
    await next.generations.begin();
    expect(await finalMessage(next, messageId)).toMatchObject({ status: 'interrupted', content: 'Half of it' });
    const stored = [{ project: 'Garden', text: 'As they were.' }];
    expect(await usedInstructions(next, { messageId })).toEqual(stored);
    const { messages: m } = db.tables;
    const [row] = await db.orm.select({ used: m.usedInstructions }).from(m).where(eq(m.id, messageId));
    expect(row?.used).toEqual(stored);
    await next.generations.drain(0);
  });

  test('long instructions leave room for the question, and earlier turns give way to them', async () => {
    const { ctx, llm, add, say } = await begin();
    llm.offered[0] = offeredModel('small', { contextWindow: 8_000 });
    await changeAccount(ctx, { instructions: 'Short.' });
    const { id } = await add({ instructions: `${'x'.repeat(7_990)} the end` });
    const before = await say('y'.repeat(9_000), id);
    const { call, answer } = await say('And now?', id, before.conversation.id);
    const text = system(call);
    expect(text).toContain('Short.');
    expect(text).toMatch(/x{4000}x*…/);
    expect(text).not.toContain('the end');
    expect(call?.request.messages.at(-1)?.content).toBe('And now?');
    expect(answer.turnsLeftOut).toBeGreaterThan(0);
    const used = await usedInstructions(ctx, { messageId: answer.id });
    expect(used.map(({ project }) => project)).toEqual([null, 'Garden']);
    expect(used[1]?.text.endsWith('x…')).toBe(true);
  });

  test('what is learned in a project with its own memory stays there, and nothing from outside gets in', async () => {
    const { ctx, add, say, answerWith, userId, db } = await begin();
    const own = (await add({ memory: 'own' })).id;
    const shared = (await add({ name: 'House' })).id;
    await insertMemories(db, userId, [{ title: 'Drink', content: 'Drinks green tea' }]);
    await say('Remember that my greenhouse is in Sintra.', own);
    answerWith(saves({ title: 'Roses', content: 'I am allergic to roses' }));
    const inside = await say('I am allergic to roses.', own);
    expect(told(inside.call)).toContain('Saved for this project: I am allergic to roses');
    const { memories } = await listMemories(ctx);
    expect(new Map(memories.map(({ content, projectId }) => [content, projectId]))).toEqual(
      new Map([
        ['I am allergic to roses', own],
        ['My greenhouse is in Sintra', own],
        ['Drinks green tea', null],
      ]),
    );

    answerWith(answers);
    const question = 'What do you know about my greenhouse, roses and tea?';
    for (const outside of [null, shared]) {
      const given = data((await say(question, outside)).call, 'memories');
      expect(given).toContain('green tea');
      expect(given).not.toMatch(/Sintra|roses/);
    }
    const given = data((await say(question, own)).call, 'memories');
    expect(given).toMatch(/Sintra[\s\S]*roses|roses[\s\S]*Sintra/);
    expect(given).not.toContain('green tea');

    // The same fact is known twice, in two places, and a correction changes only the one where it is said.
    await say('Remember that my greenhouse is in Sintra.', shared);
    await say('Remember that my greenhouse is in Cascais, not in Sintra.', own);
    const contents = async (projectId: string | null) =>
      (await listMemories(ctx)).memories.filter((one) => one.projectId === projectId).map(({ content }) => content);
    expect(await contents(null)).toContain('My greenhouse is in Sintra');
    expect((await contents(own)).join(' ')).toContain('Cascais');
    // Forgetting asks about those of the place where it is asked.
    const { answer } = await say('Forget everything about my greenhouse.');
    const asked = answer.steps.flatMap(({ forget }) => forget?.memories ?? []);
    const outside = (await listMemories(ctx)).memories.filter(({ projectId }) => projectId === null);
    expect(asked.map(({ id }) => id)).toEqual(
      outside.filter(({ content }) => content.includes('greenhouse')).map(({ id }) => id),
    );
  });

  test('what an answer saved in a project is undone there, and a deleted memory comes back there', async () => {
    const { ctx, add, say, db } = await begin();
    const { id } = await add({ memory: 'own' });
    const { answer } = await say('Remember that my greenhouse is in Sintra.', id);
    const [memory] = (await listMemories(ctx)).memories;
    await undoMemoryChange(ctx, { memoryId: memory?.id ?? '', messageId: answer.id });
    expect((await listMemories(ctx)).memories).toEqual([]);
    if (!memory) throw new Error('Nothing was saved.');
    const { id: _, updatedAt: __, ...said } = memory;
    expect(await restoreMemory(ctx, said)).toMatchObject({ projectId: id, content: memory.content });
    const theirs = (await insertProject(db, { userId: (await userActor(db)).user.id })).id;
    await expect(restoreMemory(ctx, { ...said, projectId: theirs })).rejects.toMatchObject({ code: 'NOT_FOUND' });

    await deleteProject(ctx, { projectId: id, conversations: 'keep' });
    expect(await listMemories(ctx)).toMatchObject({ memories: [], count: 1 });
    await restoreProject(ctx, { projectId: id });
    expect((await listMemories(ctx)).memories).toHaveLength(1);
  });

  test('a project without memory neither reads nor writes', async () => {
    const { ctx, add, say, userId, db } = await begin();
    const { id } = await add({ memory: 'off' });
    await insertMemories(db, userId, [{ title: 'Drink', content: 'Drinks green tea' }]);
    const { call, answer } = await say('Remember that I like roses. What do I drink?', id);
    expect(data(call, 'memories')).toBe('');
    expect(call?.request.tools?.map(({ name }) => name) ?? []).not.toContain('save_memory');
    expect(answer.steps.filter(({ kind }) => kind === 'memory')).toEqual([]);
    expect((await listMemories(ctx)).memories).toHaveLength(1);
  });

  test('a project that was deleted before its answer begins gives nothing and learns nothing', async () => {
    const { ctx, db, add, say, userId } = await begin();
    const { id } = await add({ memory: 'own', instructions: 'Rhymes.' });
    const { conversation } = await say('Hello', id);
    // As an answer finds it that was queued while the project was deleted.
    const { projects: p } = db.tables;
    await db.write((orm) => orm.update(p).set({ deletedAt: ctx.now() }).where(eq(p.id, id)));
    await insertMemories(db, userId, [{ title: 'Drink', content: 'Drinks green tea' }]);
    const { call, answer } = await say('Remember that I like roses.', null, conversation.id);
    expect(answer.instructions).toEqual([]);
    expect(data(call, 'memories')).toBe('');
    expect((await listMemories(ctx)).memories).toHaveLength(1);
  });

  test('the files of a project are given to its chats after their own, and noted', async () => {
    const { ctx, add, say, upload } = await begin((call) => answers(call, 'At noon [1].'));
    const { id } = await add();
    const plan = await upload('The ferry leaves at noon.', 'plan.txt');
    expect(await addProjectFile(ctx, { projectId: id, fileId: plan.id })).toMatchObject({ id: plan.id });
    await addProjectFile(ctx, { projectId: id, fileId: plan.id });
    expect(await listProjectFiles(ctx, { projectId: id })).toHaveLength(1);
    const { call, answer } = await say('When does the ferry leave?', id);
    expect(data(call, 'files')).toContain('The ferry leaves at noon.');
    expect(answer.usedFiles).toEqual([{ fileId: plan.id, name: 'plan.txt', given: 'whole' }]);
    expect(answer.sources).toMatchObject([{ kind: 'file', fileId: plan.id, number: 1 }]);
    expect((await say('When does the ferry leave?')).answer.usedFiles).toEqual([]);
    expect((await listFiles(ctx, { limit: 10 })).files).toMatchObject([{ projects: [{ id, name: 'Garden' }] }]);

    // Of a project, it is not unused.
    ctx.clock.advance(48 * 60 * 60_000);
    expect(await purgeUnusedFiles(ctx)).toBe(false);
    const other = (await add({ name: 'House' })).id;
    await addProjectFile(ctx, { projectId: other, fileId: plan.id });
    await removeProjectFile(ctx, { projectId: id, fileId: plan.id });
    expect(await purgeUnusedFiles(ctx)).toBe(false);
    await expect(removeProjectFile(ctx, { projectId: id, fileId: plan.id })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await removeProjectFile(ctx, { projectId: other, fileId: plan.id });
    expect(await purgeUnusedFiles(ctx)).toBe(true);
    expect((await listFiles(ctx, { limit: 10 })).files).toEqual([]);
  });

  test('a file stays as long as a message or a project has it', async () => {
    const { ctx, db, add, upload } = await begin();
    const { id } = await add();
    const file = await upload('Some notes.', 'notes.txt');
    const sent = await sendMessage(ctx, { conversationId: null, content: 'Look', fileIds: [file.id] });
    await finalMessage(ctx, sent.assistantMessage.id);
    await addProjectFile(ctx, { projectId: id, fileId: file.id });
    const { id: conversationId } = sent.conversation;
    await deleteConversation(ctx, { conversationId });
    await deleteForever(ctx, { conversationId });
    expect(await db.orm.select().from(db.tables.messages)).toEqual([]);
    expect(await purgeUnusedFiles(ctx)).toBe(false);
    await deleteProject(ctx, { projectId: id, conversations: 'keep' });
    expect(await purgeUnusedFiles(ctx)).toBe(false);
    await deleteProjectForever(ctx, { projectId: id });
    await emptyDeleted(ctx, ctx.accountDependents, { others: [() => purgeProjects(ctx)] });
    expect(await purgeUnusedFiles(ctx)).toBe(true);
    expect(await db.orm.select().from(db.tables.files)).toEqual([]);
  });

  test('a file leaves a project when it is deleted, and the files of others cannot be added', async () => {
    const { ctx, db, add, upload } = await begin();
    const { id } = await add();
    const file = await upload('Some notes.', 'notes.txt');
    const stranger = ctx.as(await userActor(db)) as TestCtx;
    const theirs = (await insertProject(db, { userId: stranger.actor.kind === 'user' ? stranger.actor.user.id : '' }))
      .id;
    await expect(addProjectFile(stranger, { projectId: theirs, fileId: file.id })).rejects.toMatchObject({
      message: 'File not found.',
    });
    await expect(addProjectFile(ctx, { projectId: theirs, fileId: file.id })).rejects.toMatchObject({
      message: 'Project not found.',
    });
    await addProjectFile(ctx, { projectId: id, fileId: file.id });
    await deleteFile(ctx, { fileId: file.id });
    expect(await listProjectFiles(ctx, { projectId: id })).toEqual([]);
  });

  test('of more files than fit, those that fit the question best are given', async () => {
    const { ctx, add, say, upload } = await begin();
    const { id } = await add();
    const filler = 'The harbour was quiet and the gulls were loud. '.repeat(1_200);
    for (let n = 0; n < 6; n++) {
      const file = await upload(n === 2 ? `${filler} The password is Quetzal.` : filler, `chapter-${n}.txt`);
      await addProjectFile(ctx, { projectId: id, fileId: file.id });
      await ctx.fileReadings.untilRead(file.id, 10_000);
    }
    const { call, answer } = await say('What is the password?', id);
    expect(data(call, 'files')).toContain('Quetzal');
    expect(answer.usedFiles[0]).toMatchObject({ name: 'chapter-2.txt', given: 'passages' });
  });

  test('a conversation in no project needs no query for it, and one in a project needs one', {
    skip: engine === 'postgres',
  }, async () => {
    const { add, say, executed } = await begin();
    const { id } = await add({ instructions: 'Rhymes.' });
    const askedAgain = async (projectId: string | null) => {
      const { conversation } = await say('Hello', projectId);
      executed.length = 0;
      await say('Again', null, conversation.id);
      return executed.filter((text) => /"projects"|"project_files"/.test(text));
    };
    expect(await askedAgain(null)).toEqual([]);
    expect(await askedAgain(id)).toHaveLength(1);
  });
});
