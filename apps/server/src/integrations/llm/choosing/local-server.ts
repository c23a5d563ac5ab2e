import type { LocalServerPort } from '../../../settings/llm-tuning.ts';
import { readJson } from '../model-lists/read-json.ts';
import { canChat } from '../model-lists/read-model-list.ts';

/** A local server that speaks OpenAI's protocol, its first chat model, and all of them. `windows`: of the models whose list tells, in tokens. */
export type LocalServer = {
  name: string;
  origin: string;
  baseUrl: string;
  model: string;
  models: string[];
  windows: ReadonlyMap<string, number>;
};

const longestList = 1024 * 1024;
/** More models than this are not offered. */
const mostModels = 100;

/** Probes all local ports at once. Returns the servers that offer a chat model, in their order. Never rejects. */
export async function findLocalServers(ports: readonly LocalServerPort[], timeoutMs: number): Promise<LocalServer[]> {
  const found = await Promise.all(
    ports.map(async ({ name, port }) => {
      const origin = `http://127.0.0.1:${port}`;
      const baseUrl = `${origin}/v1`;
      const listed = chatModels(await readJson(`${baseUrl}/models`, { timeoutMs, mostCharacters: longestList }));
      const models = listed.map(({ id }) => id);
      const [model] = models;
      const windows = new Map(
        listed.flatMap(({ id, max_model_len: window }) => (isWindow(window) ? [[id, window] as const] : [])),
      );
      return model ? { name, origin, baseUrl, model, models, windows } : null;
    }),
  );
  return found.filter((server) => server !== null);
}

/** The chat models of an OpenAI model list; none for any other response. */
function chatModels(list: unknown): Listed[] {
  if (typeof list !== 'object' || list === null || !('object' in list) || list.object !== 'list') return [];
  const models: unknown = 'data' in list ? list.data : undefined;
  if (!Array.isArray(models) || !models.every(isModel)) return [];
  return models.filter(({ id }) => canChat(id)).slice(0, mostModels);
}

/** vLLM lists `max_model_len`. */
type Listed = { id: string; max_model_len?: unknown };

function isModel(entry: unknown): entry is Listed {
  if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('object' in entry)) return false;
  return typeof entry.id === 'string' && entry.id !== '' && entry.object === 'model';
}

/** "llama3.2:latest" and "/models/qwen3-4b.gguf" as readable names. */
export function modelLabel(model: string): string {
  const name = model.split(/[/\\]/).at(-1) || model;
  return name.replace(/\.gguf$/i, '').replace(/:latest$/, '');
}

/** Whether a number of tokens can be a window. */
export const isWindow = (tokens: unknown): tokens is number =>
  typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 1_000 && tokens <= 100_000_000;
