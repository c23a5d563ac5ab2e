import { apiTokenLimit, type tokenExpiryDays } from '@noek/contract/auth/limits';
import { scopeTexts } from '../connect/texts.ts';

/** The texts of the section "API Tokens". */
export const tokenTexts = {
  loading: 'Loading your tokens',
  intro: 'A token lets a program use Noek as you, without your password. Anyone who has it can do the same.',
  revokedBy: 'Changing or resetting your password revokes all tokens and disconnects all apps.',
  newToken: 'New token',
  none: 'You have no tokens.',
  full: `You have ${apiTokenLimit} tokens, which is the limit. Revoke one to create another.`,
  expired: 'Expired',
  expires: (date: string) => `Expires on ${date}`,
  expiredOn: (date: string) => `Expired on ${date}`,
  neverExpires: 'Does not expire',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  messagesToday: (count: number) =>
    count === 0
      ? 'No messages today'
      : count === 1
        ? '1 message today'
        : `${count.toLocaleString('en-US')} messages today`,
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke ${name}`,
  revoking: 'Revoking…',
  revoked: (name: string) => ({ title: 'Token revoked', description: `Programs can no longer use “${name}”.` }),
  revokeFailed: 'Failed to revoke the token. Please try again.',
  question: {
    title: 'Revoke this token?',
    question: (name: string) =>
      `Programs that use “${name}” stop working at once. This can't be undone; you can create a new token.`,
    confirm: 'Revoke',
  },
  scopes: scopeTexts,
  form: {
    title: 'New token',
    description: 'No token can change your account or settings, see your payments, or create other tokens.',
    name: 'Name',
    nameHint: 'What you will use it for, such as “Backup script”.',
    scope: 'What it may do',
    expiry: 'Expires',
    inDays: (days: (typeof tokenExpiryDays)[number]) => `In ${days} days`,
    never: 'Never',
    neverHint: 'It works until you revoke it. Choose this only if you must.',
    submit: 'Create token',
    submitting: 'Creating token…',
    failed: 'Failed to create the token. Please try again.',
  },
  made: {
    title: 'Your new token',
    description: 'Copy it now and keep it like a password. It is shown only once.',
    label: 'Token',
    done: 'Done',
  },
} as const;
