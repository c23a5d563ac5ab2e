import type { ErrorCode } from '@noek/contract/calls/errors';
import type { Operation } from '@noek/contract/calls/operation';
import type { OperationKey } from '@noek/contract/operations';
import type { Database } from '@noek/db/database';
import { type Engine, openTestDatabase } from '@noek/db/testing/engines';
import { insertUser, type UserRow } from '@noek/db/testing/factories';
import { onTestFinished } from 'vitest';
import type { Llm } from '../../integrations/llm/llm.ts';
import { createTestApp, type TestCall, type TestCaller } from '../create-test-app.ts';
import { createTestClock } from '../create-test-ctx.ts';
import { createFakePayments, type FakePayments } from '../stand-ins/fake-payments.ts';
import { scriptedCompany } from '../stand-ins/scripted-company.ts';
import { createScriptedLlm } from '../stand-ins/scripted-llm.ts';

/** The app, a signed-in person, a guest and, once one is needed, an administrator. */
export type Fixture = ReturnType<typeof createTestApp> & {
  db: Database;
  user: UserRow;
  me: TestCaller;
  guest: TestCaller;
  administrator(): Promise<{ id: string; caller: TestCaller }>;
  payments: FakePayments;
};

/**
 * A call that succeeds in its fixture. Without `by`, the administrator makes it if it needs one, the signed-in person if it needs an
 * account, otherwise the guest.
 */
export type GoodCall = {
  by?: TestCaller;
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: unknown;
  /** Instead of `body`, for calls that get it byte for byte. */
  text?: string;
  headers?: Record<string, string>;
};

/** What a test needs to know about a call beyond its declaration. */
export type DocumentedCall = {
  /** Prepares what the declaration's example needs, and adds what it cannot contain, such as tokens from mails. */
  prepare?(fixture: Fixture): GoodCall | Promise<GoodCall>;
  /** How to provoke the errors that only this call returns. */
  refusals?: Partial<Record<ErrorCode, (fixture: Fixture) => Promise<Response>>>;
};

export type DocumentedCalls = Partial<Record<OperationKey, DocumentedCall>>;

const answering = () =>
  createScriptedLlm((call) => {
    call.text('The answer is 42.');
    call.finish();
  });

type Given = {
  env?: Record<string, string>;
  llm?: Llm;
  engine?: Engine;
  payments?: 'sandbox' | 'stripe';
  /** A database that the caller closes. */
  db?: Database;
};

/** A new app and database for the running test. What is given overrides the defaults. */
export async function openFixture(given: Given = {}): Promise<Fixture> {
  const db = given.db ?? (await openTestDatabase(given.engine));
  const clock = createTestClock();
  const payments = createFakePayments(clock.now, given.payments ?? 'sandbox');
  const harness = createTestApp(db, given.llm ?? answering(), {
    clock,
    payments,
    companies: new Map([[scriptedCompany.id, scriptedCompany]]),
    ...(given.env && { env: given.env }),
  });
  onTestFinished(async () => {
    // A reader may have the whole answer before its title is published.
    await harness.ctx.generations.drain(1_000);
    if (!given.db) await db.close();
  });
  const user = await insertUser(db);
  let administrator: ReturnType<Fixture['administrator']> | undefined;
  const callers = { me: await harness.signedIn(user.id), guest: harness.caller() };
  return {
    ...harness,
    ...callers,
    db,
    user,
    payments,
    administrator() {
      administrator ??= insertUser(db, { accessLevel: 'admin', name: 'Ida Admin' }).then(async ({ id }) => ({
        id,
        caller: await harness.signedIn(id),
      }));
      return administrator;
    },
  };
}

/** The path with its parameters and query filled in. */
function addressOf({ path }: Pick<Operation, 'path'>, { params = {}, query }: GoodCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Makes a prepared call, with changes that provoke an error. */
export function make(fixture: Fixture, operation: Operation, good: GoodCall, more: TestCall = {}): Promise<Response> {
  const needsAccount = operation.access === 'signed-in' || operation.access === 'admin';
  const caller = good.by ?? (needsAccount ? fixture.me : fixture.guest);
  const text = more.text ?? good.text;
  const given = good.body instanceof Uint8Array ? { bytes: good.body } : { body: good.body ?? {} };
  const body = operation.body && text === undefined ? given : {};
  const headers = { ...good.headers, ...more.headers };
  const method = operation.method.toUpperCase();
  return caller.call(addressOf(operation, good), {
    method,
    ...body,
    ...more,
    headers,
    ...(text !== undefined && { text }),
  });
}

/** Uses up every rate limit that has been counted so far. */
export async function useUpRates({ db, ctx }: Fixture): Promise<void> {
  const { rateLimits } = db.tables;
  await db.write((orm) => orm.update(rateLimits).set({ arrivalMs: ctx.now().getTime() + 365 * 24 * 60 * 60 * 1000 }));
}
