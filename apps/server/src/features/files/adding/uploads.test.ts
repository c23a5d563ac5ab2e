import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { filesOfGuestPerDay, uploadsAtOnce } from '@noek/contract/files/limits';
import { fileSpaces } from '@noek/contract/subscription/plans';
import { describeOnEngines } from '@noek/db/testing/engines';
import { insertUser } from '@noek/db/testing/factories';
import { expect, onTestFinished, test } from 'vitest';
import { createChatCtx, guestActor, userActor } from '../../../testing/create-chat-ctx.ts';
import type { TestCaller } from '../../../testing/create-test-app.ts';
import type { TestCtx } from '../../../testing/create-test-ctx.ts';
import { type Fixture, openFixture } from '../../../testing/documented-calls/documented-call.ts';
import { createScriptedLlm } from '../../../testing/stand-ins/scripted-llm.ts';
import { listFiles } from '../list-files.ts';
import { addFile } from './add-file.ts';

/** A body that begins with a dot, and arrives further when the test says so. `read` resolves once the dot was taken and more is waited for. */
function slowBody() {
  const read = Promise.withResolvers<void>();
  let taken = read;
  const bytes = (text: string) => new TextEncoder().encode(text);
  let controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  let pulls = 0;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(given) {
        controller = given;
      },
      pull(given) {
        if (pulls++ === 0) given.enqueue(bytes('.'));
        else taken.resolve();
      },
    },
    { highWaterMark: 0 },
  );
  return {
    body,
    read: read.promise,
    isUnread: () => pulls === 0,
    /** Resolves once this was taken, too. */
    send(text: string): Promise<void> {
      taken = Promise.withResolvers();
      controller?.enqueue(bytes(text));
      return taken.promise;
    },
    end: () => controller?.close(),
    breakOff: () => controller?.error(new Error('The line broke.')),
  };
}

/** Begins an upload that does not end yet. */
function begin({ app }: Fixture, { cookies }: TestCaller, path = '/api/files?name=a.txt') {
  const { body, ...slow } = slowBody();
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const init = { method: 'POST', headers: { Host: 'localhost:5000', Cookie: cookie }, body, duplex: 'half' };
  const answer = Promise.resolve(app.request(new Request(`http://localhost:5000${path}`, init as RequestInit)));
  return { ...slow, answer };
}

type Begun = ReturnType<typeof begin>;

/** Begins several and waits until all of them are read. */
async function beginMany(fixture: Fixture, caller: TestCaller, count: number): Promise<Begun[]> {
  const begun = Array.from({ length: count }, () => begin(fixture, caller));
  await Promise.all(begun.map(({ read }) => read));
  return begun;
}

/** Sends a text, and returns the status. */
async function finish({ send, end, answer }: Begun): Promise<number> {
  void send('The tide is high.');
  end();
  return (await answer).status;
}

async function refusalOf({ answer }: Begun) {
  const response = await answer;
  const { code, message } = (await response.json()) as { code: string; message: string };
  return { status: response.status, retryAfter: response.headers.get('Retry-After'), code, message };
}

async function newPerson(fixture: Fixture): Promise<TestCaller> {
  const { id } = await insertUser(fixture.db);
  return fixture.signedIn(id);
}

test('a person has at most 10 uploads at once, imports included, and other people are not held up', async () => {
  const fixture = await openFixture();
  const { me } = fixture;
  const most = uploadsAtOnce.person;
  const [first, ...others] = await beginMany(fixture, me, most - 1);
  const archive = begin(fixture, me, '/api/account/import');
  await archive.read;
  for (const path of ['/api/files?name=a.txt', '/api/account/import'])
    expect(await refusalOf(begin(fixture, me, path))).toEqual({
      status: 429,
      retryAfter: '5',
      code: 'RATE_LIMITED',
      message: `You are sending ${most} files already. Wait until one of them has arrived, and try again.`,
    });
  expect(await finish(begin(fixture, await newPerson(fixture)))).toBe(201);
  expect(await finish(first as Begun)).toBe(201);
  expect(await finish(begin(fixture, me))).toBe(201);
  archive.breakOff();
  expect((await archive.answer).status).toBe(500);
  for (const one of others) expect(await finish(one)).toBe(201);
  const many = await beginMany(fixture, me, most);
  for (const one of many) expect(await finish(one)).toBe(201);
});

test('a network has at most 30 uploads at once', async () => {
  const fixture = await openFixture();
  const begun: Begun[] = [];
  while (begun.length < uploadsAtOnce.network)
    begun.push(...(await beginMany(fixture, await newPerson(fixture), uploadsAtOnce.person)));
  const person = await newPerson(fixture);
  expect(await refusalOf(begin(fixture, person))).toMatchObject({
    status: 429,
    retryAfter: '5',
    message: 'Many files are being sent from your network. Wait until some of them have arrived, and try again.',
  });
  expect(await finish(begun.pop() as Begun)).toBe(201);
  expect(await finish(begin(fixture, person))).toBe(201);
  for (const one of begun) expect(await finish(one)).toBe(201);
});

describeOnEngines('uploads', (open) => {
  async function withCtx(who: 'person' | 'guest') {
    const db = await open();
    const actor = await (who === 'person' ? userActor(db) : guestActor(db));
    return createChatCtx(
      db,
      createScriptedLlm(() => {}),
      { actor },
    );
  }

  const start = (ctx: TestCtx) => {
    const { body, ...slow } = slowBody();
    const added = addFile(ctx, { name: 'a.txt', body });
    added.catch(() => {});
    return { ...slow, added };
  };
  const bytesOnDisk = async ({ config }: TestCtx) =>
    (await readdir(join(config.dataDir, 'uploads')).catch(() => [])).length;

  test('what arrives counts against the space, for all uploads of the person together', async () => {
    const ctx = await withCtx('person');
    const { basic } = fileSpaces;
    fileSpaces.basic = 100;
    onTestFinished(() => {
      fileSpaces.basic = basic;
    });
    const [one, two] = [start(ctx), start(ctx)];
    await Promise.all([one.read, two.read]);
    await one.send('x'.repeat(59));
    await two.send('y'.repeat(29));
    const three = start(ctx);
    await three.read;
    void three.send('z'.repeat(20));
    await expect(three.added).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^This file does not fit/),
    });
    expect(await bytesOnDisk(ctx)).toBe(2);
    one.end();
    two.end();
    await Promise.all([one.added, two.added]);
    expect(await listFiles(ctx, { limit: 100 })).toMatchObject({ bytesUsed: 90 });
    const four = start(ctx);
    await four.read;
    void four.send('w'.repeat(9));
    four.end();
    await four.added;
    await expect(start(ctx).added).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await bytesOnDisk(ctx)).toBe(0);
  });

  test("a guest's number of files is taken before a byte is read, and given back if the upload fails", async () => {
    const ctx = await withCtx('guest');
    const begun = Array.from({ length: filesOfGuestPerDay }, () => start(ctx));
    await Promise.all(begun.map(({ read }) => read));
    const more = start(ctx);
    await expect(more.added).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect(more.isUnread()).toBe(true);
    const [broken, ...whole] = begun;
    broken?.breakOff();
    await expect(broken?.added).rejects.toThrow('The line broke.');
    const again = start(ctx);
    await again.read;
    for (const one of [...whole, again]) {
      void one.send('The tide is high.');
      one.end();
      await one.added;
    }
    await expect(start(ctx).added).rejects.toMatchObject({ code: 'RATE_LIMITED' });
    expect((await listFiles(ctx, { limit: 100 })).files).toHaveLength(filesOfGuestPerDay);
  });

  test("uploads that fail use up nothing of the number that a network's guests can add", async () => {
    const ctx = await withCtx('guest');
    for (let n = 0; n < 60; n++) {
      const one = start(ctx);
      one.breakOff();
      await expect(one.added).rejects.toThrow('The line broke.');
    }
    const whole = start(ctx);
    void whole.send('The tide is high.');
    whole.end();
    await whole.added;
  });
});
