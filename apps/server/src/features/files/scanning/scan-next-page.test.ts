import { describeOnEngines } from '@noek/db/testing/engines';
import { ScanFailure, type ScannedPage, type ScanReader } from '@noek/files/scans/scan-reader';
import { greyLines, pdfOfPictures, scannedLines, scannedPdf } from '@noek/files/testing/scans';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { addFile } from '../adding/add-file.ts';
import { findFile, toFile } from '../files.queries.ts';
import { selectPassages } from '../for-answers/select-passages.ts';
import { readNextFile } from '../reading/read-next-file.ts';
import { createShares } from '../turns/shares.ts';
import { readPictureText } from './read-picture-text.ts';
import { type ScanDeps, scanNextPage } from './scan-next-page.ts';

const never = new AbortController().signal;

describeOnEngines('scanNextPage', (open) => {
  /** `page` gives the text of a page; the files are read by the test alone. */
  async function withScans(page: (number: number) => Promise<ScannedPage>, env: Record<string, string> = {}) {
    const db = await open();
    const asked: number[] = [];
    const scanReader: ScanReader = {
      readPage(_, number) {
        asked.push(number);
        return page(number);
      },
      readPicture: () => page(1),
      close: async () => {},
    };
    const none = { start() {}, announce() {}, untilRead: async () => {}, stop: async () => true };
    const llm = createScriptedLlm(() => {});
    const ctx = createChatCtx(db, llm, {
      actor: await userActor(db),
      fileReadings: none,
      fileScans: none,
      env,
      ...(env.OCR !== 'off' && { scanReader }),
    });
    const shares = createShares();
    const scan = (who: TestCtx = ctx) => scanNextPage(who as TestCtx & ScanDeps, never, shares);
    const addScan = async (who: TestCtx, pages: number) => {
      const body = new Blob([await scannedPdf(pages)]).stream();
      const { id } = await addFile(who, { name: 'scan.pdf', body });
      while (await readNextFile(ctx, never));
      ctx.clock.advance(1);
      return id;
    };
    const file = async (id: string, who: TestCtx = ctx) => toFile(await findFile(who, id));
    const texts = async (id: string) => {
      const { filePages: p } = db.tables;
      const rows = await db.orm.select().from(p).where(eq(p.fileId, id)).orderBy(asc(p.number));
      return rows.map(({ number, text }) => [number, text]);
    };
    return { db, ctx, asked, scan, addScan, file, texts };
  }

  const plain = async (number: number) => ({ text: `Text of page ${number}.`, isHard: false });

  test('a scan is read page by page; the first pages can be asked about while the rest waits', async () => {
    const { db, ctx, scan, addScan, file, texts } = await withScans(plain);
    const id = await addScan(ctx, 3);
    expect(await file(id)).toMatchObject({ state: 'reading', pages: 3, pagesRead: 0 });
    expect(await scan()).toBe(true);
    expect(await file(id)).toMatchObject({ state: 'ready', pages: 3, pagesRead: 1 });
    const asked = async () =>
      selectPassages(db, {
        files: [{ file: await file(id), from: 'question' }],
        question: 'page',
        budgetTokens: 9_000,
      });
    expect((await asked()).used).toMatchObject([
      { given: 'whole', fromScan: [[1, 1]], reason: '2 pages are still being read' },
    ]);
    while (await scan());
    expect(await texts(id)).toEqual([1, 2, 3].map((number) => [number, `Text of page ${number}.`]));
    const done = await file(id);
    expect(done).toMatchObject({ state: 'ready', characters: 45 });
    expect(done).not.toHaveProperty('pagesRead');
    const { used, passages } = await asked();
    expect(used).toMatchObject([{ given: 'whole', fromScan: [[1, 3]] }]);
    expect(used[0]).not.toHaveProperty('reason');
    expect(passages.map(({ page, isScan }) => [page, isScan])).toEqual([1, 2, 3].map((number) => [number, true]));
  });

  test('pages that are hard to read, or cannot be read, are named', async () => {
    const { ctx, scan, addScan, file } = await withScans(async (number) => {
      if (number === 3) throw new ScanFailure('60000 ms');
      return { text: `Text of page ${number}.`, isHard: number > 3 };
    });
    const id = await addScan(ctx, 5);
    while (await scan());
    expect((await file(id)).problem).toBe(
      'Pages 4–5 were hard to read: there may be mistakes in them. Page 3 was not read.',
    );
  });

  test('what a page has beside its picture stays, and doubtful letters are not added to it', async () => {
    const { ctx, scan, texts } = await withScans(async (number) => ({ text: `Rent ${number}.`, isHard: number === 2 }));
    const picture = await greyLines();
    const page = (text: string) => ({ pictures: [picture], content: 'q 500 0 0 300 0 0 cm /P0 Do Q', text });
    const pages = [page('Received on 14 May'), page('Annual report'), page('Rent 3.')];
    const { id } = await addFile(ctx, { name: 'scan.pdf', body: new Blob([pdfOfPictures(pages)]).stream() });
    await readNextFile(ctx, never);
    while (await scan());
    expect(await texts(id)).toEqual([
      [1, 'Received on 14 May\n\nRent 1.'],
      [2, 'Annual report'],
      [3, 'Rent 3.'],
    ]);
  });

  test('a scan without any letters fails in a sentence', async () => {
    const { ctx, scan, addScan, file } = await withScans(async () => ({ text: '', isHard: false }));
    const id = await addScan(ctx, 2);
    while (await scan());
    expect(await file(id)).toMatchObject({ state: 'failed', problem: 'No text was found on the pages of this PDF.' });
  });

  test('where it is switched off, a scan says so, and pictures are refused', async () => {
    const { ctx, addScan, file } = await withScans(plain, { OCR: 'off' });
    const id = await addScan(ctx, 2);
    expect(await file(id)).toMatchObject({ state: 'failed', problem: expect.stringContaining('switched off here') });
    const picture = await addFile(ctx, { name: 'a.png', body: new Blob([scannedLines]).stream() });
    await expect(readPictureText(ctx, { fileId: picture.id })).rejects.toThrow('switched off here');
  });

  test('the text of a picture is read once, on request, and answers are then given it with the picture', async () => {
    const { db, ctx, scan, file, texts } = await withScans(plain);
    const { id } = await addFile(ctx, { name: 'a.png', body: new Blob([scannedLines]).stream() });
    expect(await scan()).toBe(false);
    expect(await readPictureText(ctx, { fileId: id })).toMatchObject({ state: 'ready', pagesRead: 0 });
    await readPictureText(ctx, { fileId: id });
    expect([await scan(), await scan()]).toEqual([true, false]);
    expect(await texts(id)).toEqual([[1, 'Text of page 1.']]);
    const given = await selectPassages(db, {
      files: [{ file: await file(id), from: 'question' }],
      question: 'a',
      budgetTokens: 9_000,
    });
    expect(given.pictures).toHaveLength(1);
    expect(given.passages.map(({ text }) => text)).toEqual(['Text of page 1.']);
    expect(given.used).toEqual([{ fileId: id, name: 'a.png', given: 'whole', isPicture: true, fromScan: [[1, 1]] }]);
  });

  test("others' pictures, and files that are no pictures, are refused", async () => {
    const { db, ctx, addScan } = await withScans(plain);
    const id = await addScan(ctx, 1);
    await expect(readPictureText(ctx, { fileId: id })).rejects.toThrow('Only the text of pictures');
    const stranger = ctx.as(await guestActor(db));
    await expect(readPictureText(stranger, { fileId: id })).rejects.toThrow('File not found.');
  });

  test('people take turns: one page does not wait for a scan of four', async () => {
    const { db, ctx, asked, scan, addScan, file } = await withScans(plain);
    const other = ctx.as(await userActor(db));
    await addScan(ctx, 4);
    const id = await addScan(other, 1);
    await scan();
    await scan();
    expect(asked).toEqual([1, 1]);
    expect(await file(id, other)).toMatchObject({ state: 'ready' });
  });

  test('a copy takes over what was recognised, and is not read again', async () => {
    const { db, ctx, asked, scan, addScan, file, texts } = await withScans(plain);
    const id = await addScan(ctx, 2);
    while (await scan());
    const original = await findFile(ctx, id);
    const unread = { state: 'reading' as const, scans: 0, scansLeft: 0, readWith: 0, attempts: 0, copiedFrom: id };
    await db.write((orm) => orm.insert(db.tables.files).values({ ...original, ...unread, id: 'copy' }));
    await readNextFile(ctx, never);
    expect([await scan(), asked]).toEqual([false, [1, 2]]);
    expect(await texts('copy')).toEqual(await texts(id));
    const copy = await file('copy');
    expect(copy).toMatchObject({ state: 'ready', characters: 30 });
    const given = await selectPassages(db, {
      files: [{ file: copy, from: 'question' }],
      question: 'a',
      budgetTokens: 9_000,
    });
    expect(given.used).toMatchObject([{ fileId: 'copy', fromScan: [[1, 2]] }]);
  });

  test('a page whose process died is read by another one, twice at most', async () => {
    const hold = Promise.withResolvers<ScannedPage>();
    let tries = 0;
    const { ctx, scan, addScan, file, texts } = await withScans((number) => {
      tries++;
      return tries === 1 ? hold.promise : plain(number);
    });
    const id = await addScan(ctx, 1);
    const dead = scan();
    await expect.poll(() => tries).toBe(1);
    expect(await scan()).toBe(false);
    ctx.clock.advance(10_001);
    expect(await scan()).toBe(true);
    hold.resolve({ text: 'Late.', isHard: false });
    await dead;
    expect(await texts(id)).toEqual([[1, 'Text of page 1.']]);
    expect(await file(id)).toMatchObject({ state: 'ready', characters: 15 });
  });
});
