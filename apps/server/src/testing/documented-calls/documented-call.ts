import type { Operation } from '@noek/contract/operation';
import { insertUser, type UserRow } from '@noek/db/factories';
import { openTestDatabase } from '@noek/db/testing';
import { onTestFinished } from 'vitest';
import type { Llm } from '../../integrations/llm/llm.ts';
import { createTestApp, type TestCall, type TestCaller } from '../create-test-app.ts';
import { createScriptedLlm } from '../scripted-llm.ts';

/** "POST /api/conversations/{id}/archive". */
export type OperationKey = `${'GET' | 'POST' | 'PATCH' | 'DELETE'} /api/${string}`;
export const keyOf = ({ method, path }: Pick<Operation, 'method' | 'path'>) =>
  `${method.toUpperCase()} ${path}` as OperationKey;

/** The app with somebody signed in and a guest before it. */
export type World = ReturnType<typeof createTestApp> & {
  db: Awaited<ReturnType<typeof openTestDatabase>>;
  user: UserRow;
  me: TestCaller;
  guest: TestCaller;
};

/** A call that succeeds in the world it was prepared for. Without `by`: me where an account is needed, else the guest. */
export type GoodCall = {
  by?: TestCaller;
  params?: Record<string, string | number>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

export type DocumentedCall = {
  prepare(world: World): GoodCall | Promise<GoodCall>;
  /** How to provoke the refusals that belong to this call alone, by status. */
  refusals?: Record<number, (world: World) => Promise<Response>>;
};

const answering = () =>
  createScriptedLlm((call) => {
    call.text('The answer is 42.');
    call.finish();
  });

/** A fresh app and database for the running test. `env` and `llm` replace the quiet defaults. */
export async function openWorld(given: { env?: Record<string, string>; llm?: Llm } = {}): Promise<World> {
  const db = await openTestDatabase();
  onTestFinished(() => db.close());
  const harness = createTestApp(db, given.llm ?? answering(), given.env ? { env: given.env } : {});
  const user = await insertUser(db);
  return { ...harness, db, user, me: await harness.signedIn(user.id), guest: harness.caller() };
}

/** The path with its parameters and query filled in. */
function addressOf({ path }: Pick<Operation, 'path'>, { params = {}, query }: GoodCall): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
  return query ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** Makes a prepared call, changed where a test wants to see a refusal. */
export function make(world: World, operation: Operation, good: GoodCall, more: TestCall = {}): Promise<Response> {
  const caller = good.by ?? (operation.access === 'signed-in' ? world.me : world.guest);
  const body = operation.body && more.text === undefined ? { body: good.body ?? {} } : {};
  return caller.call(addressOf(operation, good), { method: operation.method.toUpperCase(), ...body, ...more });
}

/** The same call so often that it is refused for that; `most` bounds it. Resolves to the last answer. */
export async function untilRefused(most: number, call: () => Promise<Response>): Promise<Response> {
  let response = await call();
  for (let n = 1; n < most && response.status !== 429; n++) response = await call();
  return response;
}
