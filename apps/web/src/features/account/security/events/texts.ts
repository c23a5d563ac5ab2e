import type { SecurityEventKind } from '@noek/contract/auth/security-events';

const withMethod =
  (what: string, more = '') =>
  (detail: string | null) =>
    `${detail === null ? what : `${what} with ${detail}`}${more}`;
const withName = (what: string) => (detail: string | null) => (detail === null ? what : `${what}: “${detail}”`);
const withWho = (what: string) => (detail: string | null) => (detail === null ? what : `${what} ${detail}`);
const always = (what: string) => () => what;

/** The texts of the section "Security events". */
export const eventTexts = {
  loading: 'Loading what happened to your account',
  empty: 'Nothing has happened yet.',
  more: 'Show more',
  loadingMore: 'Loading…',
  /** What happened, from the kind of an event and its detail. */
  what: {
    'signed-in': withMethod('Signed in'),
    'sign-in-failed': withMethod('Failed to sign in'),
    'new-device': withMethod('Signed in', ' on a new device'),
    'not-me': always('A sign-in was reported as not yours, and ended'),
    'sessions-ended': always('Other sessions were signed out'),
    'password-changed': withWho('Password changed'),
    'password-reset': always('Password reset with a link from an email'),
    'email-changed': always('Email address changed'),
    'google-linked': always('Google account linked'),
    'company-linked': withName('Company account linked'),
    'passkey-added': withName('Passkey added'),
    'passkey-removed': withName('Passkey removed'),
    'passkey-refused': withName('A passkey was refused, because it may have been copied'),
    'authenticator-added': always('Authenticator app set up'),
    'authenticator-removed': withWho('Authenticator app removed'),
    'recovery-codes-made': always('New recovery codes made'),
    'recovery-code-used': always('A recovery code was used'),
    'factor-reset-begun': always('Somebody asked to remove the authenticator app'),
    'factor-reset-stopped': always('The removal of the authenticator app was stopped'),
    'factor-reset-done': always('The authenticator app was removed after the waiting time'),
    'token-created': withName('API token created'),
    'webhook-created': withName('Webhook created'),
    'webhook-deleted': withName('Webhook deleted'),
    'token-revoked': withName('API token revoked'),
    'app-connected': withName('App connected'),
    'app-disconnected': withName('App disconnected'),
    'export-requested': always('Export of the account requested'),
  } satisfies Record<SecurityEventKind, (detail: string | null) => string>,
} as const;
