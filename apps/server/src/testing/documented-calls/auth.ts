import { authOperations } from '@noek/contract/auth-operations';
import { insertUser } from '@noek/db/factories';
import { eq } from 'drizzle-orm';
import { hashPassword } from '../../features/auth/password.ts';
import { mailsTo, tokenIn } from '../read-outbox.ts';
import { type DocumentedCalls, openWorld, type World } from './documented-call.ts';

const newcomer = authOperations.signUp.example.body;
const { email, password } = newcomer;

const post = ({ guest }: World, path: string, body: unknown) => guest.call(path, { method: 'POST', body });

async function account(world: World, given: Parameters<typeof insertUser>[1] = {}) {
  await insertUser(world.db, { email, passwordHash: await hashPassword(password), ...given });
  return { email, password };
}

async function verificationToken(world: World): Promise<string> {
  await post(world, '/api/auth/signup', newcomer);
  return tokenIn((await mailsTo(world.db, email)).at(-1));
}

const loginTokenFor = ({ me }: World, returnTo: string) =>
  me.call('/api/auth/generate-cross-domain-token', { method: 'POST', body: { returnTo } });

async function loginToken(world: World): Promise<string> {
  const { token } = (await (await loginTokenFor(world, 'http://localhost:5000/')).json()) as { token: string };
  return token;
}

/** Me with the password and the address of the examples. */
async function withPassword({ db, user }: World): Promise<object> {
  await db.orm
    .update(db.tables.users)
    .set({ passwordHash: await hashPassword(password), email })
    .where(eq(db.tables.users.id, user.id));
  return {};
}

async function resetToken(world: World): Promise<string> {
  await account(world);
  await post(world, '/api/auth/forgot-password', { email });
  return tokenIn((await mailsTo(world.db, email)).at(-1));
}

const changePassword = ({ me }: World, currentPassword: string, newPassword = 'another-one') =>
  me.call('/api/auth/change-password', { method: 'POST', body: { currentPassword, newPassword } });

const changeEmail = ({ me }: World, newEmail: string, given: string = password) =>
  me.call('/api/auth/change-email', { method: 'POST', body: { newEmail, password: given } });

async function undoToken(world: World): Promise<string> {
  await withPassword(world);
  await changeEmail(world, 'new@people.example');
  return tokenIn((await mailsTo(world.db, email)).at(-1));
}

const unknownToken = { token: 'unknown' };

export const authCalls: DocumentedCalls = {
  'GET /api/verify-email': {
    prepare: async (world) => ({ query: { token: await verificationToken(world) } }),
    refusals: {
      BAD_REQUEST: ({ guest }) => guest.call('/api/verify-email?token=unknown'),
    },
  },
  'POST /api/auth/login': {
    prepare: async (world) => ({ body: await account(world) }),
    refusals: {
      UNAUTHORIZED: (world) => post(world, '/api/auth/login', { email, password: 'wrong' }),
      EMAIL_NOT_VERIFIED: async (world) =>
        post(world, '/api/auth/login', await account(world, { emailVerifiedAt: null })),
      PASSWORD_RESET_REQUIRED: async (world) =>
        post(world, '/api/auth/login', await account(world, { needsPasswordReset: true })),
    },
  },
  'POST /api/auth/logout': { prepare: ({ me }) => ({ by: me }) },
  'POST /api/auth/cross-domain-logout': { prepare: ({ me }) => ({ by: me }) },
  'POST /api/auth/reset-password': {
    prepare: async (world) => ({ body: { token: await resetToken(world), newPassword: 'another-one' } }),
  },
  'POST /api/auth/change-password': {
    prepare: withPassword,
    refusals: {
      BAD_REQUEST: (world) => changePassword(world, 'wrong'),
    },
  },
  'POST /api/auth/change-email': {
    prepare: withPassword,
    refusals: {
      BAD_REQUEST: (world) => changeEmail(world, 'new@people.example', 'wrong'),
      async CONFLICT(world) {
        await withPassword(world);
        const { email: taken } = await insertUser(world.db);
        return changeEmail(world, taken);
      },
    },
  },
  'POST /api/auth/undo-email-change': {
    prepare: async (world) => ({ body: { token: await undoToken(world) } }),
  },
  'POST /api/auth/cross-domain-login': {
    prepare: async (world) => ({ body: { token: await loginToken(world) } }),
    refusals: {
      UNAUTHORIZED: (world) => post(world, '/api/auth/cross-domain-login', unknownToken),
    },
  },
  'POST /api/auth/test-login': {
    refusals: {
      NOT_FOUND: async () => post(await openWorld({ env: { ENABLE_TEST_LOGIN: 'false' } }), '/api/auth/test-login', {}),
    },
  },
};
