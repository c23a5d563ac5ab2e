import type { Logger } from 'pino';
import { localContextTokens } from '../../settings/known-models.ts';
import { defaultTuning, type LlmTuning, type LocalServerPort } from '../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../settings/setting-values.ts';
import { type LocalFacts, localFacts } from './choosing/local-facts.ts';
import { findLocalServers, type LocalServer, modelLabel } from './choosing/local-server.ts';
import { createDemo } from './demo/demo.ts';
import { type Llm, LlmError, type LlmEvent, type LlmRequest, type MostTokens } from './llm.ts';
import { ModelLists, offerOf } from './model-lists/model-lists.ts';
import type { NotesOfProviders } from './notes/model-notes.ts';

/**
 * The models behind the assistant: the configured providers in their order; without any, a server on this machine that
 * speaks OpenAI's protocol; without that, the built-in demo. Looks for a local server before it resolves. `notes`: what is known about the
 * models of providers, by default in memory.
 */
export async function createLlm(
  options: { providers: readonly ProviderConfig[]; mostTokens?: MostTokens; localServers?: readonly LocalServerPort[] },
  env: { log: Logger; lists?: ModelLists; notes?: NotesOfProviders },
  tuning: Partial<LlmTuning> = {},
): Promise<Llm> {
  const settings = { ...defaultTuning, ...(options.localServers && { localServers: options.localServers }), ...tuning };
  const lists = env.lists ?? new ModelLists();
  const { providers, mostTokens = defaultMostTokens } = options;
  if (providers.length > 0) {
    const { createProviderModels } = await loadProviderModels();
    return {
      ...createProviderModels(providers, { tuning: settings, log: env.log, lists, mostTokens, notes: env.notes }),
      lookForChanges: async () => {},
      describe: () => ({ kind: 'providers', label: labelOf(providers, lists) }),
    };
  }
  const local = new LocalModel({ tuning: settings, log: env.log, mostTokens });
  await local.probe();
  const demo = createDemo(settings);
  return {
    providers: () => local.current?.providers() ?? [],
    tryProvider: async (name, signal) => (await local.current?.tryProvider(name, signal)) ?? null,
    models: () => (local.current ?? demo).models(),
    contextTokensFor: (asked) => local.current?.contextTokensFor(asked) ?? localContextTokens,
    sees: (asked) => local.current?.sees(asked) ?? 'no',
    hasEnded: () => false,
    lookForChanges: () => local.lookForChanges(),
    describe: () =>
      local.current
        ? { kind: 'local', label: local.current.label }
        : { kind: 'demo', label: 'Built-in demo (no model connected)' },
    stream: (request) => streamLocally(request, local, demo),
  };
}

const defaultMostTokens: MostTokens = { basic: 64_000, premium: 200_000 };

/** The package for models is the largest of the server. The demo starts without it. */
const loadProviderModels = () => import('./choosing/provider-models.ts');

function labelOf(providers: readonly ProviderConfig[], lists: ModelLists): string {
  const [first] = providers.map((config) => `${config.name} · ${offerOf(config, lists, lists.now()).model}`);
  return `${first}${providers.length > 1 ? ` +${providers.length - 1} more` : ''}`;
}

async function* streamLocally(
  request: LlmRequest,
  local: LocalModel,
  demo: Pick<Llm, 'stream'>,
): AsyncGenerator<LlmEvent, void, void> {
  const { current } = local;
  if (!current) local.probeInBackground();
  let started = false;
  try {
    for await (const event of (current ?? demo).stream(request)) {
      started = true;
      yield event;
    }
  } catch (error) {
    if (started || !current || !(error instanceof LlmError)) throw error;
    await local.probe();
    // The server was closed. Another may be running; otherwise the demo answers, unless only a model of that server may.
    if (error.kind !== 'unreachable' || local.current === current || request.model !== undefined) throw error;
    yield* (local.current ?? demo).stream(request);
  }
}

/** The local servers that answered last. */
class LocalModel {
  readonly #tuning: LlmTuning;
  readonly #log: Logger;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | null = null;
  readonly #mostTokens: MostTokens;
  readonly #lists = new ModelLists();
  current: (Omit<Llm, 'describe' | 'lookForChanges'> & { id: string; label: string }) | null = null;
  #facts: ReadonlyMap<string, LocalFacts> = new Map();
  #looking: readonly LocalServer[] | null = null;

  constructor({ tuning, log, mostTokens }: { tuning: LlmTuning; log: Logger; mostTokens: MostTokens }) {
    this.#tuning = tuning;
    this.#log = log;
    this.#mostTokens = mostTokens;
  }

  /** Probes the usual ports now. Calls during a probe share it. */
  probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
      this.#probedAt = performance.now();
    });
    return this.#probing;
  }

  /** Probes, and asks the servers about their models only if these have changed. */
  lookForChanges(): Promise<void> {
    return this.#probing ?? this.#probe({ onlyChanges: true });
  }

  /** Finds a server that was started later, without delaying an answer. */
  probeInBackground(): void {
    if (performance.now() - this.#probedAt >= this.#tuning.probeAgainMs) void this.probe();
  }

  async #probe({ onlyChanges = false } = {}): Promise<void> {
    const servers = await findLocalServers(this.#tuning.localServers, this.#tuning.probeMs);
    const [first] = servers;
    const id = JSON.stringify(servers.map(({ baseUrl, models }) => [baseUrl, models]));
    const isSame = id === this.current?.id || (!first && !this.current);
    // A server that was started again may take pictures now, and have loaded a model with another window.
    if (first && !(onlyChanges && isSame)) void this.#look(servers);
    if (isSame) return;
    if (!first) {
      this.current = null;
      this.#log.info('the local model server no longer responds');
      return;
    }
    const tuning = { ...this.#tuning, firstTokenMs: this.#tuning.localFirstTokenMs };
    const providers = servers.map((server) => ({
      ...server,
      ...{ apiKey: '', labelOf: modelLabel },
      seesOf: (model: string) => this.#factsOf(server)?.sight.get(model) ?? 'unknown',
      windowOf: (model: string) => this.#factsOf(server)?.windows.get(model) ?? localContextTokens,
    }));
    const { createProviderModels } = await loadProviderModels();
    const created = createProviderModels(providers, {
      ...{ tuning, log: this.#log, lists: this.#lists, mostTokens: this.#mostTokens },
    });
    const label = `${first.name} · ${modelLabel(first.model)}`;
    if (label !== this.current?.label)
      this.#log.info({ server: first.name, model: first.model }, 'found a local model server');
    this.current = { ...created, id, label };
  }

  #factsOf({ baseUrl }: LocalServer): LocalFacts | undefined {
    return this.#facts.get(baseUrl);
  }

  /** Finds out what the servers say about their models. Until then they are given pictures, and a small window. */
  async #look(servers: readonly LocalServer[]): Promise<void> {
    this.#looking = servers;
    const found = await Promise.all(
      servers.map(async (server) => [server.baseUrl, await localFacts(server, this.#tuning.sightMs)] as const),
    );
    if (this.#looking !== servers) return;
    this.#facts = new Map(found);
    this.#lists.changed();
  }
}
