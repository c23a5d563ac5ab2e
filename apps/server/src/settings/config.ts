import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { emailProblem, normalEmail } from '@noek/contract/auth/email-address';
import { maxModelNameLength } from '@noek/contract/chat/limits';
import { type KeyProvider, keyProviders } from '@noek/contract/config/key-providers';
import { makeFolders } from '@noek/db/make-folders';
import type { S3Settings } from '@noek/files/stores/s3-client';
import { z } from 'zod';
import { parseRange } from '../hosts/ip-address.ts';
import { picks } from '../integrations/llm/model-lists/known-models.ts';
import { defaultTuning } from '../integrations/llm/tuning.ts';
import { problemOf } from '../transports/input-problem.ts';
import { knowledgeSettings } from './knowledge-settings.ts';
import { companyProblem, oidcProvidersSchema } from './oidc-providers.ts';
import { originProblem } from './origin-problem.ts';
import { PasskeyHostError, passkeyHostOf } from './passkey-host.ts';
import { paymentProblem } from './payment-problem.ts';
import { isPrivateConnection } from './private-connection.ts';
import { productionProblem } from './production-problem.ts';
import { scanLanguages } from './scan-languages.ts';

/** An invalid setting. The message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** The issuer of Google's own accounts. */
export const googleIssuer = 'https://accounts.google.com';

const flag = z.enum(['true', 'false', '1', '0'], 'must be true or false').transform((v) => v === 'true' || v === '1');
const wholeNumber = z.coerce.number('must be a whole number').int('must be a whole number');
const count = wholeNumber.nonnegative('must not be negative');
const optional = z
  .string()
  .trim()
  .transform((v) => v || undefined)
  .optional();

const originSchema = z.string().transform((value, issue) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username)
    return url.origin;
  issue.addIssue({ code: 'custom', message: 'must be an origin such as https://chat.example.com' });
  return z.NEVER;
});

/** Addresses and CIDR ranges, separated by commas. */
const addressesSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
  .refine(
    (entries) => entries.every((entry) => parseRange(entry) !== null),
    'must be addresses such as 127.0.0.1, 10.0.0.0/8',
  );

const emailAddress = z
  .string()
  .trim()
  .refine((address) => emailProblem(normalEmail(address)) === null, 'must be an email address');

/** Also refuses an address without its protocol, such as localhost:11434, whose protocol would be "localhost:". */
const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** Names and ports of local model servers, as "Ollama:11434,vLLM:8000". */
const localPortsSchema = z.string().transform((text, issue) => {
  const parts = text.split(',').flatMap((part) => part.trim() || []);
  const found = parts.map((part) => /^([^:,]{1,40}):(\d{1,5})$/.exec(part));
  const ports = found.flatMap((match) => (match ? { name: match[1]?.trim() ?? '', port: Number(match[2]) } : []));
  if (ports.length === parts.length && ports.every(({ port }) => port > 0 && port < 65_536)) return ports;
  issue.addIssue({ code: 'custom', message: 'must be names with ports, such as Ollama:11434,vLLM:8000' });
  return z.NEVER;
});

const usualPorts = defaultTuning.localServers.map(({ name, port }) => `${name}:${port}`).join(',');

const modelName = z.string().trim().min(1).max(maxModelNameLength).regex(/^\S+$/, 'must not have spaces');
const providerSchema = z.object({
  name: z.string().min(1),
  baseUrl: webAddress,
  apiKey: z.string().default(''),
  model: modelName,
  models: z.array(modelName).optional(),
  premiumModel: modelName.optional(),
  contextTokens: wholeNumber.min(2_000, 'must be at least 2000').optional(),
  vision: z.boolean('must be true or false').optional(),
  headers: z.record(z.string(), z.string()).optional(),
  api: z.enum(['chat', 'responses', 'auto'], 'must be "chat", "responses" or "auto"').optional(),
});
export type ProviderConfig = z.infer<typeof providerSchema> & {
  /** The provider of a key in a variable of its own, such as OPENAI_API_KEY. */
  prefix?: KeyProvider['prefix'];
  /** Its model is picked from its list. `model` is the one until that was read. */
  picks?: KeyProvider['prefix'];
};

const providersSchema = z
  .string()
  .transform((text, issue) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      issue.addIssue({ code: 'custom', message: 'must be JSON: [{ "name", "baseUrl", "apiKey", "model" }]' });
      return z.NEVER;
    }
  })
  .pipe(z.array(providerSchema));

export const environmentSchema = z.object({
  NODE_ENV: z.string().default('development'),
  PORT: wholeNumber.min(0, 'must not be negative').max(65_535, 'must be at most 65535').default(5000),
  HOST: optional,
  PROCESS_HOST: optional,
  PROCESS_PORT: wholeNumber.min(0, 'must not be negative').max(65_535, 'must be at most 65535').default(0),
  CHAT_ORIGIN: originSchema.optional(),
  AUTH_ORIGIN: originSchema.optional(),
  COMPANY_ORIGIN: originSchema.optional(),
  DATA_DIR: z.string().trim().min(1).default('./data'),
  DATABASE_URL: optional.pipe(
    z
      .string()
      .regex(/^(file:|postgres(ql)?:\/\/)/, 'must start with file: or postgres://')
      .optional(),
  ),
  DATABASE_DIRECT_URL: optional.pipe(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must start with postgres://')
      .optional(),
  ),
  DATABASE_POOL_SIZE: wholeNumber.min(2, 'must be at least 2').max(1_000, 'must be at most 1000').default(20),
  APP_SECRET: optional.pipe(z.string().min(16, 'needs at least 16 characters').optional()),
  APP_VERSION: z.string().trim().min(1).default('1.5.0'),
  TRUST_PROXY: addressesSchema.default([]),
  ALLOW_LOCALHOST_RETURN: flag.optional(),
  ENABLE_TEST_LOGIN: flag.optional(),
  PASSKEY_RP_ID: optional.pipe(z.string().toLowerCase().optional()),
  ADMIN_SECOND_FACTOR: optional.pipe(z.literal('required', 'must be "required" or left out').optional()),
  ADMIN_EMAIL: optional.pipe(emailAddress.optional()),
  SUPPORT_EMAIL: emailAddress.default('support@noek.example'),
  DONATION_URL: optional.pipe(webAddress.optional()),
  AI_PROVIDERS: providersSchema.optional(),
  LOCAL_MODEL_PORTS: localPortsSchema.prefault(usualPorts),
  GUEST_MESSAGE_LIMIT: count.default(10),
  GUEST_IP_DAILY_LIMIT: count.default(100),
  SMTP_URL: optional.pipe(
    z
      .string()
      .regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://')
      .optional(),
  ),
  MAIL_FROM: z.string().trim().min(3).default('Noek <noek@noek.example>'),
  CAMPAIGN_MAILS_PER_SECOND: count.min(1, 'must be at least 1').default(10),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_OIDC_ISSUER: optional.pipe(
    z
      .string()
      .refine(isPrivateConnection, 'must be an https address (http only for an issuer on this machine)')
      .optional(),
  ),
  OIDC_PROVIDERS: oidcProvidersSchema.default([]),
  ONLY_OIDC: flag.default(false),
  STRIPE_SECRET_KEY: optional,
  STRIPE_PUBLISHABLE_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_PRICE_ID: optional,
  STRIPE_API_URL: optional.pipe(
    originSchema
      .refine(isPrivateConnection, 'must be an https address (http only for a service on this machine)')
      .optional(),
  ),
  GOOGLE_SERVICE_ACCOUNT_JSON: optional,
  GOOGLE_DOC_ID: optional,
  GOOGLE_API_URL: optional.pipe(
    originSchema
      .refine(isPrivateConnection, 'must be an https address (http only for a service on this machine)')
      .optional(),
  ),
  KNOWLEDGE_DIR: optional,
  FILES_S3_URL: optional.pipe(webAddress.optional()),
  FILES_S3_BUCKET: optional,
  FILES_S3_REGION: optional,
  FILES_S3_KEY: optional,
  FILES_S3_SECRET: optional,
  OCR: z.enum(['on', 'off']).default('on'),
  OCR_LANGUAGES: scanLanguages.prefault('eng'),
  WEB_SEARCH_URL: optional.pipe(webAddress.optional()),
  BRAVE_API_KEY: optional,
  TAVILY_API_KEY: optional,
  WEB_FETCH_PRIVATE: flag.default(false),
  WEBHOOKS_PRIVATE: flag.default(false),
  OAUTH_REGISTRATION: flag.default(false),
  METRICS_TOKEN: optional.pipe(z.string().min(16, 'needs at least 16 characters').optional()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  MOST_PROMPT_TOKENS: wholeNumber.min(4_000, 'must be at least 4000').default(64_000),
  MOST_PROMPT_TOKENS_PREMIUM: wholeNumber.min(4_000, 'must be at least 4000').default(200_000),
  MAX_CONCURRENT_GENERATIONS: count.min(1, 'must be at least 1').default(512),
});

type ProviderSetting = `${KeyProvider['prefix']}_${'API_KEY' | 'BASE_URL' | 'MODEL'}`;
export type Setting = keyof typeof environmentSchema.shape | ProviderSetting;

/** Every variable that is read here. .env.example and docs/settings.md must list each of them. */
export const environmentVariables: readonly string[] = [
  ...Object.keys(environmentSchema.shape),
  ...keyProviders.flatMap(({ prefix }) => [`${prefix}_API_KEY`, `${prefix}_BASE_URL`, `${prefix}_MODEL`]),
];

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from an environment. Throws ConfigError for the first invalid setting. If APP_SECRET is not set, creates
 * DATA_DIR and stores a generated secret there.
 */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = environmentSchema.safeParse(given, { error: problemOf });
  if (!parsed.success) {
    const { path = [], message = '' } = parsed.error.issues[0] ?? {};
    throw new ConfigError(`${path.map(String).join('.')} cannot be used: ${message}.`);
  }
  const e = parsed.data;
  const production = e.NODE_ENV === 'production';
  const problem = production ? productionProblem(e) : null;
  if (problem) throw new ConfigError(problem);
  if (!e.GOOGLE_CLIENT_ID !== !e.GOOGLE_CLIENT_SECRET)
    throw new ConfigError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET must be set together.');
  const problemOfCompanies = companyProblem(e);
  if (problemOfCompanies) throw new ConfigError(problemOfCompanies);
  if (e.DATABASE_DIRECT_URL && !e.DATABASE_URL?.startsWith('postgres'))
    throw new ConfigError('DATABASE_DIRECT_URL has no effect without a DATABASE_URL that starts with postgres://.');
  const problemOfPayments = paymentProblem(e);
  if (problemOfPayments) throw new ConfigError(problemOfPayments);

  const dataDir = resolve(e.DATA_DIR);
  const local = (label: string) => `http://${label}noek.localhost:${e.PORT}`;
  const origins = {
    chat: e.CHAT_ORIGIN ?? local('chat.'),
    auth: e.AUTH_ORIGIN ?? local('auth.'),
    company: e.COMPANY_ORIGIN ?? local(''),
  };
  const problemOfOrigins = originProblem(origins);
  if (problemOfOrigins && production) throw new ConfigError(problemOfOrigins);
  return {
    production,
    version: e.APP_VERSION,
    port: e.PORT,
    host: e.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    /** Where other processes on the same database connect to this one. */
    processes: { host: e.PROCESS_HOST ?? '127.0.0.1', port: e.PROCESS_PORT },
    origins,
    /** What is wrong with the origins outside production, which may run with one site only; or null. */
    problemOfOrigins,
    /** Whether a sign-in may redirect to localhost. */
    allowLocalhost: !production || e.ALLOW_LOCALHOST_RETURN === true,
    dataDir,
    databaseUrl: e.DATABASE_URL ?? `file:${join(dataDir, 'noek.db')}`,
    postgres: {
      /** Where LISTEN and migrations connect, if DATABASE_URL leads to a pooler. */
      directUrl: e.DATABASE_DIRECT_URL,
      poolSize: e.DATABASE_POOL_SIZE,
    },
    secret: e.APP_SECRET ?? storedSecret(dataDir),
    trustProxy: e.TRUST_PROXY,
    testLogin: e.ENABLE_TEST_LOGIN ?? !production,
    /** The relying party of passkeys: the host whose pages and subdomains can use them; null: there is none. */
    passkeyHost: passkeyHost(origins, e.PASSKEY_RP_ID),
    /** Whether administrators need a second factor. */
    adminSecondFactor: e.ADMIN_SECOND_FACTOR === 'required',
    adminEmail: e.ADMIN_EMAIL ? normalEmail(e.ADMIN_EMAIL) : null,
    supportEmail: e.SUPPORT_EMAIL,
    donationUrl: e.DONATION_URL ?? null,
    ai: {
      providers: e.AI_PROVIDERS ?? shorthandProviders(given),
      /** Where model servers on this machine are looked for, without a provider. */
      localServers: e.LOCAL_MODEL_PORTS,
      /** How much of a model's window a prompt and its answer may use, because each message costs money and time for all that is sent. */
      mostTokens: { basic: e.MOST_PROMPT_TOKENS, premium: e.MOST_PROMPT_TOKENS_PREMIUM },
    },
    /** The languages in which text is recognised in scans and pictures, as Tesseract names them; null: it is not. */
    scanLanguages: e.OCR === 'on' ? e.OCR_LANGUAGES : null,
    guestMessageLimit: e.GUEST_MESSAGE_LIMIT,
    guestIpDailyLimit: e.GUEST_IP_DAILY_LIMIT,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    /** How many emails of campaigns all processes together send per second. */
    campaignMailsPerSecond: e.CAMPAIGN_MAILS_PER_SECOND,
    googleSignIn:
      e.GOOGLE_CLIENT_ID && e.GOOGLE_CLIENT_SECRET
        ? {
            clientId: e.GOOGLE_CLIENT_ID,
            clientSecret: e.GOOGLE_CLIENT_SECRET,
            issuer: e.GOOGLE_OIDC_ISSUER ?? googleIssuer,
            scopes: 'openid email profile',
            groupsClaim: null,
          }
        : null,
    companySignIn: {
      providers: e.OIDC_PROVIDERS,
      /** Whether it is the only way to sign in, except for the password of the last administrator. */
      only: e.ONLY_OIDC,
    },
    payments: paymentsOf(e, production),
    knowledge: knowledgeSettings(e),
    /** The S3 service with the bytes of files; null: they are in DATA_DIR. */
    fileService: fileServiceOf(e),
    webSearch: {
      /** A SearXNG instance. */
      searxngUrl: e.WEB_SEARCH_URL ?? null,
      braveKey: e.BRAVE_API_KEY ?? null,
      tavilyKey: e.TAVILY_API_KEY ?? null,
      /** Whether pages of private and loopback addresses may be opened. */
      allowPrivate: e.WEB_FETCH_PRIVATE,
    },
    /** Whether apps may register themselves to be connected. */
    appRegistration: e.OAUTH_REGISTRATION,
    webhooks: {
      /** Whether events may be sent to private and loopback addresses. */
      allowPrivate: e.WEBHOOKS_PRIVATE,
    },
    /** What Prometheus sends to read /metrics from another machine; null: only this machine may. */
    metricsToken: e.METRICS_TOKEN ?? null,
    logLevel: e.LOG_LEVEL,
    maxConcurrentGenerations: e.MAX_CONCURRENT_GENERATIONS,
  };
}

type PaymentSettings =
  | { provider: 'none' | 'sandbox' }
  | {
      provider: 'stripe';
      secretKey: string;
      publishableKey: string;
      webhookSecret: string;
      priceId: string;
      /** Another host for the SDK; null for Stripe's own. */
      apiUrl: string | null;
    };

/** Stripe with its keys. Without them the sandbox, which is for trying Noek out and never runs in production. */
function paymentsOf(e: z.infer<typeof environmentSchema>, production: boolean): PaymentSettings {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_PRICE_ID, STRIPE_API_URL } = e;
  if (STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET && STRIPE_PRICE_ID)
    return {
      provider: 'stripe',
      secretKey: STRIPE_SECRET_KEY,
      publishableKey: STRIPE_PUBLISHABLE_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      priceId: STRIPE_PRICE_ID,
      apiUrl: STRIPE_API_URL ?? null,
    };
  return { provider: production ? 'none' : 'sandbox' };
}

/** All five settings of the S3 service, or none. */
function fileServiceOf(e: z.infer<typeof environmentSchema>): S3Settings | null {
  const { FILES_S3_URL: url, FILES_S3_BUCKET: bucket, FILES_S3_REGION: region } = e;
  const { FILES_S3_KEY: accessKeyId, FILES_S3_SECRET: secretAccessKey } = e;
  if (url && bucket && region && accessKeyId && secretAccessKey)
    return { url, bucket, region, accessKeyId, secretAccessKey };
  if (!url && !bucket && !region && !accessKeyId && !secretAccessKey) return null;
  throw new ConfigError(
    'FILES_S3_URL, FILES_S3_BUCKET, FILES_S3_REGION, FILES_S3_KEY and FILES_S3_SECRET must be set together.',
  );
}

function shorthandProviders(env: Record<string, string | undefined>): ProviderConfig[] {
  return keyProviders.flatMap(({ prefix, name, baseUrl }) => {
    const apiKey = env[`${prefix}_API_KEY`]?.trim();
    if (!apiKey) return [];
    const url = env[`${prefix}_BASE_URL`]?.trim() || baseUrl;
    const { error } = webAddress.safeParse(url);
    if (error) throw new ConfigError(`${prefix}_BASE_URL cannot be used: ${error.issues[0]?.message}.`);
    const set = env[`${prefix}_MODEL`]?.trim();
    const problem = set ? modelName.safeParse(set, { error: problemOf }).error?.issues[0]?.message : undefined;
    if (problem) throw new ConfigError(`${prefix}_MODEL cannot be used: ${problem}.`);
    const model = set || picks[prefix].otherwise;
    return [{ name, baseUrl: url, apiKey, model, prefix, ...(!set && { picks: prefix }) }];
  });
}

function passkeyHost(...given: Parameters<typeof passkeyHostOf>): string | null {
  try {
    return passkeyHostOf(...given);
  } catch (error) {
    throw error instanceof PasskeyHostError ? new ConfigError(error.message) : error;
  }
}

function storedSecret(dataDir: string): string {
  const file = join(dataDir, 'app-secret');
  try {
    makeFolders(dataDir);
    try {
      writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR cannot be used: ${dataDir} is not writable (${(error as NodeJS.ErrnoException).code}).`,
    );
  }
}
