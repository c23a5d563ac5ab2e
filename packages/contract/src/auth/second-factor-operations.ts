import { z } from 'zod';
import type { Declarations } from '../calls/declaration.ts';
import { messageResultSchema } from '../calls/message-result.ts';
import {
  addPasskeyInputSchema,
  passkeyLoginInputSchema,
  passkeyOptionsSchema,
  passkeyRefSchema,
  passkeyRegistrationSchema,
  passkeySchema,
  renamePasskeyInputSchema,
} from './passkeys.ts';
import { signedInSchema } from './schemas.ts';
import {
  accountLinkInputSchema,
  challengeRefSchema,
  confirmAuthenticatorInputSchema,
  newAuthenticatorSchema,
  notMeResultSchema,
  proveInputSchema,
  provenSchema,
  recoveryCodesSchema,
  secondFactorInputSchema,
} from './second-factor.ts';
import { listSecurityEventsInputSchema, securityEventPageSchema } from './security-events.ts';

const anyone = { access: 'anyone', token: 'never' } as const;
const own = { access: 'signed-in', token: 'never' } as const;
const proven = { ...own, freshProof: 'always' } as const;

/** The calls of passkeys, authenticator apps, recovery codes and fresh proof. A token cannot make them. */
export const secondFactorOperations = {
  secondFactor: {
    ...anyone,
    type: 'mutation',
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code. Sets the session cookie.',
    input: secondFactorInputSchema,
    output: signedInSchema,
    refusals: ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
    example: { challenge: 'unknown', code: '123456' },
    rest: { method: 'post', path: '/api/auth/second-factor' },
  },
  prove: {
    ...own,
    type: 'mutation',
    summary: 'Prove again who you are. For ten minutes, this login may do what needs fresh proof.',
    input: proveInputSchema,
    output: provenSchema,
    refusals: ['RATE_LIMITED'],
    example: { password: 'lantern-42-quay' },
    rest: { method: 'post', path: '/api/auth/prove' },
  },
  totpStart: {
    ...proven,
    type: 'mutation',
    summary: 'Begin to set up an authenticator app. It counts once `auth.totpConfirm` gets its code.',
    output: newAuthenticatorSchema,
    refusals: ['CONFLICT'],
  },
  totpConfirm: {
    ...proven,
    type: 'mutation',
    summary: 'Finish setting up the authenticator app with its current code. Returns the recovery codes, once.',
    input: confirmAuthenticatorInputSchema,
    output: recoveryCodesSchema,
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  totpRemove: {
    ...proven,
    type: 'mutation',
    summary: 'Remove the authenticator app and the recovery codes.',
    output: messageResultSchema,
    refusals: ['NOT_FOUND'],
  },
  newRecoveryCodes: {
    ...proven,
    type: 'mutation',
    summary: 'Replace the recovery codes. The old ones no longer work.',
    output: recoveryCodesSchema,
    refusals: ['NOT_FOUND'],
  },
  passkeys: {
    ...own,
    type: 'query',
    summary: 'List the passkeys, the oldest first.',
    output: z.array(passkeySchema),
  },
  passkeyRegistration: {
    ...proven,
    type: 'mutation',
    summary: 'Get the options with which a browser creates a passkey.',
    output: passkeyRegistrationSchema,
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  addPasskey: {
    ...proven,
    type: 'mutation',
    summary: 'Add the passkey that the browser created.',
    input: addPasskeyInputSchema,
    output: passkeySchema,
    refusals: ['CONFLICT', 'RATE_LIMITED'],
  },
  renamePasskey: {
    ...own,
    type: 'mutation',
    summary: 'Rename a passkey.',
    input: renamePasskeyInputSchema,
    output: passkeySchema,
    refusals: ['NOT_FOUND'],
  },
  removePasskey: {
    ...proven,
    type: 'mutation',
    summary: 'Remove a passkey. The last way to sign in cannot be removed.',
    input: passkeyRefSchema,
    output: messageResultSchema,
    refusals: ['NOT_FOUND', 'CONFLICT'],
  },
  passkeyOptions: {
    ...anyone,
    type: 'mutation',
    summary: 'Get the options with which a browser asks for a passkey, to sign in or as fresh proof.',
    output: passkeyOptionsSchema,
    refusals: ['RATE_LIMITED'],
  },
  passkeyLogin: {
    ...anyone,
    type: 'mutation',
    summary: 'Sign in with a passkey. Sets the session cookie.',
    input: passkeyLoginInputSchema,
    output: signedInSchema,
    refusals: ['UNAUTHORIZED', 'ACCOUNT_SUSPENDED', 'RATE_LIMITED'],
  },
  lostSecondFactor: {
    ...anyone,
    type: 'mutation',
    summary: 'Email a link to somebody who has the password but lost the authenticator app and the recovery codes.',
    input: challengeRefSchema,
    output: messageResultSchema,
    refusals: ['UNAUTHORIZED', 'RATE_LIMITED'],
    example: { challenge: 'unknown' },
    rest: { method: 'post', path: '/api/auth/lost-second-factor' },
  },
  beginFactorReset: {
    ...anyone,
    type: 'mutation',
    summary:
      'Begin to remove the second factor with the token from the mail. It is removed after 72 hours, unless the owner stops it.',
    input: accountLinkInputSchema,
    output: messageResultSchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'post', path: '/api/auth/begin-factor-reset' },
  },
  stopFactorReset: {
    ...anyone,
    type: 'mutation',
    summary: 'Keep the second factor, with the token from one of the daily mails.',
    input: accountLinkInputSchema,
    output: messageResultSchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'post', path: '/api/auth/stop-factor-reset' },
  },
  notMe: {
    ...anyone,
    type: 'mutation',
    summary:
      'End a login that was not yours, with the token from the mail about it. Removes the API tokens, passkeys and linked accounts added since, restores a changed address, and suspends the password. An authenticator app stays.',
    input: accountLinkInputSchema,
    output: notMeResultSchema,
    refusals: ['RATE_LIMITED'],
    rest: { method: 'post', path: '/api/auth/not-me' },
  },
  securityEvents: {
    ...own,
    type: 'query',
    summary: 'List what happened to the security of the account in the last 90 days, the latest first.',
    input: listSecurityEventsInputSchema,
    output: securityEventPageSchema,
    refusals: ['BAD_REQUEST'],
    example: { limit: 1 },
    rest: { method: 'get', path: '/api/account/security-events', pageOf: 'events' },
  },
} as const satisfies Declarations;
