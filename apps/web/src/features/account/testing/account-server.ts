import type { Import } from '@noek/contract/archive/imports';
import type { ArchiveJobs } from '@noek/contract/archive/schemas';
import type { ChatView, SignInMethods } from '@noek/contract/auth/account';
import type { ConnectedApp } from '@noek/contract/auth/apps';
import type { Passkey } from '@noek/contract/auth/passkeys';
import type { LoginSession, User } from '@noek/contract/auth/schemas';
import type { securityEventPageSchema } from '@noek/contract/auth/security-events';
import type { ApiToken } from '@noek/contract/auth/tokens';
import type { EmailsSetting } from '@noek/contract/campaigns/schemas';
import type { FilePage } from '@noek/contract/files/schemas';
import type { Webhook } from '@noek/contract/webhooks/schemas';
import type { z } from 'zod';
import { basicStatus, subscriber } from '../../subscription/testing/subscription-server.ts';

const mira: User = {
  id: 'u1',
  name: 'Mira Novak',
  email: 'mira@example.com',
  accessLevel: 'basic',
  specialFeatures: [],
  allowModelTraining: false,
  memoryEnabled: true,
  emailVerified: true,
  instructions: '',
};

export const session = (fields: Partial<LoginSession> = {}): LoginSession => ({
  id: 's1',
  device: 'Firefox on Linux',
  browser: 'Firefox',
  system: 'Linux',
  place: null,
  createdAt: '2026-01-01T12:00:00.000Z',
  lastSeenAt: '2026-01-02T12:00:00.000Z',
  current: false,
  ...fields,
});

const passwordOnly: SignInMethods = {
  password: 'set',
  google: false,
  companies: [],
  passkeys: 0,
  authenticatorSince: null,
  recoveryCodes: 0,
  passkeyHost: 'page.test',
};

/** A fake server with one user's account, as the account page needs it. `given`: how it begins. */
export function accountServer(
  given: Partial<{
    user: Partial<User>;
    methods: Partial<SignInMethods>;
    sessions: LoginSession[];
    views: ChatView[];
    subscribed: boolean;
  }> = {},
) {
  let user = { ...mira, ...given.user };
  let sessions = given.sessions ?? [session({ current: true })];
  let subscribed = given.subscribed ?? true;
  const change = (fields: Partial<User>) => {
    user = { ...user, ...fields };
    return user;
  };
  return {
    ...subscriber(() => basicStatus),
    'auth.user': (): User | null => user,
    'auth.signInMethods': (): SignInMethods => ({ ...passwordOnly, ...given.methods }),
    'auth.sessions': () => sessions,
    'auth.passkeys': (): Passkey[] => [],
    'auth.securityEvents': (): z.infer<typeof securityEventPageSchema> => ({ events: [], nextCursor: null }),
    'auth.tokens': (): ApiToken[] => [],
    'webhooks.list': (): Webhook[] => [],
    'auth.apps': (): ConnectedApp[] => [],
    'archive.jobs': (): ArchiveJobs => ({ export: null }),
    'archive.imports': (): { imports: Import[] } => ({ imports: [] }),
    'archive.space': () => ({ bytesUsed: 0, bytesLimit: 200 * 1024 * 1024 }),
    'files.list': (): FilePage => ({ files: [], nextCursor: null, bytesUsed: 0, bytesLimit: 1024 ** 3 }),
    'auth.endSession': ({ id }: { id: string }) => {
      sessions = sessions.filter((one) => one.id !== id);
      return { message: 'Session ended.' };
    },
    'auth.endOtherSessions': () => {
      sessions = sessions.filter(({ current }) => current);
      return { message: 'All other sessions ended.' };
    },
    'auth.chatViews': () =>
      ({ views: given.views ?? [], nextCursor: null }) as { views: ChatView[]; nextCursor: string | null },
    'auth.modelTrainingConsent': (fields: Partial<User>) => change(fields),
    'auth.memorySettings': (fields: Partial<User>) => change(fields),
    'emails.setting': () => ({ subscribed }),
    'emails.changeSetting': (wanted: EmailsSetting): EmailsSetting => {
      subscribed = wanted.subscribed;
      return { subscribed };
    },
    'auth.changeAccount': (fields: { name?: string }) => change(fields),
    'auth.changePassword': () => ({ message: 'Password Changed' }),
    'auth.changeEmail': ({ newEmail }: { newEmail: string }) => ({
      message: 'Email Updated',
      user: change({ email: newEmail, emailVerified: false, instructions: '' }),
    }),
    'auth.resendVerification': () => ({ message: 'sent' }),
    'auth.forgotPassword': () => ({ message: 'Password reset instructions have been sent to your email' }),
    'auth.deleteAccount': () => ({ message: 'Account Deleted' }),
    'memory.list': () => ({ memories: [], count: 12, limit: 50 }),
  };
}
