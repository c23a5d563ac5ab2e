import type { Effort } from '../llm.ts';

type Place = { baseUrl: string };

/** The values of `reasoning_effort`, from the lowest. */
const quickFirst = ['low', 'minimal', 'none'];
const thoroughFirst = ['high', 'medium'];

const all = ['none', 'minimal', 'low', 'medium', 'high'];
const usual = ['low', 'medium', 'high'];
const withNone = ['none', ...usual];

/**
 * The values that the models of a family take. The first pattern counts. Sources: OpenAI's guide to reasoning and its refusals of other values,
 * xAI's and Groq's pages about reasoning, Google's page about OpenAI compatibility (2026-11).
 */
const families: readonly (readonly [name: RegExp, efforts: readonly string[]])[] = [
  [/^gpt-5(?:\.\d+)?-chat/, []],
  [/^gpt-5-pro/, ['high']],
  [/^gpt-5\.\d+-pro/, ['medium', 'high']],
  [/^gpt-5(?:\.1)?-codex/, usual],
  [/^gpt-5(?![.\d])/, ['minimal', ...usual]],
  [/^gpt-6-astra|^gpt-6\.1-sol/, usual],
  [/^gpt-(?:5\.\d|[6-9]|[1-9]\d(?!\d)(?!-turbo))/, withNone],
  [/^o1-(?:mini|preview)/, []],
  [/^o[134](?:-|$)/, usual],
  [/^gpt-oss/, usual],
  [/^gemini-2\.5-pro/, ['minimal', ...usual]],
  [/^gemini-(?:2\.5-flash)/, all],
  [/^gemini-[3-9].*image/, []],
  [/^gemini-[3-9].*-pro/, usual],
  [/^gemini-[3-9]/, ['minimal', ...usual]],
  [/^grok-3-mini/, ['low', 'high']],
  [/^grok-4\.[3-9](?!\d)/, withNone],
];

/** OpenRouter passes it on to Claude from 4.6 on: https://openrouter.ai/docs/guides/guides/model-migrations/claude-4-6 */
const atOpenRouter: typeof families = [[/^claude-(?:opus-|sonnet-)?(?:4[.-][6-9]|[5-9])/, usual]];

/** Anthropic's own compatibility layer ignores it: https://platform.claude.com/docs/en/cli-sdks-libraries/libraries/openai-sdk */
const without = ['api.anthropic.com'];

/** The values of `reasoning_effort` that a model takes; empty: none, or not known. */
function valuesOf({ baseUrl }: Place, model: string): readonly string[] {
  const { hostname } = new URL(baseUrl);
  if (without.includes(hostname)) return [];
  const name = model.toLowerCase().split('/').at(-1)?.replace(/^ft:/, '') ?? '';
  const known = hostname.endsWith('openrouter.ai') ? [...families, ...atOpenRouter] : families;
  return known.find(([pattern]) => pattern.test(name))?.[1] ?? [];
}

/**
 * The values to send for an effort, the best one first: of `quick` those that are low at most, of `thorough` high and then the next lower.
 * Empty if the model takes none.
 */
export function effortValues(place: Place, model: string, effort: Effort): readonly string[] {
  const values = valuesOf(place, model);
  if (effort === 'thorough' && !values.includes('high')) return [];
  return (effort === 'quick' ? quickFirst : thoroughFirst).filter((value) => values.includes(value));
}

const efforts: readonly Effort[] = ['quick', 'thorough'];

/** The efforts that people can choose for a model; empty if it takes none, or if that is not known. */
export const effortsOf = (place: Place, model: string): Effort[] =>
  efforts.filter((effort) => effortValues(place, model, effort).length > 0);
