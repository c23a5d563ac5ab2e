import { authOperations } from '@noek/contract/auth/operations';
import { eq } from 'drizzle-orm';
import { codeAt } from '../authenticator-app.ts';
import { cheapHash } from '../cheap-hash.ts';
import { mailsTo, tokenIn } from '../read-outbox.ts';
import type { DocumentedCalls, Fixture } from './documented-call.ts';

const { email, password } = authOperations.login.example;

const post = ({ guest }: Fixture, path: string, body: unknown) => guest.call(path, { method: 'POST', body });

async function typed<Result>({ me }: Fixture, path: string, body: object = {}): Promise<Result> {
  const response = await me.call(`/api/trpc/${path}`, { method: 'POST', body });
  return ((await response.json()) as { result: { data: Result } }).result.data;
}

/** Gives the signed-in person a password, the address of the examples and an authenticator app, whose secret it returns. */
export async function withAuthenticator(fixture: Fixture): Promise<string> {
  const { db, user, ctx } = fixture;
  const { users } = db.tables;
  const passwordHash = await cheapHash(password);
  await db.write((orm) => orm.update(users).set({ passwordHash, email }).where(eq(users.id, user.id)));
  const { secret } = await typed<{ secret: string }>(fixture, 'auth.totpStart');
  await typed(fixture, 'auth.totpConfirm', { code: codeAt(secret, ctx.now()) });
  ctx.clock.advance(60_000);
  return secret;
}

/** The challenge of a sign-in whose password was right. */
async function challenged(fixture: Fixture): Promise<{ challenge: string; secret: string }> {
  const secret = await withAuthenticator(fixture);
  const response = await post(fixture, '/api/auth/login', { email, password });
  return { challenge: ((await response.json()) as { challenge: string }).challenge, secret };
}

const linkOf = async ({ db }: Fixture, kind: string) =>
  tokenIn((await mailsTo(db, email)).findLast((mail) => mail.kind === kind));

async function factorReset(fixture: Fixture): Promise<string> {
  const { challenge } = await challenged(fixture);
  await post(fixture, '/api/auth/lost-second-factor', { challenge });
  return linkOf(fixture, 'begin-factor-reset');
}

const suspend = ({ db, user }: Fixture) =>
  db.write((orm) =>
    orm.update(db.tables.users).set({ suspendedAt: new Date() }).where(eq(db.tables.users.id, user.id)),
  );

const unknown = { challenge: 'unknown', code: '123456' };

export const needsSecondFactor = async (fixture: Fixture) => {
  await withAuthenticator(fixture);
  return post(fixture, '/api/auth/login', { email, password });
};

export const secondFactorCalls: DocumentedCalls = {
  'POST /api/auth/second-factor': {
    async prepare(fixture) {
      const { challenge, secret } = await challenged(fixture);
      return { body: { challenge, code: codeAt(secret, fixture.ctx.now()) } };
    },
    refusals: {
      UNAUTHORIZED: (fixture) => post(fixture, '/api/auth/second-factor', unknown),
      async ACCOUNT_SUSPENDED(fixture) {
        const { challenge, secret } = await challenged(fixture);
        await suspend(fixture);
        return post(fixture, '/api/auth/second-factor', { challenge, code: codeAt(secret, fixture.ctx.now()) });
      },
    },
  },
  'POST /api/auth/prove': {
    async prepare({ db, user }) {
      const passwordHash = await cheapHash(password);
      await db.write((orm) => orm.update(db.tables.users).set({ passwordHash }).where(eq(db.tables.users.id, user.id)));
      return {};
    },
  },
  'POST /api/auth/lost-second-factor': {
    prepare: async (fixture) => ({ body: { challenge: (await challenged(fixture)).challenge } }),
    refusals: {
      UNAUTHORIZED: (fixture) => post(fixture, '/api/auth/lost-second-factor', { challenge: 'unknown' }),
    },
  },
  'POST /api/auth/begin-factor-reset': {
    prepare: async (fixture) => ({ body: { token: await factorReset(fixture) } }),
  },
  'POST /api/auth/stop-factor-reset': {
    async prepare(fixture) {
      await post(fixture, '/api/auth/begin-factor-reset', { token: await factorReset(fixture) });
      return { body: { token: await linkOf(fixture, 'factor-reset-pending') } };
    },
  },
  'POST /api/auth/not-me': {
    async prepare(fixture) {
      const { db, user } = fixture;
      const passwordHash = await cheapHash(password);
      await db.write((orm) =>
        orm.update(db.tables.users).set({ passwordHash, email }).where(eq(db.tables.users.id, user.id)),
      );
      await fixture.caller().call('/api/auth/login', { method: 'POST', body: { email, password } });
      return { body: { token: await linkOf(fixture, 'new-device') } };
    },
  },
  'GET /api/account/security-events': {
    async prepare(fixture) {
      await fixture.me.call('/api/account/sessions', { method: 'DELETE' });
      return {};
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/account/security-events?cursor=nonsense') },
  },
};
