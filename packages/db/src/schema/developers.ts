import { isNotNull } from 'drizzle-orm';
import { belongsTo, type Kit } from '../kit.ts';
import type { authTables } from './auth.ts';
import type { chatTables } from './chat.ts';

/** What reaches Noek from outside its pages: personal API tokens, connected apps and OpenAI's protocol; and webhooks, which leave it. */
export function developerTables(
  k: Kit,
  {
    users,
    conversations,
  }: Pick<ReturnType<typeof authTables>, 'users'> & Pick<ReturnType<typeof chatTables>, 'conversations'>,
) {
  const owner = () => belongsTo(k.text('user_id'), () => users.id);

  /** Programs that a person has allowed to act for them. */
  const connectedApps = k.table(
    'connected_apps',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      /** The address of the client's metadata document, or a name of ours, such as "noek-command". */
      clientId: k.text('client_id').notNull(),
      name: k.text('name').notNull(),
      scopes: k.json('scopes').$type<('read' | 'chat' | 'all')[]>().notNull(),
      /** SHA-256 of the refresh token that is valid now; null for an app whose access token does not expire. */
      refreshHash: k.text('refresh_hash'),
      /** SHA-256 of the one before. It gets the same answer again for some seconds, because the first one may be lost on the way. */
      usedRefreshHash: k.text('used_refresh_hash'),
      refreshExpiresAt: k.timestamp('refresh_expires_at'),
      createdAt: k.timestamp('created_at').notNull(),
      lastUsedAt: k.timestamp('last_used_at'),
    },
    (t) => [
      k.index('connected_apps_user').on(t.userId, t.createdAt),
      k.uniqueIndex('connected_apps_refresh').on(t.refreshHash),
      k.index('connected_apps_used_refresh').on(t.usedRefreshHash),
      k.index('connected_apps_expires').on(t.refreshExpiresAt).where(isNotNull(t.refreshExpiresAt)),
    ],
  );

  /** Apps that have registered themselves (RFC 7591). Strangers may do that, so what is not allowed is soon deleted. */
  const registeredClients = k.table(
    'registered_clients',
    {
      /** The client_id. It is no secret. */
      id: k.text('id').primaryKey(),
      name: k.text('name').notNull(),
      redirectUris: k.json('redirect_uris').$type<string[]>().notNull(),
      /** When a person first allowed it; null: not yet. */
      allowedAt: k.timestamp('allowed_at'),
      createdAt: k.timestamp('created_at').notNull(),
      /** From then on, it is deleted unless a person has it connected. */
      expiresAt: k.timestamp('expires_at').notNull(),
    },
    (t) => [k.index('registered_clients_expires').on(t.expiresAt)],
  );

  const apiTokens = k.table(
    'api_tokens',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      /** The connected app whose access token this is; null for a token that the person created. */
      appId: k.text('app_id').references(() => connectedApps.id, { onDelete: 'cascade' }),
      name: k.text('name').notNull(),
      /** SHA-256 of the token, which is shown once. */
      tokenHash: k.text('token_hash').notNull(),
      scopes: k.json('scopes').$type<('read' | 'chat' | 'all')[]>().notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      /** Null: it does not expire. */
      expiresAt: k.timestamp('expires_at'),
      lastUsedAt: k.timestamp('last_used_at'),
    },
    (t) => [
      k.uniqueIndex('api_tokens_hash').on(t.tokenHash),
      k.index('api_tokens_user').on(t.userId, t.createdAt),
      k.index('api_tokens_app').on(t.appId).where(isNotNull(t.appId)),
      k.index('api_tokens_expires').on(t.expiresAt).where(isNotNull(t.expiresAt)),
    ],
  );

  /** How an app is connected: the code that its browser brings back, or the code that a device shows. */
  const appAuthorizations = k.table(
    'app_authorizations',
    {
      /** SHA-256 of the code that the app exchanges. */
      id: k.text('id').primaryKey(),
      kind: k.text('kind', { enum: ['redirect', 'device'] }).notNull(),
      /** A keyed hash of the code that a device shows; null for a redirect. */
      userCode: k.text('user_code'),
      /** Who allowed it; null until then. */
      userId: k.text('user_id').references(() => users.id, { onDelete: 'cascade' }),
      clientId: k.text('client_id').notNull(),
      clientName: k.text('client_name').notNull(),
      scopes: k.json('scopes').$type<('read' | 'chat' | 'all')[]>().notNull(),
      /** The program and the network of a device that asks: "noek" and "203.0.113.0/24". Null for a redirect. */
      device: k.text('device'),
      network: k.text('network'),
      redirectUri: k.text('redirect_uri'),
      /** Of PKCE, with S256. */
      codeChallenge: k.text('code_challenge'),
      status: k.text('status', { enum: ['waiting', 'allowed', 'denied'] }).notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      expiresAt: k.timestamp('expires_at').notNull(),
      /** When a device last asked. */
      polledAt: k.timestamp('polled_at'),
      consumedAt: k.timestamp('consumed_at'),
      /** The app that its exchange connected. A second exchange disconnects it. */
      appId: k.text('app_id'),
    },
    (t) => [
      k.uniqueIndex('app_authorizations_user_code').on(t.userCode),
      k.index('app_authorizations_user').on(t.userId).where(isNotNull(t.userId)),
      k.index('app_authorizations_expires').on(t.expiresAt),
    ],
  );

  /** How many messages a token or a connected app has sent on a day. */
  const tokenMessages = k.table(
    'token_messages',
    {
      /** The id of the connected app, or of the token if it belongs to none. */
      tokenId: k.text('token_id').notNull(),
      /** In UTC: "2026-11-27". */
      day: k.text('day').notNull(),
      userId: owner(),
      messages: k.integer('messages').notNull(),
    },
    (t) => [
      k.primaryKey({ name: 'token_messages_pk', columns: [t.tokenId, t.day] }),
      k.index('token_messages_user').on(t.userId),
      k.index('token_messages_day').on(t.day),
    ],
  );

  /** Requests of OpenAI's protocol with an Idempotency-Key, so that a repeated one gets the first answer. */
  const repeatableRequests = k.table(
    'repeatable_requests',
    {
      /** SHA-256 of the person's id and the key. */
      id: k.text('id').primaryKey(),
      userId: owner(),
      /** SHA-256 of the body. */
      bodyHash: k.text('body_hash').notNull(),
      /** The process that answers it; another one may begin again once that is gone. */
      bootId: k.text('boot_id').notNull(),
      /** The answer, encrypted with a key from APP_SECRET; null while it is made. */
      answer: k.text('answer'),
      createdAt: k.timestamp('created_at').notNull(),
    },
    (t) => [k.index('repeatable_requests_user').on(t.userId), k.index('repeatable_requests_created').on(t.createdAt)],
  );

  /** Addresses that get events. */
  const webhooks = k.table(
    'webhooks',
    {
      id: k.text('id').primaryKey(),
      userId: owner(),
      /** Whether it was made for the whole installation, by an administrator. Otherwise it gets the events of its owner alone. */
      isForEverybody: k.boolean('is_for_everybody').notNull(),
      url: k.text('url').notNull(),
      events: k.json('events').$type<string[]>().notNull(),
      /** Encrypted with a key from APP_SECRET. */
      secret: k.text('secret').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      /** When it was created or started again: since then it gets events. */
      changedAt: k.timestamp('changed_at').notNull(),
      /** Since when nothing is sent to it any more, until a test succeeds; and why: its receiver said so, or the account was secured. */
      stoppedAt: k.timestamp('stopped_at'),
      stoppedBecause: k.text('stopped_because', { enum: ['gone', 'secured'] }),
    },
    (t) => [
      k.index('webhooks_user').on(t.userId, t.createdAt),
      k.index('webhooks_for_everybody').on(t.isForEverybody),
      k.index('webhooks_changed').on(t.changedAt),
    ],
  );

  const webhookDeliveries = k.table(
    'webhook_deliveries',
    {
      /** Also the webhook-id, which stays the same when it is sent again. */
      id: k.text('id').primaryKey(),
      webhookId: belongsTo(k.text('webhook_id'), () => webhooks.id),
      /** The conversation that the body has text of; nothing of it is kept once that is deleted. */
      conversationId: k.integer('conversation_id').references(() => conversations.id, { onDelete: 'cascade' }),
      /** Whom an event of administrators is about; nothing of it is kept once the account is deleted. */
      aboutUserId: k.text('about_user_id').references(() => users.id, { onDelete: 'cascade' }),
      event: k.text('event').notNull(),
      /** The body, encrypted with a key from APP_SECRET. */
      body: k.text('body').notNull(),
      status: k.text('status', { enum: ['waiting', 'delivered', 'failed'] }).notNull(),
      attempts: k.integer('attempts').notNull(),
      /** When to try next. A claim moves it forward by the lease, so that the row is free again after a crash. */
      nextAttemptAt: k.timestamp('next_attempt_at').notNull(),
      /** Until when the process that is sending it has it; null while it is not being sent. */
      sendingUntil: k.timestamp('sending_until'),
      /** Until when it is tried. */
      triedUntil: k.timestamp('tried_until').notNull(),
      createdAt: k.timestamp('created_at').notNull(),
      deliveredAt: k.timestamp('delivered_at'),
      /** The status of the last answer; null if there was none. */
      answerStatus: k.integer('answer_status'),
      /** Why the last attempt failed, as its owner reads it. */
      problem: k.text('problem'),
    },
    (t) => [
      k.index('webhook_deliveries_due').on(t.status, t.nextAttemptAt),
      k.index('webhook_deliveries_webhook').on(t.webhookId, t.createdAt, t.id),
      k.index('webhook_deliveries_created').on(t.createdAt),
      k.index('webhook_deliveries_about_user').on(t.aboutUserId).where(isNotNull(t.aboutUserId)),
      k.index('webhook_deliveries_conversation').on(t.conversationId).where(isNotNull(t.conversationId)),
    ],
  );

  return {
    connectedApps,
    registeredClients,
    apiTokens,
    appAuthorizations,
    tokenMessages,
    repeatableRequests,
    webhooks,
    webhookDeliveries,
  };
}
