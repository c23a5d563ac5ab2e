import { isNotNull, sql } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';

/** People, their sessions on the three hosts, their one-time links, and guests. */
export function authTables(k: Kit) {
  const users = k.table(
    'users',
    {
      id: k.text('id').primaryKey(),
      name: k.text('name').notNull(),
      /** Trimmed and lower-cased before it is stored. */
      email: k.text('email').notNull(),
      /**
       * The last verified address, from a change of `email` until the new one is verified. No other account can use it, and the account
       * returns to it if someone else proves to own the new one.
       */
      previousEmail: k.text('previous_email'),
      /** argon2id in PHC form; null for accounts without a usable password. */
      passwordHash: k.text('password_hash'),
      needsPasswordReset: k.boolean('needs_password_reset').notNull().default(false),
      emailVerifiedAt: k.timestamp('email_verified_at'),
      accessLevel: k
        .text('access_level', { enum: ['basic', 'supernoek', 'admin'] })
        .notNull()
        .default('basic'),
      /** When SuperNoek ends, if that is known. From then on, the person is on the basic plan. */
      premiumUntil: k.timestamp('premium_until'),
      specialFeatures: k.json('special_features').$type<string[]>().notNull(),
      allowModelTraining: k.boolean('allow_model_training').notNull().default(true),
      memoryEnabled: k.boolean('memory_enabled').notNull().default(true),
      /** How to answer in all chats; empty for none. */
      instructions: k.text('instructions').notNull().default(''),
      /** Since when sign-ins need a code of the authenticator app, too; null: they do not. */
      secondFactorAt: k.timestamp('second_factor_at'),
      /** When the person was offered a passkey, which happens once. */
      passkeyOfferedAt: k.timestamp('passkey_offered_at'),
      /** Since when an administrator keeps the person from signing in; null: not suspended. */
      suspendedAt: k.timestamp('suspended_at'),
      /** Since when the person wants no campaigns of administrators; null: they get them. */
      unsubscribedAt: k.timestamp('unsubscribed_at'),
      /** The last sign-in with a password, Google or a token. Updating it serializes a sign-in with a concurrent reset. */
      signedInAt: k.timestamp('signed_in_at'),
      createdAt: k.timestamp('created_at').notNull(),
      updatedAt: k.timestamp('updated_at').notNull(),
      /**
       * When the account was deleted: it is not found any more, and its row no longer names the person. The row is deleted once everything
       * that belongs to it has been deleted in small steps.
       */
      deletedAt: k.timestamp('deleted_at'),
    },
    (t) => [
      k.index('users_deleted').on(t.deletedAt).where(isNotNull(t.deletedAt)),
      k.uniqueIndex('users_email').on(t.email),
      k.uniqueIndex('users_previous_email').on(t.previousEmail),
      k.index('users_created').on(t.createdAt),
      k.index('users_administrators').on(t.accessLevel).where(sql`access_level = 'admin'`),
      k.index('users_supernoek').on(t.accessLevel).where(sql`access_level = 'supernoek'`),
      k.index('users_premium_until').on(t.premiumUntil).where(isNotNull(t.premiumUntil)),
    ],
  );

  const sessions = k.table(
    'sessions',
    {
      /** SHA-256 of the cookie's token, so that a leaked table gives no access. */
      id: k.text('id').primaryKey(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      /** Sessions of one login on several hosts share a family. */
      familyId: k.text('family_id').notNull(),
      userAgent: k.text('user_agent'),
      /** The browser's own time zone, as it names it: "Europe/Berlin". */
      timeZone: k.text('time_zone'),
      /** How the person signed in. All sessions of one login have the same value. */
      method: k
        .text('method', { enum: ['password', 'google', 'passkey', 'company', 'demo'] })
        .notNull()
        .default('password'),
      /** When the person last proved who they are: by the sign-in, or later. */
      provenAt: k.timestamp('proven_at'),
      /** When the person signed in. All sessions of one login have the same value. */
      createdAt: k.timestamp('created_at').notNull(),
      lastSeenAt: k.timestamp('last_seen_at').notNull(),
      expiresAt: k.timestamp('expires_at').notNull(),
    },
    (t) => [
      k.index('sessions_user').on(t.userId),
      k.index('sessions_family').on(t.familyId),
      k.index('sessions_expires').on(t.expiresAt),
    ],
  );

  const emailTokens = k.table(
    'email_tokens',
    {
      /** SHA-256 of the token in the link. */
      id: k.text('id').primaryKey(),
      /** Null for a sign-up, whose account is created when the link is opened. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      purpose: k
        .text('purpose', {
          enum: [
            'sign-up',
            'verify-email',
            'reset-password',
            'undo-email-change',
            'not-me',
            'begin-factor-reset',
            'stop-factor-reset',
          ],
        })
        .notNull(),
      /** The address the link was sent to. */
      email: k.text('email').notNull(),
      /** The name and password chosen at sign-up. Only this link creates an account with them. */
      name: k.text('name'),
      passwordHash: k.text('password_hash'),
      /** The login that a mail about a new device is about. */
      familyId: k.text('family_id'),
      createdAt: k.timestamp('created_at').notNull(),
      expiresAt: k.timestamp('expires_at').notNull(),
      consumedAt: k.timestamp('consumed_at'),
    },
    (t) => [
      k.index('email_tokens_user').on(t.userId, t.purpose),
      k.index('email_tokens_email').on(t.email, t.purpose, t.createdAt),
      k.index('email_tokens_expires').on(t.expiresAt),
    ],
  );

  /** Accounts of other providers that sign a person in here. */
  const identities = k.table(
    'identities',
    {
      issuer: k.text('issuer').notNull(),
      subject: k.text('subject').notNull(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      /** Since when the account is an administrator's because of a group of this identity; null: not because of one. */
      adminSince: k.timestamp('admin_since'),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'identities_pk', columns: [t.issuer, t.subject] }),
      k.index('identities_user').on(t.userId),
    ],
  );

  /** Logins with the provider of a company. */
  const companyLogins = k.table(
    'company_logins',
    {
      id: k.text('id').primaryKey(),
      /** The family of its sessions, or the id of the challenge of a second factor that has to be answered first. */
      familyId: k.text('family_id').notNull(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      /** The id in OIDC_PROVIDERS. */
      provider: k.text('provider').notNull(),
      issuer: k.text('issuer').notNull(),
      subject: k.text('subject').notNull(),
      /** The provider's name of its own session; null if it gave none. */
      sid: k.text('sid'),
      /** Encrypted with a key from APP_SECRET; null if the provider gave none. */
      refreshToken: k.text('refresh_token'),
      /** When the provider was last asked about the person. */
      checkedAt: k.timestamp('checked_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('company_logins_family').on(t.familyId),
      k.index('company_logins_user').on(t.userId),
      k.index('company_logins_subject').on(t.issuer, t.subject),
      k.index('company_logins_sid').on(t.issuer, t.sid),
      k.index('company_logins_checked').on(t.checkedAt).where(isNotNull(t.refreshToken)),
    ],
  );

  const crossDomainTokens = k.table(
    'cross_domain_tokens',
    {
      /** SHA-256 of the token. */
      id: k.text('id').primaryKey(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      parentSessionId: belongsTo(k.text('parent_session_id'), () => sessions.id),
      targetOrigin: k.text('target_origin').notNull(),
      expiresAt: k.timestamp('expires_at').notNull(),
      consumedAt: k.timestamp('consumed_at'),
      /** The session that its first use created. A second use ends that session. */
      madeSessionId: k.text('made_session_id'),
    },
    (t) => [
      k.index('cross_domain_tokens_user').on(t.userId),
      k.index('cross_domain_tokens_parent').on(t.parentSessionId),
      k.index('cross_domain_tokens_expires').on(t.expiresAt),
    ],
  );

  /** What a browser or an app has to answer to sign in, or to add a passkey. */
  const authChallenges = k.table(
    'auth_challenges',
    {
      /** SHA-256 of the challenge. */
      id: k.text('id').primaryKey(),
      purpose: k.text('purpose', { enum: ['passkey', 'new-passkey', 'second-factor'] }).notNull(),
      /** Whose it is; null for a sign-in with a passkey, whose owner is not known yet. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      /** How a sign-in began that needs a second factor. */
      method: k.text('method', { enum: ['password', 'google', 'company'] }),
      expiresAt: k.timestamp('expires_at').notNull(),
      consumedAt: k.timestamp('consumed_at'),
    },
    (t) => [k.index('auth_challenges_user').on(t.userId), k.index('auth_challenges_expires').on(t.expiresAt)],
  );

  const passkeys = k.table(
    'passkeys',
    {
      id: k.text('id').primaryKey(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      /** As the authenticator names it, in base64url. */
      credentialId: k.text('credential_id').notNull(),
      /** COSE, in base64url. */
      publicKey: k.text('public_key').notNull(),
      counter: k.integer('counter').notNull(),
      transports: k.json('transports').$type<string[]>().notNull(),
      name: k.text('name').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      lastUsedAt: k.timestamp('last_used_at'),
    },
    (t) => [k.index('passkeys_user').on(t.userId), k.uniqueIndex('passkeys_credential').on(t.credentialId)],
  );

  /** One authenticator app per person. */
  const authenticators = k.table(
    'authenticators',
    {
      userId: belongsTo(k.text('user_id'), () => users.id).primaryKey(),
      /** Encrypted with a key from APP_SECRET. */
      secret: k.text('secret').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      /** Null until the app has shown that it has the secret. */
      confirmedAt: k.timestamp('confirmed_at'),
      /** The last step of 30 seconds whose code was used. Its code and all earlier ones are refused. */
      lastStep: k.integer('last_step').notNull().default(0),
      /** When its owner asked to remove it, because they lost it; null: they did not. */
      resetAskedAt: k.timestamp('reset_asked_at'),
      /** When the next mail about that is due: one per day, and at last the one that it is removed. */
      resetNextAt: k.timestamp('reset_next_at'),
    },
    (t) => [k.index('authenticators_reset').on(t.resetNextAt).where(isNotNull(t.resetNextAt))],
  );

  const recoveryCodes = k.table(
    'recovery_codes',
    {
      /** HMAC of the person and the code with a key from APP_SECRET. */
      id: k.text('id').primaryKey(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      usedAt: k.timestamp('used_at'),
    },
    (t) => [k.index('recovery_codes_user').on(t.userId)],
  );

  /** What happened to the security of accounts. */
  const securityEvents = k.table(
    'security_events',
    {
      id: k.text('id').primaryKey(),
      userId: belongsTo(k.text('user_id'), () => users.id),
      kind: k.text('kind').notNull(),
      device: k.text('device'),
      network: k.text('network'),
      detail: k.text('detail'),
      at: k.timestamp('at').notNull(),
    },
    (t) => [
      k.index('security_events_user').on(t.userId, t.at, t.id),
      k.index('security_events_kind').on(t.kind, t.at, t.id),
      k.index('security_events_at').on(t.at),
    ],
  );

  const guests = k.table(
    'guests',
    {
      id: k.text('id').primaryKey(),
      /** SHA-256 of the guest cookie's token. */
      tokenHash: k.text('token_hash').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [k.uniqueIndex('guests_token').on(t.tokenHash), k.index('guests_created').on(t.createdAt)],
  );

  const rateLimits = k.table(
    'rate_limits',
    {
      key: k.text('key').primaryKey(),
      /** Theoretical arrival time of the generic cell rate algorithm, in milliseconds since the epoch. */
      arrivalMs: k.integer('arrival_ms').notNull(),
    },
    (t) => [k.index('rate_limits_arrival').on(t.arrivalMs)],
  );

  return {
    users,
    sessions,
    emailTokens,
    identities,
    companyLogins,
    crossDomainTokens,
    authChallenges,
    passkeys,
    authenticators,
    recoveryCodes,
    securityEvents,
    guests,
    rateLimits,
  };
}
