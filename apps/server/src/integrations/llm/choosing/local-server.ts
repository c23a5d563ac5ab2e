import type { LocalServerPort } from '../tuning.ts';
import { readJson } from './read-json.ts';

/** A local server that speaks OpenAI's protocol, its first chat model, and all of them. */
export type LocalServer = { name: string; origin: string; baseUrl: string; model: string; models: string[] };

const longestList = 1024 * 1024;
/** More models than this are not offered. */
const mostModels = 100;
/** Listed models that cannot chat. */
const cannotChat = /embed|rerank|\bbge\b|minilm|whisper|\btts\b/i;

/** Probes all usual local ports at once. Returns the first in the list that offers a chat model. Never rejects. */
export async function findLocalServer(
  ports: readonly LocalServerPort[],
  timeoutMs: number,
): Promise<LocalServer | null> {
  const found = await Promise.all(
    ports.map(async ({ name, port }) => {
      const origin = `http://127.0.0.1:${port}`;
      const baseUrl = `${origin}/v1`;
      const models = chatModels(await readJson(`${baseUrl}/models`, { timeoutMs, mostCharacters: longestList }));
      const [model] = models;
      return model ? { name, origin, baseUrl, model, models } : null;
    }),
  );
  return found.find((server) => server !== null) ?? null;
}

/** The chat models of an OpenAI model list; none for any other response. */
function chatModels(list: unknown): string[] {
  if (typeof list !== 'object' || list === null || !('object' in list) || list.object !== 'list') return [];
  const models: unknown = 'data' in list ? list.data : undefined;
  if (!Array.isArray(models) || !models.every(isModel)) return [];
  return models.flatMap(({ id }) => (cannotChat.test(id) ? [] : id)).slice(0, mostModels);
}

function isModel(entry: unknown): entry is { id: string } {
  if (typeof entry !== 'object' || entry === null || !('id' in entry) || !('object' in entry)) return false;
  return typeof entry.id === 'string' && entry.id !== '' && entry.object === 'model';
}

/** "llama3.2:latest" and "/models/qwen3-4b.gguf" as readable names. */
export function modelLabel(model: string): string {
  const name = model.split(/[/\\]/).at(-1) || model;
  return name.replace(/\.gguf$/i, '').replace(/:latest$/, '');
}
