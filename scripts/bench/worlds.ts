import { dirname, join } from 'node:path';
import type { Database } from '@noek/db/database';
import { openDatabase } from '@noek/db/open';
import { insertSession } from '@noek/db/testing/factories';
import { compose } from '../../apps/server/src/compose.ts';
import type { Ctx } from '../../apps/server/src/context.ts';
import { createDeps } from '../../apps/server/src/deps.ts';
import { readUser } from '../../apps/server/src/features/auth/auth.queries.ts';
import { sendMessage } from '../../apps/server/src/features/chat/messages/send-message.ts';
import { readConfig } from '../../apps/server/src/settings/config.ts';
import { requestOfScript } from '../../apps/server/src/system-context.ts';
import { finalMessage } from '../../apps/server/src/testing/create-chat-ctx.ts';
import { createScriptedLlm } from '../../apps/server/src/testing/stand-ins/scripted-llm.ts';
import { text } from './corpus.ts';
import { inBulk } from './statements.ts';

/** A database of the embedded engine with the server's services, and people who use it. The model answers at once. */
export type World = {
  name: string;
  /** The URL of the database. */
  url: string;
  db: Database;
  /** The context of the person who uses it most. */
  ctx: Ctx;
  /** The verbs' context for an account of `insertPeople`. */
  contextOf(id: string): Promise<Ctx>;
  /** Moves the clock on, for what is allowed only so often. */
  pass(ms: number): void;
  close(): Promise<unknown>;
};

/** Makes a database in `folder` and fills it; `seed` resolves to the id of the person who uses it most. */
export async function makeWorld(
  folder: string,
  name: string,
  seed: (db: Database) => Promise<string>,
): Promise<World & { userId: string }> {
  const url = `file:${join(folder, `${name.replaceAll(/\W+/g, '-')}.db`)}`;
  const empty = await openDatabase(url);
  await empty.migrate();
  let userId = '';
  await inBulk(empty, async () => {
    userId = await seed(empty);
  });
  await empty.close();
  return { ...(await openWorld(name, url, userId)), userId };
}

/** Opens such a database. `prepare` sees it before anything is prepared. */
export async function openWorld(
  name: string,
  url: string,
  userId: string,
  prepare: (db: Database) => void = () => {},
): Promise<World> {
  const llm = createScriptedLlm((call) => {
    call.text(text('assistant'));
    call.finish();
  });
  const config = readConfig({
    NODE_ENV: 'test',
    APP_SECRET: 'only-for-measuring-0123456789',
    LOG_LEVEL: 'silent',
    DATA_DIR: dirname(url.replace('file:', '')),
  });
  const db = await openDatabase(url);
  prepare(db);
  let passedMs = 0;
  const now = () => new Date(Date.now() + passedMs);
  const composed = compose(await createDeps(config, { db, llm, now }));

  async function contextOf(id: string): Promise<Ctx> {
    const person = await readUser(db, id, now());
    if (!person) throw new Error(`There is no account ${id}.`);
    const user = { ...person, accessLevel: 'admin' as const };
    const { id: sessionId } = await insertSession(db, { userId: id });
    return {
      ...composed.deps,
      actor: {
        kind: 'admin',
        user,
        sessionId,
        login: { method: 'password', provenAt: now(), hasAuthenticator: false },
      },
      request: requestOfScript(config, 'bench'),
      cookies: { set() {} },
    };
  }
  return {
    name,
    url,
    db,
    ctx: await contextOf(userId),
    contextOf,
    pass(ms) {
      passedMs += ms;
    },
    close: () => composed.close(1_000),
  };
}

let sent = 0;

/** Sends a message and waits for its answer. Resolves to the conversation; null: a new one. */
export async function turn(ctx: Ctx, conversationId: number | null): Promise<number> {
  const clientMessageId = `turn ${sent++}`;
  const result = await sendMessage(ctx, { conversationId, content: text('user'), clientMessageId });
  await finalMessage(ctx, result.assistantMessage.id);
  return result.conversation.id;
}

/** Turns, of which every ten share a new conversation. */
export function turnsOf(ctx: Ctx): () => Promise<void> {
  const turnsEach = 10;
  let count = 0;
  let conversationId: number | null = null;
  return async () => {
    conversationId = await turn(ctx, count++ % turnsEach === 0 ? null : conversationId);
  };
}

/** The processor time of this process so far, in milliseconds. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
