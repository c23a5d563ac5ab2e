/** The context windows of well-known model families, in tokens. Source: the providers' model pages. */
const families: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/gemini/, 1_000_000],
  [/claude/, 200_000],
  [/gpt-4\.1|gpt-5|\bo[134]\b|grok|gpt-4o|gpt-4-turbo|llama-?[34]|qwen-?[23]|mistral|deepseek|gpt-oss/, 128_000],
  [/gpt-3\.5/, 16_000],
];

/** Unknown models are treated like today's smaller ones. */
const unknownTokens = 32_000;

/** A local server silently cuts off what exceeds its setting. This is within the usual settings. */
export const localContextTokens = 8_000;

/** A model's context window in tokens: as configured, otherwise by its name, never too large for a model of that family. */
export function contextTokensOf(model: string, { contextTokens }: { contextTokens?: number | undefined } = {}): number {
  if (contextTokens !== undefined) return contextTokens;
  const name = model.toLowerCase();
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? unknownTokens;
}
