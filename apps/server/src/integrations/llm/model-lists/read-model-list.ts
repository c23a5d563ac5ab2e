import { z } from 'zod';
import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { readJson } from './read-json.ts';

/** A model that can chat, as a provider's list describes it. */
export type ListedModel = {
  id: string;
  /** Its last day (YYYY-MM-DD); null: the list gives none. */
  endsAt: string | null;
  /** Its context window in tokens; null: the list does not tell. */
  window: number | null;
};

/** Where a list is read. */
export type ListSource = Pick<ProviderConfig, 'baseUrl' | 'apiKey' | 'headers' | 'prefix'>;

const timeoutMs = 5_000;
const mostCharacters = 5 * 1024 * 1024;
/** Anthropic lists its models in pages. */
const mostPages = 5;
/** Models that are kept of one list. */
const mostModels = 5_000;
/** Listed models that cannot chat. */
const cannotChat =
  /embed|rerank|\bbge\b|minilm|whisper|\btts\b|-tts|transcribe|speech|audio|realtime|moderation|guard|dall-e|image|imagen|veo|sora|lyria|aqa|babbage|davinci|diffusion|flux/i;

const tokens = z.number().int().min(1_000).max(100_000_000).nullish().catch(null);
const entrySchema = z.object({
  id: z.string().trim().min(1).max(200),
  shutdown_date: z.iso.date().nullish().catch(null),
  // OpenRouter; Groq; vLLM; LM Studio, loaded before the most; Anthropic; Gemini.
  context_length: tokens,
  context_window: tokens,
  max_model_len: tokens,
  loaded_context_length: tokens,
  max_context_length: tokens,
  max_input_tokens: tokens,
  inputTokenLimit: tokens,
});
const pageSchema = z.object({
  data: z.array(z.unknown()),
  has_more: z.boolean().nullish(),
  last_id: z.string().nullish(),
});

/**
 * The chat models that `GET {baseUrl}/models` lists: at most 5 s and 5 MB per page. Null if there is no list: offline, refused, or not the
 * form of one. Entries that cannot be read are left out. Never rejects.
 */
export async function readModelList(source: ListSource): Promise<ListedModel[] | null> {
  const { baseUrl, headers } = source;
  const url = `${baseUrl.replace(/\/+$/, '')}/models`;
  const sent = { ...authorization(source), ...headers };
  const found: ListedModel[] = [];
  let after: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const query: string = after === null ? '' : `?after_id=${encodeURIComponent(after)}`;
    const read = pageSchema.safeParse(await readJson(`${url}${query}`, { timeoutMs, mostCharacters, headers: sent }));
    if (!read.success) return page === 0 ? null : found;
    found.push(...read.data.data.flatMap(listed));
    after = read.data.has_more ? (read.data.last_id ?? null) : null;
    if (after === null || found.length >= mostModels) break;
  }
  return found.slice(0, mostModels);
}

/** Whether a listed model can chat, by its name. */
export const canChat = (id: string): boolean => !cannotChat.test(id);

function listed(entry: unknown): ListedModel[] {
  const read = entrySchema.safeParse(entry);
  if (!read.success) return [];
  const { id, shutdown_date, ...limits } = read.data;
  if (!canChat(id)) return [];
  const window =
    limits.loaded_context_length ??
    limits.context_length ??
    limits.context_window ??
    limits.max_model_len ??
    limits.max_context_length ??
    limits.max_input_tokens ??
    limits.inputTokenLimit ??
    null;
  // Gemini's ids begin with "models/".
  return [{ id: id.replace(/^models\//, ''), endsAt: shutdown_date ?? null, window }];
}

function authorization({ baseUrl, apiKey, prefix }: ListSource): Record<string, string> {
  if (apiKey === '') return {};
  const { hostname } = new URL(baseUrl);
  return prefix === 'ANTHROPIC' || hostname === 'api.anthropic.com'
    ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
    : { authorization: `Bearer ${apiKey}` };
}
