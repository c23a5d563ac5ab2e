import type { KeyProvider } from '@noek/contract/config/key-providers';

/**
 * What is known about models by their names, as of 2026-11-28. Names age: a provider's own list wins over all of this.
 */

/** A family of models: its groups are the numbers of the version, the highest first. */
type Family = RegExp;

type Picks = { families: readonly Family[] /** The model while no list was read. */; otherwise: string };

/** The families of each provider that needs only a key: the first one that its list has answers. */
export const picks: Record<KeyProvider['prefix'], Picks> = {
  OPENAI: { families: [/^gpt-(\d+)(?:\.(\d+))?-terra$/, /^gpt-(\d+)(?:\.(\d+))?-luna$/], otherwise: 'gpt-6.1-terra' },
  ANTHROPIC: { families: [/^claude-sonnet-(\d{1,2})(?:-(\d{1,2}))?$/], otherwise: 'claude-sonnet-5-5' },
  GEMINI: {
    families: [/^gemini-(\d+)(?:\.(\d+))?-flash$/, /^gemini-(\d+)(?:\.(\d+))?-flash-lite$/],
    otherwise: 'gemini-3.8-flash',
  },
  XAI: { families: [/^grok-(\d{1,2})(?:\.(\d+))?$/], otherwise: 'grok-4.7' },
  GROQ: { families: [/^openai\/gpt-oss-(\d+)b$/], otherwise: 'openai/gpt-oss-120b' },
  OPENROUTER: { families: [/^openrouter\/auto$/], otherwise: 'openrouter/auto' },
};

/** The last days of models, to their end in UTC. */
const ends: Readonly<Record<string, string>> = {
  // https://platform.openai.com/docs/deprecations
  'gpt-5-mini': '2026-12-11',
  'gpt-4o': '2027-01-14',
  'gpt-4o-mini': '2027-01-14',
  'gpt-4.1': '2027-01-14',
  'gpt-4.1-mini': '2027-01-14',
  'gpt-4.1-nano': '2027-01-14',
  'gpt-5.1': '2027-04-01',
  // https://docs.anthropic.com/en/docs/about-claude/model-deprecations
  'claude-sonnet-4-5': '2026-11-30',
  'claude-sonnet-4-5-20250929': '2026-11-30',
  // https://ai.google.dev/gemini-api/docs/deprecations
  'gemini-2.5-flash': '2026-12-01',
  // https://console.groq.com/docs/deprecations
  'llama-3.3-70b-versatile': '2026-08-16',
  // https://docs.x.ai/docs/models
  'grok-4': '2026-05-15',
  'grok-4-0709': '2026-05-15',
};

/** The last day (YYYY-MM-DD) of a model; null: none is known. */
export const knownEnd = (model: string): string | null => ends[model.replace(/^models\//, '')] ?? null;

/** Context windows in tokens. Source: the providers' pages of models. */
const windows: readonly (readonly [family: RegExp, tokens: number])[] = [
  [/gemini/, 1_000_000],
  [/claude-(?:opus|sonnet|haiku)-[5-9]/, 1_000_000],
  [/claude/, 200_000],
  [/gpt-(?:[6-9]|5\.[4-9])/, 400_000],
  [/gpt-4\.1/, 1_000_000],
  [/gpt-5|\bo[134]\b|grok|gpt-4o|gpt-4-turbo|llama-?[34]|qwen-?[23]|mistral|deepseek|gpt-oss/, 128_000],
  [/gpt-3\.5/, 16_000],
];

/** Unknown models of a provider with a key. */
const unknownTokens = 128_000;

/** A local server silently cuts off what exceeds its setting. This is within the usual settings. */
export const localContextTokens = 8_000;

/** The context window of a model by its name, in tokens. `isLocal`: its server needs no key. */
export function knownWindow(model: string, { isLocal }: { isLocal: boolean }): number {
  const name = model.toLowerCase();
  const known = windows.find(([family]) => family.test(name))?.[1];
  return known ?? (isLocal ? localContextTokens : unknownTokens);
}

const uses = {
  prepared: 'Prepared answers, to try Noek out',
  choosing: 'Picks a model for each question',
  code: 'Writing and repairing code',
  reasoning: 'Problems that need many steps; takes longer',
  quick: 'Quick answers and everyday questions',
  hard: 'Hard questions and long work',
  everyday: 'Everyday work, writing and code',
} as const;

/** What families of models are good for, as their makers say. The first that fits a name holds. */
const usesOf: readonly (readonly [family: RegExp, use: string])[] = [
  [/^built-in$/, uses.prepared],
  [/^openrouter\/auto$/, uses.choosing],
  [/codex|coder|codestral|devstral|grok-code/, uses.code],
  [/deepseek-r\d|deepseek-reasoner|\bo[134]\b(?!-mini)|qwq|magistral|-thinking|-reasoning/, uses.reasoning],
  [
    /gpt-.*-(?:luna|mini|nano)|\bo[134]-mini|haiku|gemini-.*-flash|grok-.*-(?:mini|fast)|mistral-small|ministral|gpt-oss-20b|llama-?3\.2|[:-]\d(?:\.\d)?b\b/,
    uses.quick,
  ],
  [/gpt-.*-(?:sol|astra|pro)|opus|gemini-.*-pro|mistral-large|grok-.*-heavy/, uses.hard],
  [/gpt-\d|gpt-oss|sonnet|grok-\d|deepseek-(?:chat|v\d)|mistral-medium|llama-?[34]|qwen-?\d|gemma-?\d/, uses.everyday],
];

/** What a model is good for, in a few words for people; null: its name does not tell. */
export const knownUse = (model: string): string | null =>
  usesOf.find(([family]) => family.test(model.toLowerCase()))?.[1] ?? null;
