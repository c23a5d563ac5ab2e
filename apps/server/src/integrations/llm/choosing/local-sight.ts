import { z } from 'zod';
import type { Sees } from '../llm.ts';
import type { LocalServer } from './local-server.ts';
import { readJson } from './read-json.ts';

/** What is known about which models take pictures. */
type Sight = Map<string, Sees>;
type Ask = (path: string, body?: object) => Promise<unknown>;

/** The description of a model may contain its licence and template. */
const longestAnswer = 4 * 1024 * 1024;
/** More questions at the same time would slow down a server that is about to answer a person. */
const atOnce = 4;

/** Which models of a local server take pictures. What it does not say within the time is missing. Never rejects. */
export async function localSight(server: LocalServer, timeoutMs: number): Promise<ReadonlyMap<string, Sees>> {
  const endsAt = performance.now() + timeoutMs;
  const sight: Sight = new Map();
  await questions[server.name]?.(server.models, sight, (path, body) => {
    const left = Math.max(0, endsAt - performance.now());
    return readJson(`${server.origin}${path}`, {
      timeoutMs: left,
      mostCharacters: longestAnswer,
      ...(body && { body }),
    });
  });
  return sight;
}

/** Each kind of server is asked in its own way. */
const questions: Record<string, (models: readonly string[], sight: Sight, ask: Ask) => Promise<void>> = {
  async Ollama(models, sight, ask) {
    const list = tagsSchema.safeParse(await ask('/api/tags')).data?.models ?? [];
    // Older versions list no capabilities.
    for (const { name, capabilities } of list) if (capabilities) sight.set(name, seesWith(capabilities));
    const left = models.filter((model) => !sight.has(model));
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let model = left.shift(); model !== undefined; model = left.shift()) {
          const { capabilities } = capabilitiesSchema.safeParse(await ask('/api/show', { model })).data ?? {};
          if (capabilities) sight.set(model, seesWith(capabilities));
        }
      }),
    );
  },
  async 'llama.cpp'(models, sight, ask) {
    // With several models, the properties are those of no model or of the last one.
    const [model] = models;
    if (model === undefined || models.length > 1) return;
    const { vision } = propsSchema.safeParse(await ask('/props')).data?.modalities ?? {};
    if (vision !== undefined) sight.set(model, vision ? 'yes' : 'no');
  },
  async 'LM Studio'(_, sight, ask) {
    for (const { id, type } of lmStudioSchema.safeParse(await ask('/api/v0/models')).data?.data ?? [])
      sight.set(id, type === 'vlm' ? 'yes' : 'no');
  },
};

const seesWith = (capabilities: readonly string[]): Sees => (capabilities.includes('vision') ? 'yes' : 'no');

const capabilitiesSchema = z.object({ capabilities: z.array(z.string()).optional() });
const tagsSchema = z.object({ models: z.array(capabilitiesSchema.extend({ name: z.string() })) });
const propsSchema = z.object({ modalities: z.object({ vision: z.boolean() }) });
const lmStudioSchema = z.object({ data: z.array(z.object({ id: z.string(), type: z.string() })) });
