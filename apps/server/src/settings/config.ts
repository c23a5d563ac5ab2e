import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normalEmail } from '@noek/contract/auth/email-address';
import { keyProviders } from '@noek/contract/config/key-providers';
import { makeFolders } from '@noek/db/make-folders';
import type { S3Settings } from '@noek/files/stores/s3-client';
import type { z } from 'zod';
import { problemOf } from '../text/input-problem.ts';
import { environmentSchema } from './environment.ts';
import { knowledgeSettings } from './knowledge-settings.ts';
import { picks } from './known-models.ts';
import { companyProblem } from './oidc-providers.ts';
import { originProblem } from './origin-problem.ts';
import { PasskeyHostError, passkeyHostOf } from './passkey-host.ts';
import { paymentProblem } from './payment-problem.ts';
import { previewOriginOf } from './preview-origin.ts';
import { productionProblem } from './production-problem.ts';
import { modelName, type ProviderConfig, webAddress } from './setting-values.ts';

/** An invalid setting. The message is one sentence that names the variable. */
export class ConfigError extends Error {}

/** The issuer of Google's own accounts. */
export const googleIssuer = 'https://accounts.google.com';

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
  const preview = previewOriginOf({ given: e.PREVIEW_ORIGIN, origins, production });
  if (preview.problem) throw new ConfigError(preview.problem);
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
      providers: e.AI_PROVIDERS ?? providersWithKeys(e),
      /** Where model servers on this machine are looked for, without a provider. */
      localServers: e.LOCAL_MODEL_PORTS,
      /** How much of a model's window a prompt and its answer may use, because each message costs money and time for all that is sent. */
      mostTokens: { basic: e.MOST_PROMPT_TOKENS, premium: e.MOST_PROMPT_TOKENS_PREMIUM },
    },
    /** The languages in which text is recognised in scans and pictures, as Tesseract names them; null: it is not. */
    scanLanguages: e.OCR === 'on' ? e.OCR_LANGUAGES : null,
    preview: {
      /** Where documents run. null: on the host of the chat. */
      origin: preview.origin,
      /** What is lost with this origin, as a sentence; or null. */
      loss: preview.loss,
      /** A folder with a full copy of Pyodide; null: the copy of the web app's build. */
      pyodideDir: e.PYODIDE_DIR ? resolve(e.PYODIDE_DIR) : null,
    },
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

function providersWithKeys(e: z.infer<typeof environmentSchema>): ProviderConfig[] {
  return keyProviders.flatMap(({ prefix, name, baseUrl }) => {
    const apiKey = e[`${prefix}_API_KEY`];
    if (!apiKey) return [];
    const url = e[`${prefix}_BASE_URL`] ?? baseUrl;
    const { error } = webAddress.safeParse(url);
    if (error) throw new ConfigError(`${prefix}_BASE_URL cannot be used: ${error.issues[0]?.message}.`);
    const set = e[`${prefix}_MODEL`];
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
