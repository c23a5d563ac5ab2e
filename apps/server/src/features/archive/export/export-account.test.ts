import { createHash, randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import {
  archivedConversationSchema,
  archivedMemorySchema,
  archivedMessageSchema,
  manifestSchema,
} from '@noek/contract/archive/schemas';
import type { Database } from '@noek/db/database';
import { describeOnEngines } from '@noek/db/testing/engines';
import {
  insertConversation,
  insertMemories,
  insertMessages,
  insertSession,
  insertUser,
} from '@noek/db/testing/factories';
import { expect, test } from 'vitest';
import { exported, unzipped } from '../../../testing/archives.ts';
import { connectedApp, notes } from '../../../testing/connected-app.ts';
import { createTestCtx } from '../../../testing/create-test-ctx.ts';
import { passwordLogin } from '../../../testing/login-facts.ts';
import { insertPerson } from '../../../testing/sign-in.ts';
import { updateMemory } from '../../memory/update-memory.ts';
import { pageSize } from './pages.ts';

const at = new Date('2026-11-20T08:00:00.000Z');

/** A question that was edited, with two answers to the first version. */
async function branched(db: Database, userId: string) {
  const { id } = await insertConversation(db, { userId, title: 'CON: edited?', createdAt: at });
  const [question, answer] = await insertMessages(db, id, [
    { content: 'First question', active: false },
    {
      content: 'First answer [1]',
      active: false,
      answeredBy: 'OpenAI · gpt-5-mini',
      feedback: 'bad',
      feedbackReason: 'Too short',
      reasoning: { text: 'Let me think.', ms: 1200 },
      sources: [{ number: 1, url: 'https://example.org/', title: 'Example', site: 'example.org', quote: 'A quote.' }],
      steps: [
        {
          id: 's',
          kind: 'search',
          status: 'done',
          text: 'Searching the web for tea',
          url: null,
          memoryId: null,
          at: 0,
        },
      ],
      usedMemories: [{ id: 'm', title: 'Tea' }],
    },
  ]);
  await insertMessages(db, id, [
    { content: 'Edited question', parentId: null },
    { content: 'Stopped in the middle', status: 'stopped', error: 'You stopped it.' },
  ]);
  await insertMessages(db, id, [
    { content: 'Another answer', role: 'assistant', parentId: question?.id ?? null, active: false },
  ]);
  return { id, question, answer };
}

describeOnEngines('an export', (open) => {
  test('contains everything that belongs to the person, and nothing of anyone else', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const me = await insertPerson(ctx, {
      name: 'Ada Example',
      email: 'ada@people.example',
      previousEmail: 'old@people.example',
    });
    const other = await insertUser(db, { name: 'Somebody Else', email: 'other@people.example' });
    const { id } = await branched(db, me.id);
    const archived = await insertConversation(db, { userId: me.id, title: 'Archived one', archived: true });
    const trashed = await insertConversation(db, { userId: me.id, title: 'Trashed one', deletedAt: at });
    const theirs = await insertConversation(db, { userId: other.id, title: 'Their secret' });
    await insertMessages(db, theirs.id, ['Their secret question']);
    const [memory] = await insertMemories(db, me.id, [
      { title: 'Tea', content: 'Likes green tea', conversationId: id, messageId: 'x', savedBy: `${randomUUID()}:0` },
    ]);
    await insertMemories(db, other.id, [{ title: 'Their secret memory' }]);
    const { apiTokens, auditLog, identities, paymentCustomers, reports, subscriptions } = db.tables;
    const { authenticators, passkeys, recoveryCodes, securityEvents, webhooks, webhookDeliveries } = db.tables;
    const entry = { action: 'user.changed', detail: { level: 'supernoek' }, createdAt: at };
    await db.write((orm) =>
      orm.insert(auditLog).values([
        { ...entry, id: 'a1', actorId: other.id, targetUserId: me.id },
        { ...entry, id: 'a2', actorId: me.id, targetUserId: me.id },
        { ...entry, id: 'a3', actorId: me.id, targetUserId: other.id, detail: { email: other.email } },
      ]),
    );
    await db.write((orm) =>
      orm
        .insert(identities)
        .values({ issuer: 'https://accounts.example', subject: '42', userId: me.id, createdAt: at }),
    );
    await insertSession(db, { userId: me.id, familyId: 'a login' });
    await db.write((orm) =>
      orm.insert(db.tables.companyLogins).values({
        id: 'l',
        familyId: 'a login',
        userId: me.id,
        provider: 'acme',
        issuer: 'https://accounts.example',
        subject: '42',
        sid: 'never exported',
        refreshToken: 'never exported',
        checkedAt: at,
      }),
    );
    await db.write((orm) =>
      orm.insert(apiTokens).values({
        id: 't',
        userId: me.id,
        name: 'My script',
        tokenHash: 'never exported',
        scopes: ['read'],
        createdAt: at,
      }),
    );
    const webhook = {
      isForEverybody: false,
      events: ['answer.finished'],
      secret: 'never exported',
      createdAt: at,
      changedAt: at,
    };
    await db.atomic((step) => {
      step.add(
        step.orm.insert(webhooks).values([
          { ...webhook, id: 'w', userId: me.id, url: 'https://hooks.example.org/mine' },
          { ...webhook, id: 'x', userId: other.id, url: 'https://hooks.example.org/Their secret' },
        ]),
      );
      step.add(
        step.orm.insert(webhookDeliveries).values(
          ['w', 'x'].map((webhookId) => ({
            ...{
              id: `e_${webhookId}`,
              webhookId,
              event: 'answer.finished',
              body: 'never exported',
              status: 'failed' as const,
            },
            ...{ attempts: 1, nextAttemptAt: at, triedUntil: at, createdAt: at, answerStatus: 500 },
            problem: webhookId === 'w' ? 'The receiver answered with status 500.' : 'Their secret',
          })),
        ),
      );
    });
    await connectedApp(ctx, me.id);
    await db.write((orm) =>
      orm.insert(paymentCustomers).values({
        userId: me.id,
        customerId: 'cus_1',
        provider: 'stripe',
        email: me.email,
        createdAt: at,
      }),
    );
    await db.write((orm) =>
      orm.insert(subscriptions).values({
        id: 'sub_1',
        userId: me.id,
        customerId: 'cus_1',
        status: 'active',
        cancelAtPeriodEnd: false,
        currentPeriodEnd: at,
        createdAt: at,
      }),
    );
    const report = {
      kind: 'share',
      targetId: String(theirs.id),
      conversationId: theirs.id,
      reason: 'privacy',
    } as const;
    const closing = { closedAt: at, closedBy: other.id, closingNote: 'never exported' };
    await db.write((orm) =>
      orm.insert(reports).values([
        { ...report, ...closing, id: 'r1', text: 'My address', reporterUserId: me.id, createdAt: at, updatedAt: at },
        { ...report, id: 'r2', text: 'never exported', reporterUserId: other.id, createdAt: at, updatedAt: at },
      ]),
    );
    await db.atomic((step) => {
      step.add(
        step.orm.insert(passkeys).values({
          ...{ id: 'p1', userId: me.id, name: 'Phone', credentialId: 'a credential', publicKey: 'a key', counter: 0 },
          ...{ transports: [], createdAt: at },
        }),
      );
      step.add(
        step.orm.insert(authenticators).values({ userId: me.id, secret: 'a secret', createdAt: at, confirmedAt: at }),
      );
      step.add(step.orm.insert(recoveryCodes).values({ id: 'a hash', userId: me.id }));
      step.add(
        step.orm
          .insert(securityEvents)
          .values({ id: 'e1', userId: me.id, kind: 'passkey-added', detail: 'Phone', at, device: null, network: null }),
      );
    });
    await updateMemory(ctx.as({ kind: 'user', user: me as never, sessionId: 's', login: passwordLogin }), {
      id: memory?.id ?? '',
      content: 'Likes black tea',
    });

    const path = await exported(ctx, me.id);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    const files = await unzipped(path);
    const whole = Object.values(files).join('\n');
    for (const text of ['Their secret', other.email, other.id, 'never exported', me.passwordHash ?? '?'])
      expect(whole).not.toContain(text);

    const base = `conversations/${id}-CON-edited`;
    expect(Object.keys(files).toSorted()).toEqual(
      [
        ...[`${base}.json`, `${base}.md`],
        ...['json', 'md'].map((end) => `conversations/${archived.id}-Archived-one.${end}`),
        ...['json', 'md'].map((end) => `conversations/${trashed.id}-Trashed-one.${end}`),
        ...[
          'README.txt',
          'account.json',
          'audit.json',
          'manifest.json',
          'memories.json',
          'projects.json',
          'prompts.json',
          'documents.json',
        ],
        ...[
          'sessions.json',
          'subscription.json',
          'tokens.json',
          'webhooks.json',
          'apps.json',
          'security.json',
          'reports.json',
        ],
      ].toSorted(),
    );
    const { conversation, messages } = JSON.parse(files[`${base}.json`] ?? '');
    expect(archivedConversationSchema.parse(conversation)).toMatchObject({
      id,
      title: 'CON: edited?',
      deletedAt: null,
    });
    expect(messages.map((message: unknown) => archivedMessageSchema.parse(message))).toMatchObject([
      { content: 'First question', active: false, parentId: null },
      {
        content: 'First answer [1]',
        active: false,
        parentId: messages[0].id,
        answeredBy: 'OpenAI · gpt-5-mini',
        feedback: { rating: 'bad', reason: 'Too short' },
        reasoning: { text: 'Let me think.' },
        sources: [{ url: 'https://example.org/' }],
        steps: [{ text: 'Searching the web for tea' }],
        memories: [{ title: 'Tea' }],
      },
      { content: 'Edited question', active: true, parentId: null },
      { content: 'Stopped in the middle', active: true, status: 'stopped', parentId: messages[2].id },
      { content: 'Another answer', active: false, parentId: messages[0].id },
    ]);
    const markdown = files[`${base}.md`] ?? '';
    expect(markdown).toMatch(/## 5\. Noek\n\n.*another version · follows 1\*\n\nAnother answer/);
    expect(markdown.match(/follows/g)).toHaveLength(1);
    for (const text of [
      'First question',
      'another version',
      '> Let me think.',
      '1. Example <https://example.org/>',
      'Too short',
      'stopped',
    ])
      expect(markdown).toContain(text);
    expect(JSON.parse(files[`conversations/${trashed.id}-Trashed-one.json`] ?? '').conversation).toMatchObject({
      deletedAt: at.toISOString(),
    });
    expect(files[`conversations/${archived.id}-Archived-one.md`]).toContain('Archived.');
    expect(files[`conversations/${trashed.id}-Trashed-one.md`]).toContain('In the trash since');

    const { memories } = JSON.parse(files['memories.json'] ?? '');
    expect(memories.map((one: unknown) => archivedMemorySchema.parse(one))).toMatchObject([
      {
        content: 'Likes black tea',
        savedBy: 'assistant',
        conversationId: id,
        versions: [{ content: 'Likes green tea' }],
      },
    ]);
    expect(JSON.parse(files['account.json'] ?? '')).toMatchObject({
      name: 'Ada Example',
      email: 'ada@people.example',
      previousEmail: 'old@people.example',
      hasPassword: true,
      identities: [{ issuer: 'https://accounts.example', subject: '42' }],
    });
    expect(JSON.parse(files['subscription.json'] ?? '')).toMatchObject({
      customer: { id: 'cus_1', provider: 'stripe', email: me.email },
      subscriptions: [{ id: 'sub_1', status: 'active' }],
    });
    // Columns that only keep reads and writes in order say nothing about the person.
    expect(files['subscription.json']).not.toMatch(/version|attempt|reconciledAt/);
    expect(JSON.parse(files['tokens.json'] ?? '')).toMatchObject([{ name: 'My script', scopes: ['read'] }]);
    expect(JSON.parse(files['webhooks.json'] ?? '')).toMatchObject({
      webhooks: [{ id: 'w', url: 'https://hooks.example.org/mine' }],
      deliveries: [{ webhookId: 'w', answerStatus: 500 }],
    });
    expect(JSON.parse(files['apps.json'] ?? '')).toMatchObject({
      apps: [{ name: 'Notes', clientId: notes, scopes: ['chat'] }],
      messages: [],
    });
    expect(Object.values(files).join('')).not.toMatch(/refresh_?hash|noek_refresh/i);
    expect(JSON.parse(files['reports.json'] ?? '')).toMatchObject([{ id: 'r1', text: 'My address' }]);
    expect(JSON.parse(files['security.json'] ?? '')).toMatchObject({
      passkeys: [{ name: 'Phone', lastUsedAt: null }],
      authenticator: { confirmedAt: at.toISOString() },
      recoveryCodes: [{ usedAt: null }],
      events: expect.arrayContaining([expect.objectContaining({ kind: 'passkey-added', detail: 'Phone' })]),
    });
    expect(files['security.json']).not.toMatch(/secret|publicKey|credential|hash/i);
    expect(JSON.parse(files['sessions.json'] ?? '')).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ company: 'acme' }),
        expect.objectContaining({ userAgent: 'test', company: null }),
      ]),
    );
    expect(JSON.parse(files['audit.json'] ?? '').entries).toMatchObject([
      { id: 'a1', by: 'administrator', detail: { level: 'supernoek' } },
      { id: 'a2', by: 'you' },
    ]);

    const manifest = manifestSchema.parse(JSON.parse(files['manifest.json'] ?? ''));
    expect(manifest.counts).toEqual({ conversations: 3, messages: 5, memories: 1 });
    const { 'manifest.json': _, ...others } = files;
    expect(manifest.files).toEqual(
      Object.entries(others).map(([name, text]) => ({
        path: name,
        bytes: Buffer.byteLength(text),
        sha256: createHash('sha256').update(text).digest('hex'),
      })),
    );
  });

  test('reads messages in pages, whatever the length of a conversation, and every one of them', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const { id: userId } = await insertPerson(ctx);
    const { id } = await insertConversation(db, { userId, title: 'Long' });
    const length = 5 * pageSize + 3;
    await insertMessages(
      db,
      id,
      Array.from({ length }, (_, i) => `Number ${i}`),
    );
    const largest = largestRead(db, 'messages');
    const files = await unzipped(await exported({ ...ctx, db: largest.db }, userId));
    expect(largest.rows()).toBe(pageSize);
    const { messages } = JSON.parse(files[`conversations/${id}-Long.json`] ?? '');
    expect(messages.map(({ content }: { content: string }) => content)).toEqual(
      Array.from({ length }, (_, i) => `Number ${i}`),
    );
    expect(files[`conversations/${id}-Long.md`]).toContain(`Number ${length - 1}`);
  });

  test('has the text of a running answer so far', async () => {
    const db = await open();
    const ctx = createTestCtx({ db });
    const { id: userId } = await insertPerson(ctx);
    const { id } = await insertConversation(db, { userId, title: 'Running' });
    const [, answer] = await insertMessages(db, id, [
      'Question',
      { content: 'Once ', status: 'streaming', sequence: 1 },
    ]);
    await db.write((orm) =>
      orm
        .insert(db.tables.generationEvents)
        .values({ messageId: answer?.id ?? '', firstSequence: 2, lastSequence: 3, deltas: ['upon', ' a time'] }),
    );
    const files = await unzipped(await exported(ctx, userId));
    expect(JSON.parse(files[`conversations/${id}-Running.json`] ?? '').messages[1]).toMatchObject({
      content: 'Once upon a time',
      status: 'streaming',
    });
  });
});

/** The database, with a count of the rows that the largest read of a table returned. */
function largestRead(db: Database, table: 'messages') {
  let largest = 0;
  const select = (fields: never) => {
    const query = db.orm.select(fields);
    return {
      from(from: never) {
        const built = query.from(from);
        if (from !== (db.tables[table] as never)) return built;
        const { then } = built;
        // biome-ignore lint/suspicious/noThenProperty: the builder is awaited at the end, after its conditions were added.
        built.then = function (this: typeof built, onDone: never, onFailed: never) {
          return then.call(
            this,
            (rows: unknown) => {
              largest = Math.max(largest, (rows as unknown[]).length);
              return (onDone as unknown as ((value: unknown) => unknown) | undefined)?.(rows);
            },
            onFailed,
          );
        } as never;
        return built;
      },
    };
  };
  const orm = new Proxy(db.orm, { get: (target, name) => (name === 'select' ? select : Reflect.get(target, name)) });
  return { db: { ...db, orm }, rows: () => largest };
}
