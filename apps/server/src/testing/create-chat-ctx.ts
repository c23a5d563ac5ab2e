import type { User } from '@noek/contract/auth/schemas';
import { switchesOf } from '@noek/contract/auth/switches';
import type { GenerationEvent } from '@noek/contract/chat/stream';
import type { Database } from '@noek/db/database';
import { insertGuest, insertSession, insertUser, type UserRow } from '@noek/db/testing/factories';
import type { Actor } from '../base-context.ts';
import type { Ctx } from '../context.ts';
import { followAnswer } from '../features/chat/live/follow-answer.ts';
import { readLog } from '../features/chat/log/log.queries.ts';
import type { Llm } from '../integrations/llm/llm.ts';
import { createTestCtx, type TestCtx, type TestCtxOptions } from './create-test-ctx.ts';
import { passwordLogin } from './login-facts.ts';

/** A test context with the given model. */
export function createChatCtx(db: Database, llm: Llm, options: Omit<TestCtxOptions, 'db' | 'llm'> = {}): TestCtx {
  return createTestCtx({ db, llm, ...options });
}

export async function guestActor(db: Database): Promise<Actor> {
  return { kind: 'guest', guestId: (await insertGuest(db)).id };
}

export async function userActor(db: Database, given: Partial<UserRow> = {}): Promise<Actor & { user: User }> {
  const row = await insertUser(db, given);
  const { id: sessionId } = await insertSession(db, { userId: row.id });
  return actorOf(row, sessionId);
}

/** Who a person is that has signed in with a password. */
export function actorOf(row: UserRow, sessionId: string): Actor & { user: User } {
  const { id, name, email, accessLevel, specialFeatures } = row;
  const user: User = {
    id,
    name,
    email,
    accessLevel,
    specialFeatures,
    ...switchesOf(row),
    emailVerified: row.emailVerifiedAt !== null,
    instructions: row.instructions,
  };
  return { kind: accessLevel === 'admin' ? 'admin' : 'user', user, sessionId, login: passwordLogin };
}

/** All events of an answer. */
export async function collectEvents(ctx: Ctx, messageId: string, lastEventId = 0): Promise<GenerationEvent[]> {
  const events: GenerationEvent[] = [];
  for await (const event of followAnswer(ctx, { messageId, lastEventId }, new AbortController().signal))
    events.push(event);
  return events;
}

/** Resolves when readers in the process of `ctx`, which generates the answer, have received this much of it. */
export function untilShown(ctx: Ctx, messageId: string, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let shown = '';
    const leave = ctx.generations.follow(messageId, 0, {
      onEvent(event) {
        if (event.type === 'delta') shown += event.text;
        if (shown === text) resolve();
        else if (event.type === 'done') reject(new Error(`The answer ended with ${JSON.stringify(shown)}.`));
      },
      onMoved: () => reject(new Error('Another process makes the answer.')),
    });
    if (!leave) reject(new Error('This process does not generate the answer.'));
  });
}

/** Resolves when this much of the answer is in the log, which other processes read. */
export async function untilLogged({ db }: Ctx, messageId: string, text: string): Promise<void> {
  for (let look = 0; look < 4_000; look++) {
    const events = await readLog(db, messageId, 0);
    if (events.map(({ entry }) => (typeof entry === 'string' ? entry : '')).join('') === text) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error('The text was not written to the log.');
}

/** The final message of an answer. */
export async function finalMessage(ctx: Ctx, messageId: string) {
  const last = (await collectEvents(ctx, messageId)).at(-1);
  if (last?.type !== 'done') throw new Error('The answer did not end.');
  return last.message;
}
