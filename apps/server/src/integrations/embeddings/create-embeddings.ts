import { z } from 'zod';
import type { ProviderConfig } from '../../settings/setting-values.ts';
import { quotable } from '../llm/asking/quotable.ts';
import { defaultTuning, type LocalServerPort } from '../llm/tuning.ts';
import { askServer, type EmbeddingServer } from './ask-server.ts';
import { EmbeddingError, type EmbeddingResult, type Embeddings } from './embeddings.ts';
import { createListedNames } from './listed-models.ts';

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
