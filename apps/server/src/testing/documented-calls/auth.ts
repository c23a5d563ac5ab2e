import { insertUser } from '@noek/db/factories';
import { eq } from 'drizzle-orm';
import { hashPassword } from '../../features/auth/password.ts';
import { mailsTo, tokenIn } from '../read-outbox.ts';
import { type DocumentedCall, type OperationKey, openWorld, untilRefused, type World } from './documented-call.ts';

const password = 'lantern-42-quay';
const email = 'mira@people.example';
const newcomer = { name: 'Mira Novak', email, password };

const post = ({ guest }: World, path: string, body: unknown) => guest.call(path, { method: 'POST', body });

async function account(world: World, given: Parameters<typeof insertUser>[1] = {}) {
  await insertUser(world.db, { email, passwordHash: await hashPassword(password), ...given });
  return { email, password };
}

async function verificationToken(world: World): Promise<string> {
  await post(world, '/api/auth/signup', newcomer);
  return tokenIn((await mailsTo(world.db, email)).at(-1));
}

async function loginToken({ me }: World): Promise<string> {
  const path = '/api/auth/generate-cross-domain-token';
  const { body } = await me.json<{ token: string }>(path, {
    method: 'POST',
    body: { returnTo: 'http://localhost:5000/' },
  });
  return body.token;
}

/** Me with a password, and with as many more addresses as are needed. */
async function withPassword({ db, user }: World) {
  await db.orm
    .update(db.tables.users)
    .set({ passwordHash: await hashPassword(password), email })
    .where(eq(db.tables.users.id, user.id));
}

async function resetToken(world: World): Promise<string> {
  await account(world);
  await post(world, '/api/auth/forgot-password', { email });
  return tokenIn((await mailsTo(world.db, email)).at(-1));
}

const changePassword = ({ me }: World, currentPassword: string, newPassword = 'another-one') =>
  me.call('/api/auth/change-password', { method: 'POST', body: { currentPassword, newPassword } });

const changeEmail = ({ me }: World, newEmail: string, given = password) =>
  me.call('/api/auth/change-email', { method: 'POST', body: { newEmail, password: given } });

async function undoToken(world: World): Promise<string> {
  await withPassword(world);
  await changeEmail(world, 'new@people.example');
  return tokenIn((await mailsTo(world.db, email)).at(-1));
}

async function myLogin({ me }: World): Promise<string> {
  const { body } = await me.json<{ id: string }[]>('/api/account/sessions');
  return body[0]?.id ?? '';
}

export const authCalls: Record<OperationKey, DocumentedCall> = {
  'POST /api/auth/signup': {
    prepare: () => ({ body: newcomer }),
    refusals: {
      400: (world) => post(world, '/api/auth/signup', { ...newcomer, password: 'short' }),
      429: (world) => untilRefused(10, () => post(world, '/api/auth/signup', newcomer)),
    },
  },
  'POST /api/auth/login': {
    prepare: async (world) => ({ body: await account(world) }),
    refusals: {
      400: (world) => post(world, '/api/auth/login', { email }),
      401: (world) => post(world, '/api/auth/login', { email, password: 'wrong' }),
      403: async (world) => post(world, '/api/auth/login', await account(world, { emailVerifiedAt: null })),
      423: async (world) => post(world, '/api/auth/login', await account(world, { needsPasswordReset: true })),
      429: (world) => untilRefused(20, () => post(world, '/api/auth/login', { email, password: 'wrong' })),
    },
  },
  'POST /api/auth/forgot-password': {
    prepare: () => ({ body: { email } }),
    refusals: {
      400: (world) => post(world, '/api/auth/forgot-password', { email: 'nobody' }),
      429: (world) => untilRefused(10, () => post(world, '/api/auth/forgot-password', { email })),
    },
  },
  'POST /api/auth/reset-password': {
    prepare: async (world) => ({ body: { token: await resetToken(world), newPassword: 'another-one' } }),
    refusals: {
      400: (world) => post(world, '/api/auth/reset-password', { token: 'unknown', newPassword: 'another-one' }),
      429: (world) =>
        untilRefused(200, () =>
          post(world, '/api/auth/reset-password', { token: 'unknown', newPassword: 'another-one' }),
        ),
    },
  },
  'POST /api/auth/change-password': {
    async prepare(world) {
      await withPassword(world);
      return { body: { currentPassword: password, newPassword: 'another-one' } };
    },
    refusals: {
      400: (world) => changePassword(world, 'wrong'),
      429: (world) => untilRefused(20, () => changePassword(world, 'wrong')),
    },
  },
  'POST /api/auth/change-email': {
    async prepare(world) {
      await withPassword(world);
      return { body: { newEmail: 'new@people.example', password } };
    },
    refusals: {
      400: (world) => changeEmail(world, 'new@people.example', 'wrong'),
      async 409(world) {
        await withPassword(world);
        const { email: taken } = await insertUser(world.db);
        return changeEmail(world, taken);
      },
      429: (world) => untilRefused(20, () => changeEmail(world, 'new@people.example', 'wrong')),
    },
  },
  'POST /api/auth/undo-email-change': {
    prepare: async (world) => ({ body: { token: await undoToken(world) } }),
    refusals: {
      400: (world) => post(world, '/api/auth/undo-email-change', { token: 'unknown' }),
      429: (world) => untilRefused(200, () => post(world, '/api/auth/undo-email-change', { token: 'unknown' })),
    },
  },
  'DELETE /api/auth/delete-account': { prepare: () => ({}) },
  'POST /api/auth/cross-domain-logout': { prepare: ({ me }) => ({ by: me }) },
  'POST /api/auth/sync-cross-domain': { prepare: () => ({}) },
  'GET /api/account/sessions': { prepare: () => ({}) },
  'DELETE /api/account/sessions': { prepare: () => ({}) },
  'DELETE /api/account/sessions/{id}': { prepare: async (world) => ({ params: { id: await myLogin(world) } }) },
  'GET /api/auth/google': { prepare: () => ({}) },
  'GET /api/auth/google/callback': { prepare: () => ({ query: { state: 'unknown' } }) },
  'POST /api/auth/logout': { prepare: ({ me }) => ({ by: me }) },
  'GET /api/auth/user': { prepare: () => ({}) },
  'POST /api/auth/resend-verification': {
    prepare: () => ({ body: { email } }),
    refusals: {
      400: (world) => post(world, '/api/auth/resend-verification', { email: 'nobody' }),
      429: (world) => untilRefused(10, () => post(world, '/api/auth/resend-verification', { email })),
    },
  },
  'GET /api/verify-email': {
    prepare: async (world) => ({ query: { token: await verificationToken(world) } }),
    refusals: {
      400: ({ guest }) => guest.call('/api/verify-email?token=unknown'),
      429: ({ guest }) => untilRefused(200, () => guest.call('/api/verify-email?token=unknown')),
    },
  },
  'POST /api/auth/generate-cross-domain-token': {
    prepare: () => ({ body: { returnTo: 'http://localhost:5000/' } }),
    refusals: {
      400: ({ me }) =>
        me.call('/api/auth/generate-cross-domain-token', {
          method: 'POST',
          body: { returnTo: 'https://elsewhere.example' },
        }),
    },
  },
  'POST /api/auth/cross-domain-login': {
    prepare: async (world) => ({ body: { token: await loginToken(world) } }),
    refusals: {
      401: (world) => post(world, '/api/auth/cross-domain-login', { token: 'unknown' }),
      429: (world) => untilRefused(400, () => post(world, '/api/auth/cross-domain-login', { token: 'unknown' })),
    },
  },
  'POST /api/auth/test-login': {
    prepare: () => ({}),
    refusals: {
      404: async () => post(await openWorld({ env: { ENABLE_TEST_LOGIN: 'false' } }), '/api/auth/test-login', {}),
    },
  },
};
