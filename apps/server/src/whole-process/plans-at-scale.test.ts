import { fillTables, type RecordedQuery, recordQueries, slowSteps } from '@noek/db/postgres/testing-plans';
import { administer, makeTemplateDatabase } from '@noek/db/postgres/testing-postgres';
import { openTestDatabaseAt, testEngines } from '@noek/db/testing';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { everyOperation } from '../testing/documented-calls/calls.ts';
import { make, openFixture } from '../testing/documented-calls/documented-call.ts';

/** Statements that read everything because they are about everybody, or are not what a request waits for. */
const wholeTables: readonly [statement: RegExp, why: string][] = [
  [/^select count\(case when \("users"\."unsubscribed_at"/, 'an administrator writes to everybody'],
  [/^insert into "outbox" .* from "campaigns" inner join "users"/, 'an administrator writes to everybody'],
  [/^select .* from "subscriptions" inner join "users"/, 'an administrator looks for payers without a plan'],
  [/^select "sha256" from "file_blobs" where/, 'runs in the background after files were deleted'],
];

describe.runIf(testEngines.includes('postgres'))('with 1,000,000 messages of 10,000 people', () => {
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

    const slow: [string, string[], string][] = [];
    let explained = 0;
    for (const { key, ...query } of statements.values()) {
      if (!/^\s*(with|select|insert|update|delete)\b/i.test(query.text)) continue;
      explained += 1;
      const steps = await slowSteps(database.url, query);
      if (steps.length > 0 && !wholeTables.some(([statement]) => statement.test(query.text)))
        slow.push([key, steps, query.text]);
    }
    expect(slow).toEqual([]);
    expect(explained).toBeGreaterThan(200);
  });
});
