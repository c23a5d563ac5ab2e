import { randomUUID } from 'node:crypto';
import type { Database } from '@noek/db/database';
import { openDatabase } from '@noek/db/open';
import { createFileReader, type FileReader } from '@noek/files/reading/file-reader';
import { createScanReader, type ScanReader } from '@noek/files/scans/scan-reader';
import type { ByteStore } from '@noek/files/stores/byte-store';
import type { FileBucket } from '@noek/files/stores/file-bucket';
import type { Logger } from 'pino';
import { type Calculator, createCalculator } from './integrations/calculator/calculator.ts';
import type { ClientMetadata } from './integrations/client-metadata/client-metadata.ts';
import { createClientMetadata } from './integrations/client-metadata/create-client-metadata.ts';
import { createEmbeddings } from './integrations/embeddings/create-embeddings.ts';
import type { Embeddings } from './integrations/embeddings/embeddings.ts';
import { createArchiveBucket, createFileStore } from './integrations/files/create-file-store.ts';
import { createKnowledgeSource } from './integrations/knowledge/create-knowledge-source.ts';
import type { KnowledgeSource } from './integrations/knowledge/knowledge-source.ts';
import { createLlm } from './integrations/llm/create-llm.ts';
import type { Llm } from './integrations/llm/llm.ts';
import { ModelLists } from './integrations/llm/model-lists/model-lists.ts';
import { createStoredNotes, type StoredNotes } from './integrations/llm/notes/stored-notes.ts';
import { createMailTransport } from './integrations/mail/create-mail-transport.ts';
import type { MailTransport } from './integrations/mail/mail.ts';
import { createMarkdown, type Markdown } from './integrations/markdown/markdown.ts';
import { type Company, createCompanies } from './integrations/oidc/companies.ts';
import type { OidcSignIn } from './integrations/oidc/oidc-sign-in.ts';
import { createPayments } from './integrations/payments/create-payments.ts';
import type { Payments } from './integrations/payments/payments.ts';
import { createWebSearch } from './integrations/web-search/create-web-search.ts';
import type { WebSearch } from './integrations/web-search/web-search.ts';
import { createWebhookReceivers } from './integrations/webhook-receivers/create-webhook-receivers.ts';
import type { WebhookReceivers } from './integrations/webhook-receivers/webhook-receivers.ts';
import { createLog } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Config } from './settings/config.ts';

/** The outside dependencies, built once. compose.ts builds the features on them; tests override some of them. */
export type Deps = {
  config: Config;
  log: Logger;
  metrics: Metrics;
  /** The id of this process. Generations record it, so that other processes can tell which ones are orphaned. */
  bootId: string;
  now: () => Date;
  db: Database;
  llm: Llm;
  /** What is known of the models of the providers. */
  modelLists: ModelLists;
  embeddings: Embeddings;
  /** What is known about the models of providers. */
  modelNotes: StoredNotes;
  mail: MailTransport;
  /** Renders the Markdown of emails. */
  markdown: Markdown;
  /** Sign-in with Google; null if it is not configured. */
  google: OidcSignIn | null;
  /** Sign-in with companies, by the ids of their providers. */
  companies: ReadonlyMap<string, Company>;
  /** What apps publish about themselves. */
  clientMetadata: ClientMetadata;
  payments: Payments;
  webSearch: WebSearch;
  webhookReceivers: WebhookReceivers;
  /** The bytes of files. */
  fileStore: ByteStore;
  /** Exports and uploads of imports; null if they are in DATA_DIR. */
  archiveBucket: FileBucket | null;
  /** Runs the programs that answers calculate with. */
  calculator: Calculator;
  /** Reads the text of files, in threads. */
  fileReader: FileReader;
  /** Recognises the text of scans, in threads; null: it is switched off. */
  scanReader: ScanReader | null;
  /** The document or folder of the knowledge base; null if none is configured. */
  knowledgeSource: KnowledgeSource | null;
};

/** Opens the dependencies that `overrides` does not contain. The result of `compose` closes them. */
export async function createDeps(config: Config, overrides: Partial<Deps> = {}): Promise<Deps> {
  const log = overrides.log ?? createLog(config.logLevel);
  const db = overrides.db ?? (await openDatabase(config.databaseUrl, { exclusive: true, ...config.postgres }));
  const modelNotes = createStoredNotes({ db, log });
  const now = overrides.now ?? (() => new Date());
  const modelLists = overrides.modelLists ?? new ModelLists(() => now().getTime());
  const llm = overrides.llm ?? (await createLlm(config.ai, { log, lists: modelLists, notes: modelNotes }));
  return {
    config,
    log,
    metrics: createMetrics(),
    bootId: randomUUID(),
    now,
    db,
    llm,
    modelLists,
    embeddings: createEmbeddings(config.ai.providers, config.ai.localServers),
    modelNotes,
    mail: overrides.mail ?? (await createMailTransport(config)),
    markdown: createMarkdown(),
    fileStore: createFileStore(config),
    archiveBucket: createArchiveBucket(config),
    calculator: createCalculator(),
    fileReader: createFileReader(),
    scanReader: config.scanLanguages && createScanReader(config.scanLanguages),
    ...(await createSignIns(config)),
    clientMetadata: createClientMetadata({ allowPrivate: config.webSearch.allowPrivate }),
    payments: overrides.payments ?? (await createPayments(config, { db, log, now })),
    knowledgeSource: createKnowledgeSource(config.knowledge),
    webhookReceivers: createWebhookReceivers(config.webhooks, `Noek/${config.version}`),
    webSearch: createWebSearch(config, { log, isDemo: () => llm.describe().kind === 'demo' }),
    ...overrides,
  };
}

/** The packages for OpenID Connect load only where people sign in with it. */
async function createSignIns({ googleSignIn, companySignIn }: Config): Promise<Pick<Deps, 'google' | 'companies'>> {
  if (!googleSignIn && companySignIn.providers.length === 0) return { google: null, companies: new Map() };
  const { createOidcSignIn } = await import('./integrations/oidc/create-oidc-sign-in.ts');
  return {
    google: googleSignIn && createOidcSignIn(googleSignIn),
    companies: createCompanies(companySignIn.providers, createOidcSignIn),
  };
}
