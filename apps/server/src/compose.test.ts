import type { Database } from '@noek/db/database';
import { describeOnEngines, openTestDatabase } from '@noek/db/testing/engines';
import { pino } from 'pino';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApp } from './app.ts';
import { compose } from './compose.ts';
import { createConversation } from './features/chat/conversations/create-conversation.ts';
import { followAnswer } from './features/chat/live/follow-answer.ts';
import { followLive } from './features/chat/live/follow-live.ts';
import { sendMessage } from './features/chat/messages/send-message.ts';
import { mailStatement } from './features/outbox/enqueue-mail.ts';
import { createChatCtx, guestActor, userActor } from './testing/create-chat-ctx.ts';
import { createRecordingTransport, createTestCtx } from './testing/create-test-ctx.ts';
import { createScriptedLlm } from './testing/stand-ins/scripted-llm.ts';

/** Unhandled rejections during the test. */
function unhandledRejections(): unknown[] {
  const seen: unknown[] = [];
  const listen = (reason: unknown) => void seen.push(reason);
  process.on('unhandledRejection', listen);
  onTestFinished(() => void process.off('unhandledRejection', listen));
  return seen;
}

/** Runs all callbacks that are ready, and those that they make ready. */
async function turnsOfTheLoop(count = 20): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
}

/** The product with its own database. `atEnd` reads the database after the product has closed it. */
async function product<T>(db: Database, atEnd: (db: Database) => Promise<T>) {
  const lines: { level: number; msg: string }[] = [];
  const llm = createScriptedLlm();
  const mail = createRecordingTransport();
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  let left: T | undefined;
  const base = createTestCtx({ db, llm, actor: await userActor(db) });
  const composed = compose({
    ...base.composed.deps,
    log: pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) }),
    mail: {
      kind: 'inbox',
      async send(one) {
        await gate.promise;
        order.push('mail sent');
        await mail.send(one);
      },
      async close() {
        order.push('mail closed');
      },
    },
    db: {
      ...db,
      async close() {
        left = await atEnd(db);
        order.push('database closed');
        await db.close();
      },
    },
  });
  const ctx = { ...base, ...composed.deps };
  const app = createApp(composed.deps, composed.state);
  return { ctx, app, composed, llm, lines, order, releaseMail: gate.resolve, left: () => left };
}

const tablesAtEnd = async ({ orm, tables }: Database) => ({
  messages: await orm.select().from(tables.messages),
  generations: await orm.select().from(tables.generations),
  outbox: await orm.select().from(tables.outbox),
  conversations: await orm.select().from(tables.conversations),
});

describeOnEngines('close, while everything is running', (open) => {
  test('ends answers, streams, requests and mail, then closes the database, and leaves nothing running', async () => {
    const unhandled = unhandledRejections();
    const { ctx, app, composed, llm, lines, order, releaseMail, left } = await product(await open(), tablesAtEnd);
    await composed.begin();
    const mail = { kind: 'test', to: 'ada@people.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
    await ctx.db.write((orm) => mailStatement(ctx, orm, mail));
    ctx.db.notify('mail');

    const ask = async (content: string) => {
      const { id } = await createConversation(ctx, {});
      return (await sendMessage(ctx, { conversationId: id, content })).assistantMessage.id;
    };
    // Models are asked in the order in which the prompts are ready, which is not always that of the questions.
    const ending = await ask('Hi!');
    const first = await llm.call(0);
    const endless = await ask('Tell me everything');
    (await llm.call(1)).text('The beginning');
    const silent = await ask('Are you there?');
    await llm.call(2);

    const { signal } = new AbortController();
    const pages = followLive(ctx, signal);
    await pages.next();
    const page = (async () => {
      for await (const _ of pages);
    })();
    const reader = (async () => {
      for await (const _ of followAnswer(ctx, { messageId: endless }, signal));
    })();
    const readers = Promise.allSettled([page, reader]);
    first.text('Hello!\n\n## A garden in four weeks\n\nShall we?');
    const opening = followAnswer(ctx, { messageId: ending }, signal);
    await opening.next();
    await opening.return();
    first.finish();
    const requests = Promise.all(['/api/conversations', '/api/config'].map((path) => app.request(path)));
    const closed = composed.close(0);
    const late = await app.request('/api/auth/logout', { method: 'POST' });
    releaseMail();

    expect(await closed).toBe(true);
    expect(late.status).toBe(503);
    for (const { status } of await requests) expect([200, 401]).toContain(status);
    expect((await readers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    expect(order.at(-1)).toBe('database closed');
    expect(order.indexOf('mail closed')).toBeGreaterThan(order.indexOf('mail sent'));
    const messages = left()?.messages ?? [];
    expect(messages.find(({ id }) => id === endless)).toMatchObject({
      status: 'interrupted',
      content: 'The beginning',
    });
    expect(messages.find(({ id }) => id === ending)?.status).toMatch(/^(complete|interrupted)$/);
    expect(messages.find(({ id }) => id === silent)).toMatchObject({ status: 'streaming', content: '' });
    expect(left()?.generations).toMatchObject([{ messageId: silent, heartbeatAt: new Date(0) }]);

    // A later call does nothing.
    composed.deps.generations.start(messages.find(({ id }) => id === silent) as never, { owner: {} } as never);
    expect((await app.request('/api/conversations')).status).toBe(503);
    expect(await composed.close(0)).toBe(true);
    await turnsOfTheLoop();
    expect(composed.deps.generations.size).toBe(0);
    expect(lines).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  test('at the moment an answer ends, its title is published before the database is closed', async () => {
    const unhandled = unhandledRejections();
    const { ctx, composed, llm, lines, left } = await product(await open(), tablesAtEnd);
    const { id } = await createConversation(ctx, {});
    const sent = await sendMessage(ctx, { conversationId: id, content: 'Hi!' });
    const call = await llm.call(0);
    call.text('Hello!\n\n## A garden in four weeks\n\nShall we?');
    call.finish();
    const closed = new Promise<boolean>((resolve) => {
      ctx.generations.follow(sent.assistantMessage.id, 0, {
        onEvent({ type }) {
          if (type === 'done') resolve(composed.close(0));
        },
        onMoved() {},
      });
    });
    expect(await closed).toBe(true);
    await turnsOfTheLoop();
    expect(left()?.conversations).toMatchObject([{ title: 'A garden in four weeks' }]);
    expect(lines).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  test('an unreachable database is logged and does not stop the shutdown', async () => {
    const unhandled = unhandledRejections();
    const db = await open();
    const { ctx, composed, llm, lines, order } = await product(db, async () => null);
    await composed.begin();
    await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    (await llm.call(0)).text('The beginning');
    await db.close();
    expect(await composed.close(0)).toBe(false);
    expect(order).toEqual(['mail closed', 'database closed']);
    expect(lines).not.toEqual([]);
    await turnsOfTheLoop();
    expect(unhandled).toEqual([]);
  });
});

describe('the services', () => {
  test('begin and close in this order', async () => {
    const { composed } = createTestCtx({ db: await openTestDatabase() });
    expect(composed.order.begin).toEqual([
      'what is known about models',
      'the list of webhooks',
      'events that are being sent to webhooks',
      'mails that are being sent',
      'exports and imports',
      'deletions',
      'the reading of files',
      'the reading of scans',
      'the removal of files',
      'the knowledge base',
      'the list of processes',
      'answers',
      'queued messages',
      'the lists of models',
      'subscriptions',
      'companies could not be asked about people',
      'lost second factors could not be looked at',
      'old temporary chats',
      'old rows could not be removed',
    ]);
    expect(composed.order.close).toEqual([
      'timers',
      'the streams of open pages',
      'queued messages',
      'answers',
      'the list of processes',
      'requests and streams',
      'exports and imports',
      'deletions',
      'the reading of files',
      'the reading of scans',
      'the removal of files',
      'mails that are being sent',
      'events that are being sent to webhooks',
      'the list of webhooks',
      'the check of the knowledge base',
      'what is known about models',
      'payments',
      'web search',
      'the Markdown of emails',
      'the mail transport',
      'the reader of files',
      'the reader of scans',
      'the links to other processes',
      'the database',
    ]);
  });

  test('are all closed if one cannot begin', async () => {
    const { composed, order, lines } = await product(await openTestDatabase(), async () => null);
    const failure = new Error('the list of processes cannot be read');
    vi.spyOn(composed.deps.processes, 'begin').mockRejectedValue(failure);
    await expect(composed.begin()).rejects.toBe(failure);
    expect(composed.state.draining).toBe(true);
    expect(composed.deps.background.closed).toBe(true);
    expect(composed.deps.generations.closing.aborted).toBe(true);
    expect(order).toEqual(['mail closed', 'database closed']);
    expect(lines).toEqual([]);
  });
});

describe('a test’s context', () => {
  test('is closed before its database is', async () => {
    const db = await openTestDatabase();
    const llm = createScriptedLlm();
    const ctx = createChatCtx(db, llm, { actor: await guestActor(db) });
    await sendMessage(ctx, { conversationId: null, content: 'Tell me' });
    const { request } = await llm.call(0);
    await db.close();
    expect(request.signal.aborted).toBe(true);
    expect(ctx.background.closed).toBe(true);
    expect(ctx.generations.closing.aborted).toBe(true);
  });

  test('fails its test when it leaves work behind', async () => {
    const db = await openTestDatabase();
    const ctx = createTestCtx({ db });
    ctx.background.run('failed', () => new Promise(() => {}));
    await expect(db.close()).rejects.toThrow('The test left work behind');
  });
});
