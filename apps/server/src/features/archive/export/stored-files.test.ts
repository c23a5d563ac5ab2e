import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { manifestSchema } from '@noek/contract/archive/schemas';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertConversation } from '@noek/db/testing/factories';
import { loadSharp } from '@noek/files/pictures/load-sharp';
import { locatedJpeg, traces } from '@noek/files/testing/located-jpeg';
import { pdfOf } from '@noek/files/testing/pdf';
import { pngOf } from '@noek/files/testing/png';
import { expect, test } from 'vitest';
import { exported } from '../../../testing/archives.ts';
import { createChatCtx, finalMessage, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { sendMessage } from '../../chat/messages/send-message.ts';
import { addFile } from '../../files/adding/add-file.ts';
import { findFile } from '../../files/files.queries.ts';
import { checkArchive } from '../zip/check-archive.ts';
import { openZip } from '../zip/read-zip.ts';

const add = (ctx: TestCtx, name: string, bytes: Uint8Array) =>
  addFile(ctx, { name, body: new Blob([bytes as Uint8Array<ArrayBuffer>]).stream() });

/** A photo that says where it was taken. */
async function located(): Promise<Uint8Array> {
  const sharp = await loadSharp();
  return locatedJpeg(
    await sharp(await pngOf(90, 60))
      .jpeg()
      .toBuffer(),
    6,
  );
}

async function contentsOf(path: string) {
  const zip = await openZip(path);
  const contents = new Map<string, { bytes: Buffer; isCompressed: boolean }>();
  for (const [name, entry] of zip.entries)
    contents.set(name, { bytes: await buffer(await zip.read(name)), isCompressed: entry.compressionMethod !== 0 });
  zip.close();
  return contents;
}

describeOnEngines('the files of an export', (open) => {
  test('are in it as they are stored, once per content, and the manifest names them', async () => {
    const db = await open();
    const actor = await userActor(db);
    const llm = createScriptedLlm((call) => {
      call.text('An answer.');
      call.finish();
    });
    const ctx = createChatCtx(db, llm, { actor });
    const pdf = pdfOf(['The tide is high.']);
    const photo = await add(ctx, 'beach.jpg', await located());
    const report = await add(ctx, 'report.pdf', pdf);
    const again = await add(ctx, 'same report.pdf', pdf);
    const notes = await add(ctx, 'notes.txt', Buffer.from('The tide is low.'));
    const { id: userId } = actor.user;
    const stranger = ctx.as(await userActor(db));
    await add(stranger as TestCtx, 'secret.txt', Buffer.from('Their secret text.'));
    const { id: conversationId } = await insertConversation(db, { userId, title: 'Tides' });
    const { assistantMessage } = await sendMessage(ctx, {
      conversationId,
      content: 'What is this?',
      fileIds: [photo.id, report.id, notes.id],
    });
    await finalMessage(ctx, assistantMessage.id);

    const path = await exported(ctx, userId);
    expect((await checkArchive(path)).problems).toEqual([]);
    const contents = await contentsOf(path);
    const manifest = manifestSchema.parse(JSON.parse(String(contents.get('manifest.json')?.bytes)));
    const stored = manifest.files.filter(({ path: name }) => name.startsWith('files/'));
    expect(stored).toHaveLength(3);
    const listed = (file: { id: string; name: string }) => stored.find(({ about }) => about?.files[0]?.id === file.id);
    expect(listed(report)).toMatchObject({
      bytes: pdf.length,
      about: {
        type: 'application/pdf',
        files: [report, again].map(({ id, name }) => ({ id, name })),
      },
    });
    expect(listed(photo)?.about).toEqual({ type: 'image/jpeg', files: [{ id: photo.id, name: 'beach.jpg' }] });
    for (const { path: name, sha256 } of stored) {
      expect(name).toBe(`files/${sha256}`);
      expect(
        createHash('sha256')
          .update(contents.get(name)?.bytes ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
    expect(listed(photo)?.sha256).toBe((await findFile(ctx, photo.id)).sha256);
    const isCompressed = (file: typeof photo) => contents.get(listed(file)?.path ?? '')?.isCompressed;
    expect([photo, report, notes].map(isCompressed)).toEqual([false, false, true]);
    const [tides] = [...contents].filter(([name]) => name.endsWith('.json') && name.startsWith('conversations/'));
    expect(JSON.parse(String(tides?.[1].bytes)).messages[0].files).toMatchObject(
      [photo, report, notes].map(({ id, name }) => ({ id, name })),
    );
    // The place where the picture was taken is neither in the archive nor in what the model was given.
    const asked = llm.calls.flatMap(({ request }) => request.messages);
    const given = asked.flatMap((message) => (message.role === 'user' ? (message.pictures ?? []) : []));
    expect(given).toHaveLength(1);
    const everything = Buffer.concat([
      ...[...contents.values()].map(({ bytes }) => bytes),
      Buffer.from(JSON.stringify(asked)),
      ...given.map(({ base64 }) => Buffer.from(base64, 'base64')),
    ]);
    expect(traces.filter((trace) => everything.includes(trace))).toEqual([]);
    expect(everything.includes('Their secret text.')).toBe(false);
  });

  test('are left out if their bytes are gone', async () => {
    const db = await open();
    const actor = await userActor(db);
    const ctx = createChatCtx(
      db,
      createScriptedLlm(() => {}),
      { actor },
    );
    const { id } = await add(ctx, 'notes.txt', Buffer.from('Hello'));
    await ctx.fileStore.delete((await findFile(ctx, id)).sha256);
    const { manifest, problems } = await checkArchive(await exported(ctx, actor.user.id));
    expect(problems).toEqual([]);
    expect(manifest.files.filter(({ path }) => path.startsWith('files/'))).toEqual([]);
  });
});
