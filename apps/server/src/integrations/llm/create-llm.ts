import type { Logger } from 'pino';
import type { ProviderConfig } from '../../settings/config.ts';
import { findLocalServer, type LocalServer, modelLabel } from './choosing/local-server.ts';
import { localSight } from './choosing/local-sight.ts';
import { createDemo } from './demo/demo.ts';
import { type Llm, LlmError, type LlmEvent, type LlmRequest, type MostTokens, type Sees } from './llm.ts';
import { localContextTokens } from './model-lists/known-models.ts';
import { ModelLists, offerOf } from './model-lists/model-lists.ts';
import type { NotesOfProviders } from './notes/model-notes.ts';
import { defaultTuning, type LlmTuning } from './tuning.ts';

/**
 * The models behind the assistant: the configured providers in their order; without any, a server on this machine that
 * speaks OpenAI's protocol; without that, the built-in demo. Looks for a local server before it resolves. `notes`: what is known about the
 * models of providers, by default in memory.
 */
export async function createLlm(
  options: { providers: readonly ProviderConfig[]; mostTokens?: MostTokens },
  env: { log: Logger; lists?: ModelLists; notes?: NotesOfProviders },
  tuning: Partial<LlmTuning> = {},
): Promise<Llm> {
  const settings = { ...defaultTuning, ...tuning };
  const lists = env.lists ?? new ModelLists();
  const { providers, mostTokens = defaultMostTokens } = options;
  if (providers.length > 0) {
    const { createProviderModels } = await loadProviderModels();
    return {
      ...createProviderModels(providers, { tuning: settings, log: env.log, lists, mostTokens, notes: env.notes }),
      describe: () => ({ kind: 'providers', label: labelOf(providers, lists) }),
    };
  }
  const local = new LocalModel(settings, env.log);
  await local.probe();
  const demo = createDemo(settings);
  return {
    providers: () => local.current?.providers() ?? [],
    tryProvider: async (name, signal) => (await local.current?.tryProvider(name, signal)) ?? null,
    models: () => (local.current ?? demo).models(),
    contextTokensFor: () => localContextTokens,
    sees: (asked) => local.current?.sees(asked) ?? 'no',
    hasEnded: () => false,
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

/** The local server that last answered. */
class LocalModel {
  readonly #tuning: LlmTuning;
  readonly #log: Logger;
  #probedAt = Number.NEGATIVE_INFINITY;
  #probing: Promise<void> | null = null;
  current:
    | (Pick<Llm, 'stream' | 'models' | 'providers' | 'tryProvider' | 'sees'> & { id: string; label: string })
    | null = null;
  #sight: ReadonlyMap<string, Sees> = new Map();
  #looking: LocalServer | null = null;

  constructor(tuning: LlmTuning, log: Logger) {
    this.#tuning = tuning;
    this.#log = log;
  }

  /** Probes the usual ports now. Calls during a probe share it. */
  probe(): Promise<void> {
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = null;
      this.#probedAt = performance.now();
    });
    return this.#probing;
  }

  /** Finds a server that was started later, without making anyone wait. */
  probeInBackground(): void {
    if (performance.now() - this.#probedAt >= this.#tuning.probeAgainMs) void this.probe();
  }

  async #probe(): Promise<void> {
    const server = await findLocalServer(this.#tuning.localServers, this.#tuning.probeMs);
    const id = server ? `${server.baseUrl} ${server.model}` : null;
    // A server that was started again may take pictures now.
    if (server) void this.#look(server);
    if (id === (this.current?.id ?? null)) return;
    if (!server || !id) {
      this.current = null;
      this.#log.info('the local model server no longer responds');
      return;
    }
    const model = modelLabel(server.model);
    const tuning = { ...this.#tuning, firstTokenMs: this.#tuning.localFirstTokenMs };
    const seesOf = (model: string) => this.#sight.get(model) ?? 'unknown';
    const provider = { ...server, apiKey: '', labelOf: modelLabel, seesOf };
    const { createProviderModels } = await loadProviderModels();
    const { models, stream, providers, tryProvider, sees } = createProviderModels([provider], {
      ...{ tuning, log: this.#log, lists: new ModelLists(), mostTokens: defaultMostTokens },
    });
    this.current = { id, label: `${server.name} · ${model}`, models, stream, providers, tryProvider, sees };
    this.#log.info({ server: server.name, model }, 'found a local model server');
  }

  /** Finds out which models take pictures. Until then they are given them, and answer without if they refuse. */
  async #look(server: LocalServer): Promise<void> {
    this.#looking = server;
    const sight = await localSight(server, this.#tuning.sightMs);
    if (this.#looking === server) this.#sight = sight;
  }
}
