import { accountSecurity } from '@noek/contract/auth/limits';
import type { Config } from '../../settings/config.ts';
import { composeMail } from '../outbox/compose-mail.ts';
import type { MailContent } from '../outbox/enqueue-mail.ts';
import { greeting } from '../outbox/greeting.ts';

/** Changes to the security of an account of which its owner gets a mail, with its text. */
const changes = {
  'passkey-added': {
    subject: 'A passkey was added to your Noek account',
    intro: (name: string) =>
      `The passkey "${name}" was added to your Noek account. It can be used to sign in without the password.`,
  },
  'passkey-removed': {
    subject: 'A passkey was removed from your Noek account',
    intro: (name: string) =>
      `The passkey "${name}" was removed from your Noek account. It can no longer be used to sign in.`,
  },
  'passkey-refused': {
    subject: 'A sign-in with a passkey was refused',
    intro: (name: string) =>
      `Someone tried to sign in to your Noek account with the passkey "${name}". Its counter was older than at its last use, which can mean that the passkey was copied. We refused the sign-in. If you have not restored a backup of your security key, remove this passkey.`,
  },
  'authenticator-removed': {
    subject: 'Your Noek account no longer needs an authenticator app',
    intro: () =>
      'The authenticator app and the recovery codes of your Noek account were removed. Signing in no longer needs a code.',
  },
  'recovery-codes-made': {
    subject: 'Your Noek account has new recovery codes',
    intro: () => 'New recovery codes were made for your Noek account. The old ones no longer work.',
  },
  'recovery-code-used': {
    subject: 'A recovery code of your Noek account was used',
    intro: (left: string) => `Someone, probably you, signed in to your Noek account with a recovery code. ${left}`,
  },
  'factor-reset-done': {
    subject: 'Your Noek account no longer needs an authenticator app',
    intro: () =>
      'As you asked three days ago, the authenticator app and the recovery codes of your Noek account were removed. Signing in no longer needs a code.',
  },
} as const satisfies Record<string, { subject: string; intro: (detail: string) => string }>;
export type SecurityChange = keyof typeof changes;

/** Tells the owner about a change. `detail`: the name of the passkey, or how many codes are left. */
export function securityChangeMail(
  config: Config,
  { name, change, detail = '' }: { name: string; change: SecurityChange; detail?: string },
): MailContent {
  const { subject, intro } = changes[change];
  return composeMail({
    subject,
    greeting: greeting(name),
    intro: intro(detail),
    action: { label: 'Open the security settings', url: `${config.origins.chat}/account/security` },
    outro:
      'If this wasn\'t you, choose "Forgot Password" on the sign-in page right away, set a new password, and look through the security settings.',
  });
}

/** Tells the owner that an authenticator app was set up. `token`: ends the login in which that happened. */
export function authenticatorAddedMail(config: Config, { name, token }: { name: string; token: string }): MailContent {
  return composeMail({
    subject: 'Your Noek account now needs an authenticator app',
    greeting: greeting(name),
    intro:
      'An authenticator app was set up for your Noek account. From now on, signing in needs a code of it, too. Older links that end this sign-in or set a new password no longer work.',
    action: { label: "This wasn't me", url: notMeUrl(config, token) },
    outro: `${notMeEffects} The authenticator app stays, because a mail alone must not remove it: if it isn't yours, choose "Lost both?" at the next sign-in, and it is removed after ${accountSecurity.factorResetHours} hours.`,
  });
}

const notMeUrl = (config: Config, token: string) => `${config.origins.auth}/not-me?token=${token}`;
const notMeEffects =
  'The link ends that sign-in, removes the API tokens, passkeys and linked accounts that were added since, restores your email address if it was changed, and lets you set a new password. It expires in 7 days.';

/** Tells the owner of a sign-in with a browser that is new to the account. */
export function newDeviceMail(
  config: Config,
  login: { name: string; token: string; at: Date; device: string; network: string | null; method: string },
): MailContent {
  const at = `${login.at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return composeMail({
    subject: 'New sign-in to your Noek account',
    greeting: greeting(login.name),
    intro: `Someone signed in to your Noek account with ${login.method} from a browser that we have not seen before.\n\nTime: ${at}\nDevice: ${login.device}${login.network === null ? '' : `\nNetwork: ${login.network}`}\n\nIf this was you, you don't need to do anything.`,
    action: { label: "This wasn't me", url: notMeUrl(config, login.token) },
    outro: `${notMeEffects} An authenticator app stays.`,
  });
}

/** The link that begins to remove a lost second factor. */
export function beginFactorResetMail(config: Config, { name, token }: { name: string; token: string }): MailContent {
  return composeMail({
    subject: 'Remove the authenticator app from your Noek account',
    greeting: greeting(name),
    intro:
      'Someone who has the password of your Noek account, probably you, says that the authenticator app and the recovery codes are lost. With this link, they are removed after 72 hours. Until then, you get a mail every day with a link that stops it.',
    action: { label: 'Remove the authenticator app', url: `${config.origins.auth}/begin-factor-reset?token=${token}` },
    outro:
      "The link works once and expires in one hour. If this wasn't you, somebody else has your password: don't open the link, and set a new password.",
  });
}

/** Sent every day until a second factor is removed. `hoursLeft` is at least 1. */
export function factorResetPendingMail(
  config: Config,
  { name, token, hoursLeft }: { name: string; token: string; hoursLeft: number },
): MailContent {
  return composeMail({
    subject: `The authenticator app of your Noek account will be removed in ${hoursLeft} hours`,
    greeting: greeting(name),
    intro: `Someone, probably you, asked to remove the authenticator app and the recovery codes of your Noek account because they are lost. That happens in ${hoursLeft} hours. If you still have the app, sign in with it, or stop it with this link.`,
    action: { label: 'Keep the authenticator app', url: `${config.origins.auth}/stop-factor-reset?token=${token}` },
    outro: "If this wasn't you, somebody else has your password: stop it, and set a new password.",
  });
}
