import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabaseAt, testEngines } from '@noek/db/testing/engines';
import { fillTables, type RecordedQuery, recordQueries, slowSteps } from '@noek/db/testing/plans';
import { administer, makeTemplateDatabase } from '@noek/db/testing/postgres';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createTestApp } from '../testing/create-test-app.ts';
import { everyOperation } from '../testing/documented-calls/calls.ts';
import { make, openFixture } from '../testing/documented-calls/documented-call.ts';
import { createFakePayments } from '../testing/stand-ins/fake-payments.ts';
import { createScriptedLlm } from '../testing/stand-ins/scripted-llm.ts';

/** Statements that read everything because they are about everybody, or are not what a request waits for. */
const wholeTables: readonly [statement: RegExp, why: string][] = [
  [/^select count\(case when \("users"\."unsubscribed_at"/, 'an administrator writes to everybody'],
  [/^insert into "outbox" .* from "campaigns" inner join "users"/, 'an administrator writes to everybody'],
  [/^select .* from "subscriptions" inner join "users"/, 'an administrator looks for payers without a plan'],
  [/^select "id" from "users" where \("users"\."id" in/, 'asks for 200 of 10,000 people at once'],
  [
    /^select .* from "users" .* not exists \(select "id" from "passkeys"/,
    'an administrator looks for people without one',
  ],
  [/^select "user_id" from "webhooks" where \(cast/, 'a process reads who has webhooks once, when it starts'],
  [/^select .* from "model_notes" where/, 'a process reads what was learned about models, which is little'],
  [/^select "sha256" from "file_blobs" where/, 'runs in the background after files were deleted'],
];

describe.runIf(testEngines.includes('postgres'))('with 300,000 messages of 10,000 people', () => {
  let database: Awaited<ReturnType<typeof makeTemplateDatabase>>;
  beforeAll(async () => {
    database = await makeTemplateDatabase(process.env.NOEK_TEST_POSTGRES_URL ?? '');
    await fillTables(database.url);
  }, 300_000);
  afterAll(() => database.drop());

  test('every documented call reads what it answers with, not whole tables', { timeout: 300_000 }, async () => {
    const recording = recordQueries();
    onTestFinished(recording.stop);
    const statements = new Map<string, RecordedQuery & { key: string }>();
    for (const { key, operation, prepare } of everyOperation) {
      const db = await openTestDatabaseAt(database.url);
      const fixture = await openFixture({ db });
      const call = await prepare(fixture);
      recording.take();
      const response = await make(fixture, operation, call);
      await response.text();
      expect({ key, refused: response.status >= 400 }).toEqual({ key, refused: false });
      // Closing waits for what the call left to be done.
      await db.close();
      for (const query of recording.take())
        if (!statements.has(query.text)) statements.set(query.text, { ...query, key });
      for (const table of ['users', 'guests'])
        await administer(database.url, `delete from ${table} where id not like '${table}-%'`);
      await administer(database.url, "delete from rate_limits where key not like 'rate_limits-%'");
    }
    recording.stop();

    expect(await slowOnes([...statements.values()])).toEqual([]);
    expect(statements.size).toBeGreaterThan(200);
  });

  test('what runs all the time reads what is due, not whole tables', { timeout: 120_000 }, async () => {
    const db = await openTestDatabaseAt(database.url);
    const { ctx } = createTestApp(db, createScriptedLlm(), { payments: createFakePayments(() => new Date()) });
    const recording = recordQueries();
    onTestFinished(recording.stop);
    await ctx.composed.begin();
    await sleep(5_000);
    await db.close();
    const statements = recording.take();
    expect(await slowOnes(statements.map((query) => ({ ...query, key: 'background' })))).toEqual([]);
    expect(statements.length).toBeGreaterThan(20);
  });

  test('a deletion finds the rows that refer to what it deletes by an index', async () => {
    const references = `select conrelid::regclass || '.' || attname as reference from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1] where contype = 'f' and not exists (
        select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || attname || ' IS NOT NULL)'))`;
    expect(await administer(database.url, references)).toEqual([]);
  });

  async function slowOnes(statements: readonly (RecordedQuery & { key: string })[]) {
    const slow: { key: string; steps: string[]; text: string }[] = [];
    for (const query of statements) {
      if (!/^\s*(with|select|insert|update|delete)\b/i.test(query.text)) continue;
      const steps = await slowSteps(database.url, query);
      if (steps.length > 0 && !wholeTables.some(([statement]) => statement.test(query.text)))
        slow.push({ key: query.key, steps, text: query.text });
    }
    return slow;
  }
});
