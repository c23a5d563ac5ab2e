import { authOperations } from '@noek/contract/auth/operations';
import { insertChatView, insertUser } from '@noek/db/testing/factories';
import { eq } from 'drizzle-orm';
import { cheapHash } from '../cheap-hash.ts';
import { mailsTo, tokenIn } from '../read-outbox.ts';
import { scriptedCompany } from '../stand-ins/scripted-company.ts';
import { type DocumentedCalls, type Fixture, openFixture } from './documented-call.ts';

import { needsSecondFactor } from './second-factor.ts';

const newcomer = authOperations.signUp.example;
const { email, password } = newcomer;

const post = ({ guest }: Fixture, path: string, body: unknown) => guest.call(path, { method: 'POST', body });

async function account(fixture: Fixture, given: Parameters<typeof insertUser>[1] = {}) {
  await insertUser(fixture.db, { email, passwordHash: await cheapHash(password), ...given });
  return { email, password };
}

async function verificationToken(fixture: Fixture): Promise<string> {
  await post(fixture, '/api/auth/signup', newcomer);
  return tokenIn((await mailsTo(fixture.db, email)).at(-1));
}

const loginTokenFor = ({ me }: Fixture, returnTo: string) =>
  me.call('/api/auth/generate-cross-domain-token', { method: 'POST', body: { returnTo } });

async function loginToken(fixture: Fixture): Promise<string> {
  const { token } = (await (await loginTokenFor(fixture, 'http://localhost:5000/')).json()) as { token: string };
  return token;
}

/** Gives the signed-in person the password and the address of the examples. */
async function withPassword({ db, user }: Fixture): Promise<object> {
  const passwordHash = await cheapHash(password);
  await db.write((orm) =>
    orm.update(db.tables.users).set({ passwordHash, email }).where(eq(db.tables.users.id, user.id)),
  );
  return {};
}

async function resetToken(fixture: Fixture): Promise<string> {
  await account(fixture);
  await post(fixture, '/api/auth/forgot-password', { email });
  return tokenIn((await mailsTo(fixture.db, email)).at(-1));
}

const changePassword = ({ me }: Fixture, currentPassword: string, newPassword = 'another-one') =>
  me.call('/api/auth/change-password', { method: 'POST', body: { currentPassword, newPassword } });

const changeEmail = ({ me }: Fixture, newEmail: string, given: string = password) =>
  me.call('/api/auth/change-email', { method: 'POST', body: { newEmail, password: given } });

async function undoToken(fixture: Fixture): Promise<string> {
  await withPassword(fixture);
  await changeEmail(fixture, 'new@people.example');
  return tokenIn((await mailsTo(fixture.db, email)).at(-1));
}

/** Calls a path of a server where people sign in with their company only. */
async function withOnlyCompany(path: string): Promise<Response> {
  const { id, name, issuer, clientId, clientSecret } = scriptedCompany;
  const OIDC_PROVIDERS = JSON.stringify([{ id, name, issuer, clientId, clientSecret }]);
  const { guest } = await openFixture({ env: { OIDC_PROVIDERS, ONLY_OIDC: 'true' } });
  return guest.call(path);
}

const unknownToken = { token: 'unknown' };

export const authCalls: DocumentedCalls = {
  'GET /api/verify-email': {
    prepare: async (fixture) => ({ query: { token: await verificationToken(fixture) } }),
    refusals: {
      BAD_REQUEST: ({ guest }) => guest.call('/api/verify-email?token=unknown'),
    },
  },
  'POST /api/auth/sync-cross-domain': {
    prepare: async ({ me }) => ({ by: me }),
    refusals: {
      UNAUTHORIZED: (fixture) => post(fixture, '/api/auth/sync-cross-domain', undefined),
    },
  },
  'POST /api/auth/login': {
    prepare: async (fixture) => ({ body: await account(fixture) }),
    refusals: {
      UNAUTHORIZED: (fixture) => post(fixture, '/api/auth/login', { email, password: 'wrong' }),
      SECOND_FACTOR_REQUIRED: needsSecondFactor,
      EMAIL_NOT_VERIFIED: async (fixture) =>
        post(fixture, '/api/auth/login', await account(fixture, { emailVerifiedAt: null })),
      PASSWORD_RESET_REQUIRED: async (fixture) =>
        post(fixture, '/api/auth/login', await account(fixture, { needsPasswordReset: true })),
      ACCOUNT_SUSPENDED: async (fixture) =>
        post(fixture, '/api/auth/login', await account(fixture, { suspendedAt: new Date() })),
    },
  },
  'POST /api/auth/logout': { prepare: ({ me }) => ({ by: me }) },
  'POST /api/auth/cross-domain-logout': { prepare: ({ me }) => ({ by: me }) },
  'POST /api/auth/reset-password': {
    prepare: async (fixture) => ({ body: { token: await resetToken(fixture), newPassword: 'another-one' } }),
  },
  'POST /api/auth/change-password': {
    prepare: withPassword,
    refusals: {
      BAD_REQUEST: (fixture) => changePassword(fixture, 'wrong'),
    },
  },
  'POST /api/auth/change-email': {
    prepare: withPassword,
    refusals: {
      BAD_REQUEST: (fixture) => changeEmail(fixture, 'new@people.example', 'wrong'),
      async CONFLICT(fixture) {
        await withPassword(fixture);
        const { email: taken } = await insertUser(fixture.db);
        return changeEmail(fixture, taken);
      },
    },
  },
  'POST /api/auth/undo-email-change': {
    prepare: async (fixture) => ({ body: { token: await undoToken(fixture) } }),
  },
  'POST /api/auth/cross-domain-login': {
    prepare: async (fixture) => ({ body: { token: await loginToken(fixture) } }),
    refusals: {
      UNAUTHORIZED: (fixture) => post(fixture, '/api/auth/cross-domain-login', unknownToken),
    },
  },
  'GET /api/auth/google': { refusals: { FORBIDDEN: () => withOnlyCompany('/api/auth/google') } },
  'GET /api/auth/google/callback': { refusals: { FORBIDDEN: () => withOnlyCompany('/api/auth/google/callback') } },
  'POST /api/auth/oidc/{id}/backchannel-logout': { prepare: () => ({ text: 'logout_token=good' }) },
  'POST /api/auth/test-login': {
    refusals: {
      NOT_FOUND: async () =>
        post(await openFixture({ env: { ENABLE_TEST_LOGIN: 'false' } }), '/api/auth/test-login', {}),
    },
  },
  'GET /api/account/chat-views': {
    async prepare({ db, user, ctx }) {
      const administrator = await insertUser(db, { accessLevel: 'admin' });
      const view = { targetUserId: user.id, actorId: administrator.id, reason: 'A report' };
      await insertChatView(db, { ...view, createdAt: ctx.now() });
      await insertChatView(db, { ...view, createdAt: ctx.now() });
      return {};
    },
    refusals: { BAD_REQUEST: ({ me }) => me.call('/api/account/chat-views?cursor=nonsense') },
  },
};
