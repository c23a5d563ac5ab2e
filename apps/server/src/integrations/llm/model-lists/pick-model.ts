import type { KeyProvider } from '@noek/contract/config/key-providers';
import { knownEnd, picks } from '../../../settings/known-models.ts';
import type { ListedModel } from './read-model-list.ts';

/** The last day of a model, as its provider's list says, otherwise as the built-in table does; null: none is known. */
export const endOf = (model: string, list: readonly ListedModel[] | null): string | null =>
  list?.find(({ id }) => id === model)?.endsAt ?? knownEnd(model);

/** Whether a model is still offered. Its last day counts to its end in UTC. `now` is in milliseconds since 1970. */
export const isOffered = (endsAt: string | null, now: number): boolean =>
  endsAt === null || now < Date.parse(`${endsAt}T00:00:00Z`) + 24 * 60 * 60_000;

type Asked = {
  list: readonly ListedModel[] | null;
  now: number;
  /** Models that the provider lists but does not let this key use. */
  without?: ReadonlySet<string>;
};

/**
 * The model of a provider that needs only a key, and all others of its families, the best ones first. Without a list, it is the one that was
 * picked `before`, otherwise the built-in one. A list without any model of the families gives its first one.
 */
export function pickModels(prefix: KeyProvider['prefix'], { list, now, without }: Asked, before?: string): string[] {
  const { families, otherwise } = picks[prefix];
  if (!list || list.length === 0) return [before ?? otherwise];
  const offered = list.filter(({ id, endsAt }) => isOffered(endsAt ?? knownEnd(id), now) && !without?.has(id));
  const ofFamilies = families.flatMap((family) =>
    offered
      .flatMap(({ id }) => {
        const match = family.exec(id);
        return match ? { id, version: match.slice(1).map((part) => Number(part ?? 0)) } : [];
      })
      .sort((one, other) => compare(other.version, one.version)),
  );
  if (ofFamilies.length > 0) return [...new Set(ofFamilies.map(({ id }) => id))];
  return [offered[0]?.id ?? before ?? otherwise];
}

function compare(one: readonly number[], other: readonly number[]): number {
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
