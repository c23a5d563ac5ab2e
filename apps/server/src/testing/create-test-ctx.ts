import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@noek/db/database';
import { closeBefore } from '@noek/db/testing/engines';
import { createFileReader } from '@noek/files/reading/file-reader';
import { createScanReader } from '@noek/files/scans/scan-reader';
import { pino } from 'pino';
import { type Actor, type CookieKind, type ReplyCookies, type RequestFacts, withoutRequest } from '../base-context.ts';
import { type Composed, compose } from '../compose.ts';
import type { Ctx, Services } from '../context.ts';
import type { Deps } from '../deps.ts';
import { createCalculator } from '../integrations/calculator/calculator.ts';
import { createClientMetadata } from '../integrations/client-metadata/create-client-metadata.ts';
import { createEmbeddings } from '../integrations/embeddings/create-embeddings.ts';
import { createArchiveBucket, createFileStore } from '../integrations/files/create-file-store.ts';
import { createKnowledgeSource } from '../integrations/knowledge/create-knowledge-source.ts';
import { ModelLists } from '../integrations/llm/model-lists/model-lists.ts';
import { createStoredNotes } from '../integrations/llm/notes/stored-notes.ts';
import type { Mail, MailTransport } from '../integrations/mail/mail.ts';
import { createMarkdown } from '../integrations/markdown/markdown.ts';
import { createCompanies } from '../integrations/oidc/companies.ts';
import { createOidcSignIn } from '../integrations/oidc/create-oidc-sign-in.ts';
import { createPaymentsByKeys } from '../integrations/payments/create-payments.ts';
import { createSandboxPayments } from '../integrations/payments/sandbox-payments.ts';
import type { Guard } from '../integrations/public-web/address-guard.ts';
import { createWebhookReceivers } from '../integrations/webhook-receivers/create-webhook-receivers.ts';
import type { SignedEvent, WebhookReceivers } from '../integrations/webhook-receivers/webhook-receivers.ts';
import { createMetrics } from '../metrics.ts';
import { readConfig } from '../settings/config.ts';

/** The APP_SECRET of test contexts. */
export const testSecret = 'only-for-tests-0123456789';

/** A clock that changes only when the test moves it. */
export type TestClock = { now(): Date; advance(ms: number): void };

export function createTestClock(start = new Date('2026-11-21T12:00:00.000Z')): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance(ms) {
      at += ms;
    },
  };
}

/** Records the cookies of a response: undefined means unchanged, null means deleted. */
export type CookieJar = ReplyCookies & { [Kind in CookieKind]?: string | null };

function createCookieJar(): CookieJar {
  const jar: CookieJar = {
    set(cookie, value) {
      jar[cookie] = value;
    },
  };
  return jar;
}

/** A mail transport that records mails, and fails while `failWith` is set. */
export type RecordingTransport = MailTransport & { sent: Mail[]; failWith: Error | null };

export function createRecordingTransport(kind: MailTransport['kind'] = 'inbox'): RecordingTransport {
  const transport: RecordingTransport = {
    kind,
    sent: [],
    failWith: null,
    async send(mail) {
      if (transport.failWith) throw transport.failWith;
      transport.sent.push(mail);
    },
    async close() {},
  };
  return transport;
}

/** Receivers of webhooks that record what they get, and answer with `status`. Nothing is sent. */
export type RecordingReceivers = WebhookReceivers & { received: SignedEvent[]; status: number };

export function createRecordingReceivers(guard: Guard = { allowPrivate: false }): RecordingReceivers {
  const { checkAddress } = createWebhookReceivers(guard, 'Noek');
  const receivers: RecordingReceivers = {
    checkAddress,
    received: [],
    status: 204,
    async send(event) {
      receivers.received.push(event);
      return receivers.status;
    },
  };
  return receivers;
}

export type TestCtxOptions = Partial<Deps & Services> & {
  db: Database;
  /** Settings on top of the defaults, as environment variables: `{ GUEST_MESSAGE_LIMIT: '2' }`. */
  env?: Record<string, string>;
  clock?: TestClock;
  actor?: Actor;
  request?: Partial<RequestFacts>;
};

export type TestCtx = Ctx & {
  clock: TestClock;
  cookies: CookieJar;
  mail: MailTransport;
  /** The composed services, with their start and end. */
  composed: Composed;
  /** A context for another caller with the same deps and clock but its own cookies. */
  as(actor: Actor, request?: Partial<RequestFacts>): TestCtx;
};

/**
 * A context for verb tests on a real database. Unless overridden, it has an anonymous guest, a fake clock, a mail transport that
 * records mails, its own DATA_DIR, and a silent log. Tests that use `llm` must provide it. Before the test's database is closed, the context is
 * closed like a server that is stopped immediately. A test that leaves work behind fails.
 */
export function createTestCtx(options: TestCtxOptions): TestCtx {
  const {
    env,
    clock = createTestClock(),
    actor = { kind: 'guest', guestId: null },
    request,
    background,
    accountDependents,
    remoteAnswers,
    fileKeeping,
    fileReadings,
    fileScans,
    generations,
    knowledge,
    links,
    live,
    processes,
    textSpaces,
    toolsOf,
    uploads,
    webhookDelivery,
    webhookListeners,
    ...overrides
  } = options;
  const files = join(tmpdir(), `noek-test-${randomUUID()}`);
  const config = overrides.config ?? readConfig({ NODE_ENV: 'test', APP_SECRET: testSecret, DATA_DIR: files, ...env });
  const log = overrides.log ?? pino({ level: 'silent' });
  const paymentsEnv = { db: overrides.db, log, now: overrides.now ?? clock.now };
  const deps: Deps = {
    config,
    log,
    metrics: createMetrics(),
    bootId: randomUUID(),
    google: config.googleSignIn && createOidcSignIn(config.googleSignIn),
    companies: createCompanies(config.companySignIn.providers, createOidcSignIn),
    clientMetadata: createClientMetadata({ allowPrivate: config.webSearch.allowPrivate }),
    knowledgeSource: createKnowledgeSource(config.knowledge),
    now: clock.now,
    llm: missing('llm'),
    modelLists: new ModelLists(),
    embeddings: createEmbeddings(config.ai.providers, []),
    modelNotes: createStoredNotes({ db: overrides.db, log }),
    mail: createRecordingTransport(),
    markdown: createMarkdown(),
    fileStore: createFileStore(config),
    archiveBucket: createArchiveBucket(config),
    calculator: createCalculator(),
    fileReader: createFileReader(),
    scanReader: config.scanLanguages && createScanReader(config.scanLanguages),
    payments:
      config.payments.provider === 'sandbox'
        ? createSandboxPayments(config, paymentsEnv)
        : createPaymentsByKeys(config.payments, paymentsEnv),
    webhookReceivers: createRecordingReceivers(config.webhooks),
    webSearch: missing<Deps['webSearch']>('webSearch', { close: async () => {} }),
    ...overrides,
    // It belongs to the test, which may share it with other contexts.
    db: { ...overrides.db, close: async () => {} },
  };
  const composed = compose(deps, {
    background,
    accountDependents,
    remoteAnswers,
    fileKeeping,
    fileReadings,
    fileScans,
    generations,
    knowledge,
    links,
    live,
    processes,
    textSpaces,
    toolsOf,
    uploads,
    webhookDelivery,
    webhookListeners,
  });
  closeBefore(overrides.db, async () => {
    const ended = await composed.close(0);
    await rm(files, { recursive: true, force: true });
    if (!ended) throw new Error('The test left work behind that did not end.');
  });
  const build = (who: Actor, facts: Partial<RequestFacts> = {}): TestCtx => ({
    ...composed.deps,
    composed,
    clock,
    actor: who,
    request: {
      ...withoutRequest(deps.config),
      userAgent: 'test',
      ...request,
      ...facts,
    },
    cookies: createCookieJar(),
    as: build,
  });
  return build(actor);
}

function missing<T extends object>(name: string, present: Partial<T> = {}): T {
  return new Proxy(present as T, {
    get(given, property) {
      if (property in given) return given[property as keyof T];
      if (property === 'then' || typeof property === 'symbol') return undefined;
      throw new Error(`This test reached ${name}.${property} without giving ${name}.`);
    },
  });
}
