/** Password lengths in characters: the minimum at sign-up, the minimum for a change or reset, and the maximum. */
export const passwordLimits = { signUpMin: 8, changeMin: 6, max: 256 } as const;

/** Days until an unused session ends, days until any session ends, and the number of sessions per person. */
export const sessionLimits = { idleDays: 90, totalDays: 365, perPerson: 50 } as const;

/** How many days after its last sign-in a browser counts as known to an account. */
export const deviceCookieDays = 365;

/** How many personal API tokens that have not expired a person may have, their longest name, and the choices of an expiry in days. */
export const apiTokenLimit = 25;

export const maxTokenNameLength = 100;

export const tokenExpiryDays = [30, 90, 365] as const;

/** How many days an expired token stays in the list. */
export const expiredTokenDays = 30;

/** The numbers of connected apps, and how long what they get is valid. */
export const appLimits = {
  perPerson: 50,
  nameLength: 60,
  /** How long a registered app may wait until a person allows it, in minutes, and how many may wait. */
  registrationMinutes: 60,
  mostRegistrations: 5_000,
  accessTokenMinutes: 60,
  /** From its last use. */
  refreshTokenDays: 60,
  /** How long a refresh token that was just used gets the same answer again, in seconds. */
  repeatSeconds: 10,
  codeSeconds: 60,
  deviceCodeMinutes: 15,
  /** How long a device waits before it asks again, in seconds. */
  deviceIntervalSeconds: 5,
  /** How many days the numbers of messages per day are kept. */
  messageDays: 40,
} as const;

/** How many mails of each kind a mailbox gets per hour at most. */
export const mailsOfAKindPerHour = 3;

/** The longest address that a sign-in leads back to. */
export const maxReturnToLength = 2_048;

/** The numbers of passkeys, authenticator apps and fresh proof. */
export const accountSecurity = {
  passkeys: 20,
  passkeyName: 80,
  recoveryCodes: 10,
  /** How long a sign-in or another proof counts as fresh, in minutes. */
  freshProofMinutes: 10,
  /** How long a challenge is valid, in minutes: of a passkey, and of a sign-in that needs a second factor. */
  passkeyChallengeMinutes: 5,
  secondFactorMinutes: 10,
  /** How long a lost second factor stays on after its owner asked to remove it, in hours. */
  factorResetHours: 72,
  /** How long security events are kept, in days. */
  eventDays: 90,
} as const;
