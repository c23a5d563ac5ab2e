import type { ProviderConfig } from '../../../settings/setting-values.ts';
import { endOf, isOffered, pickModels } from './pick-model.ts';
import type { ListedModel } from './read-model-list.ts';

/** What is known about one provider's models. `picked`: the model that was picked from an earlier list. */
export type KnownList = { list: readonly ListedModel[] | null; picked: string | null };

/** How long a model that a provider did not let this key use is passed over. */
const goneForMs = 60 * 60_000;

/** How long the window of a model that found a message too long is smaller. */
const smallerForMs = 24 * 60 * 60_000;
/** What is tried next, as a share of what was too long: the tokens are an estimate. */
const smallerBy = 0.7;
/** No window is made smaller than this. */
const leastTokens = 4_000;

/** The id of a provider's list. */
export const listId = ({ name, baseUrl }: Pick<ProviderConfig, 'name' | 'baseUrl'>): string => `${name} ${baseUrl}`;

/** What this process knows about the models of its providers. The database has the same for all processes. */
export class ModelLists {
  readonly #known = new Map<string, KnownList>();
  readonly #gone = new Map<string, Map<string, number>>();
  readonly #most = new Map<string, { tokens: number; until: number }>();
  readonly #whenGone = new Set<(id: string) => void>();
  #version = 0;
  /** The time in milliseconds since 1970. */
  readonly now: () => number;

  constructor(now: () => number = Date.now) {
    this.now = now;
  }

  /** Changes whenever something is learned. */
  get version(): number {
    return this.#version;
  }

  /** Says that something else that is known about models has changed. */
  changed(): void {
    this.#version += 1;
  }

  of(id: string): KnownList {
    return this.#known.get(id) ?? { list: null, picked: null };
  }

  learn(id: string, known: KnownList): void {
    this.#known.set(id, known);
    this.#version += 1;
  }

  /** Notes that a provider no longer lets this key use a model, and has its list read again. */
  noteGone(id: string, model: string): void {
    const gone = this.#gone.get(id) ?? new Map<string, number>();
    this.#gone.set(id, gone.set(model, this.now() + goneForMs));
    this.#version += 1;
    for (const tell of this.#whenGone) tell(id);
  }

  /** `tell` is called with the id of a provider that does not have a model any more. */
  onGone(tell: (id: string) => void): void {
    this.#whenGone.add(tell);
  }

  /** Notes that about so many tokens were too many for a model: its window is smaller for a day. */
  noteTooLong(id: string, model: string, tokens: number): void {
    const most = Math.max(leastTokens, Math.floor(Math.min(tokens, this.mostOf(id, model)) * smallerBy));
    this.#most.set(`${id} ${model}`, { tokens: most, until: this.now() + smallerForMs });
    this.#version += 1;
  }

  /** The most tokens of a model's window, after it found a message too long. */
  mostOf(id: string, model: string): number {
    const most = this.#most.get(`${id} ${model}`);
    return most && most.until > this.now() ? most.tokens : Number.POSITIVE_INFINITY;
  }

  goneModels(id: string): ReadonlySet<string> {
    const now = this.now();
    return new Set([...(this.#gone.get(id) ?? [])].flatMap(([model, until]) => (until > now ? model : [])));
  }
}

/** The models of a provider that are offered now: `model` answers first, `models` has it and all others. */
export type Offer = { model: string; models: readonly string[]; premiumModel: string | undefined };

/**
 * What a provider offers now. One that needs only a key, without a model set for it, has the models of its families; others have those of
 * their setting, without the ones that have ended. `model` is never missing: one that has ended may still answer.
 */
export function offerOf(config: ProviderConfig, lists: ModelLists, now: number): Offer {
  const id = listId(config);
  const { list, picked } = lists.of(id);
  if (config.picks !== undefined) {
    const without = lists.goneModels(id);
    const models = pickModels(config.picks, { list, now, without }, picked ?? undefined);
    const [model = config.model] = models;
    return { model, models, premiumModel: undefined };
  }
  const isThere = (model: string | undefined): model is string =>
    model !== undefined && isOffered(endOf(model, list), now);
  const models = [...new Set([config.model, ...(config.models ?? [])])].filter(isThere);
  const premiumModel = isThere(config.premiumModel) ? config.premiumModel : undefined;
  return { model: models[0] ?? config.model, models, premiumModel };
}
