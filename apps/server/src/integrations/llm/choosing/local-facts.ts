import { z } from 'zod';
import type { Sees } from '../llm.ts';
import { readJson } from '../model-lists/read-json.ts';
import { isWindow, type LocalServer } from './local-server.ts';

/** What a local server says about its models: whether they take pictures, and their context windows as they are loaded, in tokens. */
export type LocalFacts = { sight: Map<string, Sees>; windows: Map<string, number> };
type Ask = (path: string, body?: object) => Promise<unknown>;

/** The description of a model may contain its licence and template. */
const longestAnswer = 4 * 1024 * 1024;
/** More questions at the same time would slow down a server that is about to answer a person. */
const atOnce = 4;

/** What a local server says about its models. What it does not say within the time is missing. Never rejects. */
export async function localFacts(server: LocalServer, timeoutMs: number): Promise<LocalFacts> {
  const endsAt = performance.now() + timeoutMs;
  const facts: LocalFacts = { sight: new Map(), windows: new Map(server.windows) };
  await questions[server.name]?.(server.models, facts, (path, body) => {
    const left = Math.max(0, endsAt - performance.now());
    return readJson(`${server.origin}${path}`, {
      timeoutMs: left,
      mostCharacters: longestAnswer,
      ...(body && { body }),
    });
  });
  return facts;
}

/** Each kind of server is asked in its own way. */
const questions: Record<string, (models: readonly string[], facts: LocalFacts, ask: Ask) => Promise<void>> = {
  async Ollama(models, { sight, windows }, ask) {
    const list = tagsSchema.safeParse(await ask('/api/tags')).data?.models ?? [];
    // Older versions list no capabilities.
    for (const { name, capabilities } of list) if (capabilities) sight.set(name, seesWith(capabilities));
    const left = [...models];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let model = left.shift(); model !== undefined; model = left.shift()) {
          const shown = showSchema.safeParse(await ask('/api/show', { model })).data;
          if (shown?.capabilities) sight.set(model, seesWith(shown.capabilities));
          // Without this setting, Ollama loads less than the model can.
          const window = Number(/^num_ctx\s+(\d+)$/m.exec(shown?.parameters ?? '')?.[1]);
          if (isWindow(window)) windows.set(model, window);
        }
      }),
    );
  },
  async 'llama.cpp'(models, { sight, windows }, ask) {
    // With several models, the properties are those of no model or of the last one.
    const [model] = models;
    if (model === undefined || models.length > 1) return;
    const props = propsSchema.safeParse(await ask('/props')).data;
    if (props?.modalities) sight.set(model, props.modalities.vision ? 'yes' : 'no');
    const window = props?.default_generation_settings?.n_ctx;
    if (isWindow(window)) windows.set(model, window);
  },
  async 'LM Studio'(_, { sight, windows }, ask) {
    for (const { id, type, ...limits } of lmStudioSchema.safeParse(await ask('/api/v0/models')).data?.data ?? []) {
      sight.set(id, type === 'vlm' ? 'yes' : 'no');
      const window = limits.loaded_context_length ?? limits.max_context_length;
      if (isWindow(window)) windows.set(id, window);
    }
  },
};

const seesWith = (capabilities: readonly string[]): Sees => (capabilities.includes('vision') ? 'yes' : 'no');

const capabilitiesSchema = z.object({ capabilities: z.array(z.string()).optional() });
const tagsSchema = z.object({ models: z.array(capabilitiesSchema.extend({ name: z.string() })) });
const showSchema = capabilitiesSchema.extend({ parameters: z.string().optional() });
const propsSchema = z.object({
  modalities: z.object({ vision: z.boolean() }).optional(),
  default_generation_settings: z.object({ n_ctx: z.number().optional() }).optional(),
});
const lmStudioSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      type: z.string(),
      loaded_context_length: z.number().optional(),
      max_context_length: z.number().optional(),
    }),
  ),
});
