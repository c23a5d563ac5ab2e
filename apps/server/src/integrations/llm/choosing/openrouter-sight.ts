import { z } from 'zod';
import type { Sees } from '../llm.ts';
import { readJson } from '../model-lists/read-json.ts';

const listMs = 10_000;
const longestList = 16 * 1024 * 1024;
/** After a list that did not come. */
const againMs = 60 * 60_000;

const listSchema = z.object({
  data: z.array(
    z.object({ id: z.string(), architecture: z.object({ input_modalities: z.array(z.string()) }).optional() }),
  ),
});

/** Whether an address is OpenRouter's. */
export function isOpenRouter(baseUrl: string): boolean {
  const { hostname } = new URL(baseUrl);
  return hostname === 'openrouter.ai' || hostname.endsWith('.openrouter.ai');
}

/**
 * Whether a model takes pictures, from OpenRouter's public list of models. The first question reads the list in the background, and is
 * answered with `unknown`, as are all others if there is no list.
 */
export function openRouterSight(baseUrl: string): (model: string) => Sees {
  let sight: ReadonlyMap<string, Sees> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async () => {
    const limits = { timeoutMs: listMs, mostCharacters: longestList };
    const list = listSchema.safeParse(await readJson(`${baseUrl.replace(/\/+$/, '')}/models`, limits));
    if (list.success) sight = new Map(list.data.data.map(({ id, architecture }) => [id, seesWith(architecture)]));
  };
  return (model) => {
    if (!sight && performance.now() - readAt >= againMs) {
      readAt = performance.now();
      void read();
    }
    // Variants such as ":nitro" are not in the list.
    return sight?.get(model) ?? sight?.get(model.replace(/:[\w-]+$/, '')) ?? 'unknown';
  };
}

const seesWith = (architecture: { input_modalities: readonly string[] } | undefined): Sees =>
  !architecture ? 'unknown' : architecture.input_modalities.includes('image') ? 'yes' : 'no';
