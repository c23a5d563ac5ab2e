import { z } from 'zod';
import { askServer, type EmbeddingServer } from './ask-server.ts';

const listMs = 5_000;
const mostBytes = 5 * 1024 * 1024;
const listedForMs = 60 * 60_000;
/** A model that is not listed may be new, and a server that did not answer may have been started. */
const againMs = 60_000;

const listSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The name under which a server lists a model; null if it does not. */
export type ListedName = (server: EmbeddingServer, model: string) => Promise<string | null>;

/** Looks models up in the lists of servers, which are read when they are first needed, and again after an hour. */
export function createListedNames(): ListedName {
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
  const answer = await askServer(server, '/models', { timeoutMs: listMs, mostBytes }).catch(() => null);
  const list = listSchema.safeParse(answer?.json);
  return answer?.status === 200 && list.success ? list.data.data.map(({ id }) => id) : [];
}

/** Ollama lists the tag that people leave out, and Gemini the kind. */
const nameIn = (names: readonly string[], model: string): string | null =>
  [model, `${model}:latest`, `models/${model}`].find((name) => names.includes(name)) ?? null;
