import { z } from 'zod';
import { defaultTuning, type LocalServerPort } from '../../settings/llm-tuning.ts';
import type { ProviderConfig } from '../../settings/setting-values.ts';
import { quotable } from '../llm/asking/quotable.ts';
import { askServer, type EmbeddingServer } from './ask-server.ts';
import { EmbeddingError, type EmbeddingResult, type Embeddings } from './embeddings.ts';

/** A local server may have to load the model from disk first. */
const answerMs = 60_000;
const mostBytes = 64 * 1024 * 1024;

const resultSchema = z.object({
  data: z.array(z.object({ index: z.number(), embedding: z.union([z.string(), z.array(z.number())]) })),
  // Some local servers do not count.
  usage: z.object({ prompt_tokens: z.number().optional(), total_tokens: z.number().optional() }).nullish(),
});

/** The connected servers: the configured providers, otherwise what listens on the usual ports of this machine. */
export function createEmbeddings(
  providers: readonly ProviderConfig[],
  ports: readonly LocalServerPort[] = defaultTuning.localServers,
): Embeddings {
  const servers: EmbeddingServer[] =
    providers.length > 0
      ? providers.map(({ name, baseUrl, apiKey, headers }) => ({ name, baseUrl, apiKey, ...(headers && { headers }) }))
      : ports.map(({ name, port }) => ({ name, baseUrl: `http://127.0.0.1:${port}/v1`, apiKey: '' }));
  const listedName = createListedNames();
  return {
    async embed(request, signal) {
      // All lists are read at once, and none is waited for that comes after the first with the model.
      const names = servers.map((server) => listedName(server, request.model));
      for (const [at, server] of servers.entries()) {
        const model = await names[at];
        if (model) return ask(server, { ...request, model }, signal);
      }
      return null;
    },
  };
}

async function ask(server: EmbeddingServer, body: object, signal: AbortSignal): Promise<EmbeddingResult | null> {
  const { name } = server;
  const { status, json } = await askServer(server, '/embeddings', {
    ...{ body, timeoutMs: answerMs, mostBytes, signal },
  }).catch(() => {
    signal.throwIfAborted();
    throw new EmbeddingError('failed', `${name} could not be reached, or did not answer in time.`);
  });
  if (status === 404 || status === 405) return null;
  if (status === 429) throw new EmbeddingError('busy', `${name} is busy.`);
  // These are about the key, which is not the caller's.
  if (status >= 400 && status < 500 && status !== 401 && status !== 403)
    throw new EmbeddingError('refused', `${name} refused the request.`, quotable(errorIn(json), server));
  const result = resultSchema.safeParse(json);
  if (status !== 200 || !result.success) throw new EmbeddingError('failed', `${name} gave no vectors.`);
  const { data, usage } = result.data;
  const promptTokens = usage?.prompt_tokens ?? usage?.total_tokens ?? 0;
  return { data, usage: { promptTokens, totalTokens: usage?.total_tokens ?? promptTokens } };
}

/** An error with its sentence, which some servers give alone. */
function errorIn(json: unknown): unknown {
  const error = (json as { error?: unknown } | null | undefined)?.error ?? json;
  return typeof error === 'string' ? { message: error } : error;
}

const listMs = 5_000;
const longestList = 5 * 1024 * 1024;
const listedForMs = 60 * 60_000;
/** A model that is not listed may be new, and a server that did not answer may have been started. */
const againMs = 60_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The name under which a server lists a model; null if it does not. */
type ListedName = (server: EmbeddingServer, model: string) => Promise<string | null>;

/** Looks models up in the lists of servers, which are read when they are first needed, and again after an hour. */
function createListedNames(): ListedName {
  const lists = new Map<string, { names: readonly string[]; at: number }>();
  const reading = new Map<string, Promise<readonly string[]>>();

  const read = (server: EmbeddingServer) => {
    const { baseUrl } = server;
    const running = reading.get(baseUrl) ?? readList(server);
    reading.set(baseUrl, running);
    return running
      .then((names) => {
        lists.set(baseUrl, { names, at: performance.now() });
        return names;
      })
      .finally(() => reading.delete(baseUrl));
  };

  return async (server, model) => {
    const known = lists.get(server.baseUrl);
    const age = known ? performance.now() - known.at : Number.POSITIVE_INFINITY;
    const found = known && age < listedForMs ? nameIn(known.names, model) : null;
    return found ?? (age < againMs ? null : nameIn(await read(server), model));
  };
}

async function readList(server: EmbeddingServer): Promise<readonly string[]> {
  const answer = await askServer(server, '/models', { timeoutMs: listMs, mostBytes: longestList }).catch(() => null);
  const list = listSchema.safeParse(answer?.json);
  return answer?.status === 200 && list.success ? list.data.data.map(({ id }) => id) : [];
}

/** Ollama lists the tag that people leave out, and Gemini the kind. */
const nameIn = (names: readonly string[], model: string): string | null =>
  [model, `${model}:latest`, `models/${model}`].find((name) => names.includes(name)) ?? null;
