import { createHash } from 'node:crypto';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import { pdfOf } from '@noek/files/testing/pdf';
import { pngOf } from '@noek/files/testing/png';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { archiveOf, exported, imported, runJobs, uploaded } from '../../../../testing/archives.ts';
import { createChatCtx, finalMessage, userActor } from '../../../../testing/create-chat-ctx.ts';
import { createTestCtx, type TestCtx } from '../../../../testing/create-test-ctx.ts';
import { signedInAs } from '../../../../testing/sign-in.ts';
import { createScriptedLlm } from '../../../../testing/stand-ins/scripted-llm.ts';
import { deleteConversation, deleteForever } from '../../../chat/conversations/conversation-trash.ts';
import { sendMessage } from '../../../chat/messages/send-message.ts';
import { addFile } from '../../../files/adding/add-file.ts';
import { deleteFile } from '../../../files/delete-file.ts';
import { findFile } from '../../../files/files.queries.ts';
import { listFilePages } from '../../../files/list-file-pages.ts';
import { listFiles } from '../../../files/list-files.ts';
import { serveFile } from '../../../files/serve-file.ts';
import { runNextJob } from '../../jobs/run-job.ts';
import { startImport } from '../../start-import.ts';
import { conversation, file, manifest, message, path, twoPeople } from '../testing/archive-parts.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** A file that a message of an archive has. */
const sent = (id: string, name = `${id}.txt`) => ({ id, name, type: 'text/plain', size: 3, state: 'ready' });

/** An archive with one conversation, whose only message has files. `stored`: the texts that the archive has, by the ids of their files. */
function archiveWith(files: readonly { id: string; name: string }[], stored: Record<string, string>, listed?: object) {
  const chat = JSON.stringify(
    file({ messages: [{ ...message, files: files.map(({ id, name }) => sent(id, name)) }] })[path],
  );
  const entries = Object.entries(stored).map(([id, text]) => ({
    text,
    entry: {
      path: `files/${hashOf(text)}`,
      bytes: Buffer.byteLength(text),
      sha256: hashOf(text),
      about: { type: 'text/plain', files: files.filter((one) => one.id === id).map(({ name }) => ({ id, name })) },
      ...listed,
    },
  }));
  return archiveOf({
    'manifest.json': manifest([
      { path, bytes: Buffer.byteLength(chat), sha256: hashOf(chat) },
      ...entries.map(({ entry }) => entry),
    ]),
    [path]: chat,
    ...Object.fromEntries(entries.map(({ entry, text }) => [entry.path, text])),
  });
}

const filesOf = async ({ db }: TestCtx, userId: string) => {
  const { conversations: c, messages: m } = db.tables;
  const rows = await db.orm
    .select({ files: m.files })
    .from(m)
    .innerJoin(c, eq(c.id, m.conversationId))
    .where(eq(c.userId, userId))
    .orderBy(asc(m.ordinal));
  return rows.flatMap(({ files }) => files ?? []);
};

describeOnEngines('the files of an import', (open) => {
  test('an account moves to another with its files, once', async () => {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('It is high [1].');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor }) as TestCtx;
    const add = async (name: string, bytes: Uint8Array) => {
      const added = await addFile(ctx, { name, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() });
      if (added.state === 'reading') await ctx.fileReadings.untilRead(added.id, 20_000);
      return added;
    };
    const pdf = pdfOf(['The tide is high.', 'The harbour is deep.']);
    const [report, picture] = [await add('report.pdf', pdf), await add('cat.png', await pngOf(30, 20))];
    const question = { conversationId: null, content: 'How is the tide?', fileIds: [report.id, picture.id] };
    const { assistantMessage } = await sendMessage(ctx, question);
    await finalMessage(ctx, assistantMessage.id);
    const archive = await exported(ctx, actor.user.id);

    const { user } = await userActor(db);
    expect(await imported(ctx, user.id, archive)).toMatchObject({
      status: 'done',
      result: { conversationsAdded: 1, filesAdded: 2, filesMissing: 0 },
    });
    const theirs = await signedInAs(ctx, user.id);
    const [own, ownPicture] = await filesOf(ctx, user.id);
    expect(own).toMatchObject({ name: 'report.pdf', size: pdf.length });
    expect(ownPicture).toMatchObject({ name: 'cat.png', width: 30, height: 20, state: 'ready' });
    expect(own?.id).not.toBe(report.id);
    await ctx.fileReadings.untilRead(own?.id ?? '', 20_000);
    const { pages } = await listFilePages(theirs, { fileId: own?.id ?? '', from: 1 });
    expect(pages.map(({ text }) => text)).toEqual(['The tide is high.', 'The harbour is deep.']);
    const response = await serveFile(theirs, await findFile(theirs, own?.id ?? ''), undefined);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(pdf))).toBe(true);
    const { files, bytesUsed } = await listFiles(theirs, { limit: 10 });
    expect(files.map(({ name, conversations }) => [name, conversations.length]).sort()).toEqual([
      ['cat.png', 1],
      ['report.pdf', 1],
    ]);
    expect(bytesUsed).toBe(pdf.length + (ownPicture?.size ?? 0));
    // The source of the answer leads to the new file.
    const { messages: m } = db.tables;
    const answers = await db.orm.select().from(m).where(eq(m.role, 'assistant'));
    const copied = answers.find(({ id }) => id !== assistantMessage.id);
    expect(copied?.sources?.[0]?.fileId).toBe(own?.id);
    expect(copied?.usedFiles?.map(({ fileId }) => fileId)).toContain(own?.id);

    expect(await imported(ctx, user.id, archive)).toMatchObject({
      result: { conversationsAdded: 0, conversationsUnchanged: 1, filesAdded: 0 },
    });
    expect(await listFiles(theirs, { limit: 10 })).toMatchObject({ bytesUsed });
    const [{ id: conversationId } = { id: 0 }] = files[0]?.conversations ?? [];
    await deleteConversation(theirs, { conversationId });
    await deleteForever(theirs, { conversationId });
    await deleteFile(theirs, { fileId: own?.id ?? '' }).catch(() => {});
    expect(await findFile(ctx, report.id)).toMatchObject({ name: 'report.pdf' });
  });

  test('a file without bytes in the archive, or of a kind that is not taken, keeps its name', async () => {
    const { ctx, bob } = await twoPeople(await open());
    const files = [
      { id: 'here', name: '../../here.txt' },
      { id: 'gone', name: 'gone.txt' },
      { id: 'program', name: 'program.pdf' },
    ];
    const archive = await archiveWith(files, { here: 'The tide is high.', program: 'MZ\0\x01\x02\x03'.repeat(100) });
    expect(await imported(ctx, bob.id, archive)).toMatchObject({
      status: 'done',
      result: { conversationsAdded: 1, filesAdded: 1, filesMissing: 2 },
    });
    const [here, gone, program] = await filesOf(ctx, bob.id);
    expect(here).toMatchObject({ name: 'here.txt', size: 17 });
    expect(gone).toMatchObject({ name: 'gone.txt', problem: 'This file is not in the archive.' });
    expect(program).toMatchObject({
      name: 'program.pdf',
      problem: expect.stringContaining("This kind of file can't be added."),
    });
  });

  test('a file that was deleted is so in the export and in the account that imports it, and is not missing', async () => {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('Fine.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor }) as TestCtx;
    const ids: string[] = [];
    for (const name of ['kept.txt', 'gone.txt']) {
      const { id } = await addFile(ctx, { name, body: new Blob([`This is ${name}.`]).stream() });
      await ctx.fileReadings.untilRead(id, 20_000);
      ids.push(id);
    }
    const { assistantMessage } = await sendMessage(ctx, { conversationId: null, content: 'Look', fileIds: ids });
    await finalMessage(ctx, assistantMessage.id);
    await deleteFile(ctx, { fileId: ids[1] ?? '' });
    const { user } = await userActor(db);
    expect(await imported(ctx, user.id, await exported(ctx, actor.user.id))).toMatchObject({
      status: 'done',
      result: { conversationsAdded: 1, filesAdded: 1, filesMissing: 0 },
    });
    const [kept, gone] = await filesOf(ctx, user.id);
    expect(kept).toMatchObject({ name: 'kept.txt', size: 17 });
    expect(gone).toMatchObject({ name: 'gone.txt', deleted: true });
    expect([kept?.deleted, gone?.problem]).toEqual([undefined, undefined]);
  });

  test('bytes that do not match the manifest make the archive damaged, and nothing is added', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const archive = await archiveWith([{ id: 'a', name: 'a.txt' }], { a: 'One' }, { sha256: hashOf('Two') });
    expect(await imported(ctx, bob.id, archive)).toMatchObject({ status: 'failed' });
    expect(await listFiles(asBob, { limit: 10 })).toMatchObject({ files: [], bytesUsed: 0 });
    expect(await filesOf(ctx, bob.id)).toEqual([]);
  });

  test('an archive whose files do not fit into the space is refused before anything is written', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const { fileAccounts: a } = ctx.db.tables;
    const bytes = 1024 ** 3 - 5;
    await ctx.db.write((orm) => orm.insert(a).values({ userId: bob.id, bytes }));
    const archive = await archiveWith([{ id: 'a', name: 'a.txt' }], { a: 'Six bytes and more' });
    await expect(startImport(asBob, uploaded(archive))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('more than is left of the 1 GB'),
    });
    expect(await ctx.db.orm.select().from(a).where(eq(a.userId, bob.id))).toMatchObject([{ bytes }]);
  });

  test('an import that was stopped after a file continues without adding it twice', async () => {
    const { ctx, bob, asBob } = await twoPeople(await open());
    const archive = await archiveWith(
      [
        { id: 'a', name: 'a.txt' },
        { id: 'b', name: 'b.txt' },
      ],
      { a: 'The first', b: 'The second' },
    );
    await startImport(asBob, uploaded(archive));
    const stopping = new AbortController();
    let steps = 0;
    const atomic: Database['atomic'] = (build) => {
      // Its first file.
      if (++steps === 1) stopping.abort();
      return ctx.db.atomic(build);
    };
    await runNextJob({ ...ctx, db: { ...ctx.db, atomic } as Database }, stopping.signal);
    expect((await listFiles(asBob, { limit: 10 })).files).toHaveLength(1);
    expect(await filesOf(ctx, bob.id)).toEqual([]);
    await runJobs(createTestCtx({ db: ctx.db, config: ctx.config, clock: ctx.clock }));
    expect(await filesOf(ctx, bob.id)).toMatchObject([{ name: 'a.txt' }, { name: 'b.txt' }]);
    const { files, bytesUsed } = await listFiles(asBob, { limit: 10 });
    expect(files.map(({ name, conversations }) => [name, conversations[0]?.title]).sort()).toEqual([
      ['a.txt', conversation.title],
      ['b.txt', conversation.title],
    ]);
    expect(bytesUsed).toBe(19);
    const { archiveJobs: j } = ctx.db.tables;
    expect((await ctx.db.orm.select().from(j).where(eq(j.userId, bob.id)))[0]).toMatchObject({
      status: 'done',
      result: { filesAdded: 2, filesMissing: 0 },
    });
  });
});
