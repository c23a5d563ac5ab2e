import { type KeyProvider, keyProviders } from '@noek/contract/config/key-providers';
import { z } from 'zod';
import { defaultTuning } from './llm-tuning.ts';
import { oidcProvidersSchema } from './oidc-providers.ts';
import { isPrivateConnection } from './private-connection.ts';
import { scanLanguages } from './scan-languages.ts';
import {
  addressesSchema,
  count,
  emailAddress,
  flag,
  localPortsSchema,
  optional,
  originSchema,
  providersSchema,
  webAddress,
  wholeNumber,
} from './setting-values.ts';

// Every setting: what it may be, and what docs/settings.md and .env.example say about it. `effect` is Markdown. `default` is shown
// where the schema has none, and `example` where .env.example does not show the default.

const usualPorts = defaultTuning.localServers.map(({ name, port }) => `${name}:${port}`).join(',');

type ProviderSetting = `${KeyProvider['prefix']}_${'API_KEY' | 'BASE_URL' | 'MODEL'}`;
const providerSettings = Object.fromEntries(
  keyProviders.flatMap(({ prefix, name, baseUrl }) => [
    [`${prefix}_API_KEY`, optional.meta({ effect: `The key of ${name}. It alone adds this provider`, example: 'key' })],
    [`${prefix}_BASE_URL`, optional.meta({ effect: 'Its address', default: `\`${baseUrl}\``, example: baseUrl })],
    [
      `${prefix}_MODEL`,
      optional.meta({
        effect: 'The model that answers, instead of [the one that is picked](models.md#a-providers-key)',
        default: 'picked from its list of models',
        example: '',
      }),
    ],
  ]),
) as Record<ProviderSetting, typeof optional>;

const addresses = {
  NODE_ENV: z.string().default('development').meta({
    effect:
      '`production` requires the settings marked **P**, listens on every address, turns off `/dev/inbox`, test login and redirects to localhost, and refuses IP addresses as hosts',
    example: 'production',
  }),
  PORT: wholeNumber
    .min(0, 'must not be negative')
    .max(65_535, 'must be at most 65535')
    .default(5000)
    .meta({ effect: 'One port for all three hosts' }),
  HOST: optional.meta({
    effect: 'The address to listen on',
    default: '`127.0.0.1`; in production `0.0.0.0`',
    example: '127.0.0.1',
  }),
  PROCESS_HOST: optional.meta({
    effect:
      'With several processes on one PostgreSQL: the private address at which the others reach this one, for answers that people read at another process than the one that makes them. Without it, only processes on the same machine reach it, and the others read the answers from the database, which takes longer',
    default: '`127.0.0.1`',
    example: '10.0.0.5',
  }),
  PROCESS_PORT: wholeNumber
    .min(0, 'must not be negative')
    .max(65_535, 'must be at most 65535')
    .default(0)
    .meta({ effect: 'The port of `PROCESS_HOST`; 0 for any free one', example: '5001' }),
  CHAT_ORIGIN: originSchema.optional().meta({
    effect: 'Where people chat. The three origins must have different hosts, without `www.`',
    default: '`http://chat.noek.localhost:PORT`',
    example: 'https://chat.example.com',
  }),
  AUTH_ORIGIN: originSchema.optional().meta({
    effect: 'Where people sign in, and where links in mails lead',
    default: '`http://auth.noek.localhost:PORT`',
    example: 'https://auth.example.com',
  }),
  COMPANY_ORIGIN: originSchema
    .optional()
    .meta({ effect: 'The company site', default: '`http://noek.localhost:PORT`', example: 'https://example.com' }),
  TRUST_PROXY: addressesSchema.default([]).meta({
    effect:
      'Comma-separated addresses and CIDR ranges of proxies whose `X-Forwarded-For` is trusted, and without which everybody behind a proxy counts as one caller; see [the proxy](production.md#3-the-tls-proxy). Production refuses ranges wider than `10.0.0.0/8` or `fc00::/7`',
    example: '127.0.0.1,10.0.0.0/8',
  }),
};

const data = {
  DATA_DIR: z.string().trim().min(1).default('./data').meta({
    effect:
      'The folder of the SQLite file, the generated secret, archives of exports and the development inbox. It is created if missing. Only its owner can read the files',
  }),
  DATABASE_URL: optional
    .pipe(
      z
        .string()
        .regex(/^(file:|postgres(ql)?:\/\/)/, 'must start with file: or postgres://')
        .optional(),
    )
    .meta({
      effect: '`file:PATH` for SQLite, `postgres://…` for [PostgreSQL](production.md#4-the-database)',
      default: '`file:DATA_DIR/noek.db`',
      example: 'postgres://noek:password@db.example.com:5432/noek',
    }),
  DATABASE_DIRECT_URL: optional
    .pipe(
      z
        .string()
        .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
        .optional(),
    )
    .meta({
      effect:
        'The address of PostgreSQL itself, for LISTEN and migrations, if `DATABASE_URL` is that of a [pooler in transaction mode](operations.md#postgresql)',
      default: '`DATABASE_URL`',
      example: 'postgres://noek:password@db.example.com:5432/noek',
    }),
  DATABASE_POOL_SIZE: wholeNumber.min(2, 'must be at least 2').max(1_000, 'must be at most 1000').default(20).meta({
    effect:
      'The most connections of a process to `DATABASE_URL`. One more listens, and a start has another one for migrations: N processes need N × (size + 1), and N more while they start',
  }),
  APP_SECRET: optional.pipe(z.string().min(16, 'needs at least 16 characters').optional()).meta({
    effect:
      'At least 16 characters, the same for all processes. The key for hashed rate limits and network allowances, for signed cookies (known devices, a sign-in with Google or a company in progress), for encrypting mails until they are sent, and for authenticator apps, recovery codes and the refresh tokens of companies. Changing it resets all of these and discards unsent mails. It signs nobody out, but people with an authenticator app can no longer sign in with a code: an administrator has to remove it for them',
    default: 'generated once, stored in `DATA_DIR/app-secret`',
    example: 'replace-me-with-32-random-characters',
  }),
};

const people = {
  PASSKEY_RP_ID: optional.pipe(z.string().toLowerCase().optional()).meta({
    effect:
      'The host for which passkeys are made, with its subdomains: the host of `AUTH_ORIGIN` or a parent of it. A passkey works only for the host that it was made for, so changing this loses all of them. Pages of our other hosts may use it, too, in browsers that read `/.well-known/webauthn` of that host',
    default:
      'the longest common parent of the three hosts that is no public suffix, otherwise the host of `AUTH_ORIGIN`',
    example: 'example.com',
  }),
  ADMIN_SECOND_FACTOR: optional.pipe(z.literal('required', 'must be "required" or left out').optional()).meta({
    effect:
      '`required`: administrators need an authenticator app, or have to sign in with a passkey. Until then, the pages for administrators only show how to set up an app. Their own chats stay open',
    example: 'required',
  }),
  ADMIN_EMAIL: optional.pipe(emailAddress.optional()).meta({
    effect: 'The account with this address becomes an administrator when the address is verified',
    example: 'ada@example.com',
  }),
  SUPPORT_EMAIL: emailAddress
    .default('support@noek.example')
    .meta({ effect: 'The address for support that people are shown' }),
  DONATION_URL: optional.pipe(webAddress.optional()).meta({
    effect: 'Where the donation link leads. Without it there is no such link',
    example: 'https://example.com/donate',
  }),
  GUEST_MESSAGE_LIMIT: count.default(10).meta({ effect: 'Messages per guest in any 24 hours' }),
  GUEST_IP_DAILY_LIMIT: count.default(100).meta({
    effect:
      'Messages of all guests on one network (an IPv4 address or an IPv6 /64) in any 24 hours; ten times as many per IPv6 /48',
  }),
  ALLOW_LOCALHOST_RETURN: flag.optional().meta({
    effect: 'Whether a sign-in may redirect to a page on localhost',
    default: '`false`; always on outside production',
    example: 'false',
  }),
  ENABLE_TEST_LOGIN: flag.optional().meta({
    effect: 'Sign-in as a fixed demo user, only from this machine. With `true`, production refuses to start',
    default: '`true`; in production `false`',
    example: 'true',
  }),
  GOOGLE_CLIENT_ID: optional.meta({
    effect: 'Sign-in with Google; set both. See [Sign-in with Google](production.md#7-sign-in-with-google)',
    example: '1234567890-example.apps.googleusercontent.com',
  }),
  GOOGLE_CLIENT_SECRET: optional.meta({ effect: 'The secret of this client', example: 'replace-me' }),
  GOOGLE_OIDC_ISSUER: optional
    .pipe(
      z
        .string()
        .refine(isPrivateConnection, 'must be an https address (http only for an issuer on this machine)')
        .optional(),
    )
    .meta({
      effect: 'Another OpenID Connect issuer, which must support discovery. http is allowed only on this machine',
      default: '`https://accounts.google.com`',
      example: 'https://accounts.google.com',
    }),
  OIDC_PROVIDERS: oidcProvidersSchema.default([]).meta({
    effect:
      'A JSON list of the identity providers of companies, each with a button on the sign-in page, their domains and groups of administrators; see [company sign-in](company-sign-in.md)',
    example:
      '[{"id":"acme","name":"Acme","issuer":"https://id.acme.example","clientId":"noek","clientSecret":"replace-me","domains":["acme.example"]}]',
  }),
  ONLY_OIDC: flag.default(false).meta({
    effect:
      '`true` switches sign-up, passwords, passkeys and Google off, so that people sign in with a provider of `OIDC_PROVIDERS` only. The password of the last administrator is still accepted; see [only the company](company-sign-in.md#only-the-company)',
  }),
};

const mail = {
  SMTP_URL: optional
    .pipe(
      z
        .string()
        .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
        .optional(),
    )
    .meta({
      effect:
        '`smtp://` or `smtps://`, with user and password. Options of nodemailer can be added as a query (`?requireTLS=true`)',
      default: 'mail stays at `/dev/inbox`',
      example: 'smtps://user:password@mail.example.com:465',
    }),
  MAIL_FROM: z
    .string()
    .trim()
    .min(3)
    .default('Noek <noek@noek.example>')
    .meta({ effect: 'The sender of every mail. Its domain is also used for Message-IDs' }),
  CAMPAIGN_MAILS_PER_SECOND: count.min(1, 'must be at least 1').default(10).meta({
    effect:
      'How many [emails to many people](operations.md#emails-to-many-people) all processes together send per second. Ask your mail service what it allows',
  }),
};

const payments = {
  STRIPE_SECRET_KEY: optional.meta({
    effect:
      'Payments with [Stripe](production.md#8-payments-with-stripe); set the four together. Without them nothing can be bought in production; elsewhere a built-in sandbox takes Stripe’s test cards, and no money',
    default: 'the sandbox; in production no payments',
    example: 'sk_test_replaceme',
  }),
  STRIPE_PUBLISHABLE_KEY: optional.meta({ effect: 'The key for pages', example: 'pk_test_replaceme' }),
  STRIPE_WEBHOOK_SECRET: optional.meta({
    effect: 'The secret that signs Stripe’s deliveries',
    example: 'whsec_replaceme',
  }),
  STRIPE_PRICE_ID: optional.meta({ effect: 'The monthly price of SuperNoek', example: 'price_replaceme' }),
  STRIPE_API_URL: optional
    .pipe(
      originSchema
        .refine(isPrivateConnection, 'must be an https address (http only for a service on this machine)')
        .optional(),
    )
    .meta({
      effect: 'Another host that answers as Stripe does, for tests. http is allowed only on this machine',
      default: '`https://api.stripe.com`',
      example: 'https://api.stripe.com',
    }),
};

const webSearch = {
  WEB_SEARCH_URL: optional.pipe(webAddress.optional()).meta({
    effect:
      'A SearXNG instance, with `json` among its formats. Services are asked in the order of these rows, each if the one before fails; see [web search](operations.md#web-search)',
    default: 'Wikipedia; with the built-in demo, the pages at `/help`',
    example: 'http://127.0.0.1:8888',
  }),
  BRAVE_API_KEY: optional.meta({ effect: 'Adds Brave Search', example: 'key' }),
  TAVILY_API_KEY: optional.meta({ effect: 'Adds Tavily', example: 'key' }),
  WEB_FETCH_PRIVATE: flag.default(false).meta({
    effect:
      '`true` lets search open pages of private and loopback addresses, on any port, for a search inside your own network, and reads the descriptions of [connected apps](connected-apps.md) there. The server warns about it when it starts',
  }),
};

const connectedApps = {
  OAUTH_REGISTRATION: flag.default(false).meta({
    effect:
      '`true` lets apps [register themselves](mcp.md#programs-that-sign-in-in-the-browser) to be connected, for MCP clients that publish no description. Anybody can then register one; nothing is allowed until a person says so',
  }),
};

const webhooks = {
  WEBHOOKS_PRIVATE: flag.default(false).meta({
    effect:
      '`true` lets [webhooks](webhooks.md) send to private and loopback addresses, on any port, for receivers inside your own network. Everybody with an account can then make the server send requests there. The server warns about it when it starts',
  }),
};

const knowledgeBase = {
  GOOGLE_SERVICE_ACCOUNT_JSON: optional.meta({
    effect:
      'A Google document as the [knowledge base](operations.md#knowledge-base): the JSON key of a service account, as its text or as the path of the file; set both. A key that cannot be used does not keep the server from starting; the page Knowledge Base says what is wrong',
    example: '/etc/noek/google-key.json',
  }),
  GOOGLE_DOC_ID: optional.meta({
    effect: 'The id or the address of the document',
    example: '1AbCdEfGhIjKlMnOpQrStUvWxYz',
  }),
  GOOGLE_API_URL: optional
    .pipe(
      originSchema
        .refine(isPrivateConnection, 'must be an https address (http only for a service on this machine)')
        .optional(),
    )
    .meta({
      effect: 'Another host that answers as Google Docs and Drive do, for tests. http is allowed only on this machine',
      default: 'Google’s own hosts',
      example: 'https://docs.googleapis.com',
    }),
  KNOWLEDGE_DIR: optional.meta({
    effect:
      'A folder of Markdown files as the [knowledge base](operations.md#knowledge-base), if no Google document is set up',
    example: '/srv/handbook',
  }),
};

const files = {
  FILES_S3_URL: optional.pipe(webAddress.optional()).meta({
    effect:
      'An S3 service that keeps [files in chats](operations.md#files-in-chats), exports and uploads of imports; set the five together. Processes on [several machines](production.md#several-machines) need it or a shared folder',
    default: '`DATA_DIR/files`',
    example: 'https://s3.eu-central-1.amazonaws.com',
  }),
  FILES_S3_BUCKET: optional.meta({ effect: 'The bucket, which must exist', example: 'noek-files' }),
  FILES_S3_REGION: optional.meta({
    effect: 'Its region; `us-east-1` for most services other than Amazon’s',
    example: 'eu-central-1',
  }),
  FILES_S3_KEY: optional.meta({
    effect: 'The id of an access key that may read, write, list and delete in the bucket',
    example: 'AKIAREPLACEME',
  }),
  FILES_S3_SECRET: optional.meta({ effect: 'The secret of this key', example: 'replaceme' }),
  OCR: z.enum(['on', 'off']).default('on').meta({
    effect: 'Whether the text of scanned pages, and of pictures on “Read text”, is recognised: `on` or `off`',
  }),
  OCR_LANGUAGES: scanLanguages.prefault('eng').meta({
    effect:
      'The languages that are recognised, as Tesseract names them, the most likely first: `eng,deu`. Each needs its [data](operations.md#scans)',
  }),
};

const documents = {
  PREVIEW_ORIGIN: originSchema.optional().meta({
    effect:
      'Where [documents beside the chat](production.md#the-site-of-previews) run, shut in. It leads to this server, too, and is another site than the chat: another registered domain, so that a page that never ends does not hold up the chat in any browser',
    default: '`http://noek-preview.localhost:PORT`; in production the host of `CHAT_ORIGIN`',
    example: 'https://noek-preview.example.net',
  }),
  PYODIDE_DIR: optional.meta({
    effect:
      'A folder with a full copy of [Pyodide](operations.md#python-in-documents) of the same version, for Python documents that import numpy, pandas or matplotlib',
    default: 'a copy with the standard library and sqlite3',
    example: '/srv/pyodide',
  }),
};

const models = {
  AI_PROVIDERS: providersSchema.optional().meta({
    effect:
      'A JSON list of OpenAI-compatible providers, tried in this order, with the models that people can choose, their context windows, [the protocol](models.md#two-protocols) and whether they [take pictures](models.md#pictures); see [model providers](architecture.md#model-providers). It replaces the keys below',
    default: 'the keys below; without any, [a model on this machine](models.md)',
    example:
      '[{ "name": "Example", "baseUrl": "https://llm.example.com/v1", "apiKey": "key", "model": "small", "models": ["medium"], "premiumModel": "large", "contextTokens": 128000, "headers": { "X-Team": "noek" } }]',
  }),
  ...providerSettings,
  LOCAL_MODEL_PORTS: localPortsSchema
    .prefault(usualPorts)
    .meta({ effect: 'Names and ports of the model servers on this machine that are looked for without a provider' }),
  MOST_PROMPT_TOKENS: wholeNumber.min(4_000, 'must be at least 4000').default(64_000).meta({
    effect:
      "How many tokens of a model's context window a message may use, its answer included, for guests and the Basic plan",
  }),
  MOST_PROMPT_TOKENS_PREMIUM: wholeNumber
    .min(4_000, 'must be at least 4000')
    .default(200_000)
    .meta({ effect: 'The same for SuperNoek and administrators' }),
  MAX_CONCURRENT_GENERATIONS: count.min(1, 'must be at least 1').default(512).meta({
    effect:
      'Answers that one process generates at once. More answers wait in a queue, with SuperNoek and administrators first. While twice as many people wait, further messages are refused with 503 and `Retry-After`',
  }),
};

const operation = {
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .meta({ effect: '`trace`, `debug`, `info`, `warn`, `error` or `silent`; see [the log](operations.md#logs)' }),
  METRICS_TOKEN: optional.pipe(z.string().min(16, 'needs at least 16 characters').optional()).meta({
    effect:
      'The bearer token with which another machine may read [/metrics](operations.md#metrics), at least 16 characters. Without it, only this machine may',
    example: 'at-least-16-characters',
  }),
  APP_VERSION: z
    .string()
    .trim()
    .min(1)
    .default('1.5.0')
    .meta({ effect: 'The version shown to people and returned by `/api/version`' }),
};

/** The groups of docs/settings.md and .env.example, in their order. */
export const settingGroups: Record<string, Record<string, z.ZodType>> = {
  Addresses: addresses,
  Data: data,
  People: people,
  Mail: mail,
  Payments: payments,
  'Web search': webSearch,
  'Connected apps': connectedApps,
  Webhooks: webhooks,
  'The knowledge base': knowledgeBase,
  Files: files,
  Documents: documents,
  Models: models,
  Operation: operation,
};

export const environmentSchema = z.object({
  ...addresses,
  ...data,
  ...people,
  ...mail,
  ...payments,
  ...webSearch,
  ...connectedApps,
  ...webhooks,
  ...knowledgeBase,
  ...files,
  ...documents,
  ...models,
  ...operation,
});

/** The names of all settings. */
export const environmentVariables: readonly string[] = Object.keys(environmentSchema.shape);
