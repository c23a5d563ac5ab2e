import http from 'node:http';
import type { LocalServerPort } from '../tuning.ts';

/** A local server that speaks OpenAI's protocol, its first chat model, and all of them. */
export type LocalServer = { name: string; baseUrl: string; model: string; models: string[] };

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
      const models = chatModels(await readJson(port, timeoutMs));
      const [model] = models;
      return model ? { name, baseUrl: `http://127.0.0.1:${port}/v1`, model, models } : null;
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

function readJson(port: number, timeoutMs: number): Promise<unknown> {
  return new Promise((resolve) => {
    const request = http.get({ host: '127.0.0.1', port, path: '/v1/models', agent: false }, (response) => {
      const json = /^application\/json\b/i.test(response.headers['content-type'] ?? '');
      if (response.statusCode !== 200 || !json) return giveUp();
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > longestList) giveUp();
      });
      response.once('error', giveUp);
      response.once('end', () => {
        clearTimeout(timer);
        resolve(parsed(text));
      });
    });
    const giveUp = () => {
      clearTimeout(timer);
      request.destroy();
      resolve(null);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    request.once('error', giveUp);
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
