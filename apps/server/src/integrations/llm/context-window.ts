/** Tokens that well-known model families read at once. Source: the providers' model pages. */
const families: readonly (readonly [name: RegExp, tokens: number])[] = [
  [/gemini/, 1_000_000],
  [/claude/, 200_000],
  [/gpt-4\.1|gpt-5|\bo[134]\b|grok|gpt-4o|gpt-4-turbo|llama-?[34]|qwen-?[23]|mistral|deepseek|gpt-oss/, 128_000],
  [/gpt-3\.5/, 16_000],
];

/** What we do not know is taken to be a model of today's smaller kind. */
const unknownTokens = 32_000;

/** A program on this machine cuts off what is over its own setting without a word; this is within the usual ones. */
export const localContextTokens = 8_000;

/** How many tokens a model reads at once, by its name; never too much for a model of the named family. */
export function contextTokensOf(model: string): number {
  const name = model.toLowerCase();
  return families.find(([pattern]) => pattern.test(name))?.[1] ?? unknownTokens;
}
