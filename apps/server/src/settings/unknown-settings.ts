import { environmentVariables } from './environment.ts';

/** Shorter names are too often one letter away from a variable of some other program. */
const shortest = 7;
const mostDifferences = 2;

/**
 * Variables that look like misspelled settings of Noek: a letter too few, another order, lower case, or "NOEK_" in front. Each comes with
 * the setting that was probably meant.
 */
export function unknownSettings(env: Record<string, string | undefined>): { name: string; meant: string }[] {
  return Object.entries(env)
    .filter(([name, value]) => value && !environmentVariables.includes(name))
    .flatMap(([name]) => {
      const meant = settingLike(name.toUpperCase());
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function settingLike(name: string): string | undefined {
  const bare = name.replace(/^NOEK_/, '');
  if (environmentVariables.includes(bare)) return bare;
  if (bare.length < shortest) return;
  return environmentVariables
    .filter((setting) => setting.length >= shortest && Math.abs(setting.length - bare.length) <= mostDifferences)
    .map((setting) => ({ setting, differences: differences(bare, setting) }))
    .filter(({ differences }) => differences <= mostDifferences)
    .toSorted((one, other) => one.differences - other.differences)[0]?.setting;
}

/**
 * How many letters have to be added, removed, replaced or swapped with the next one to make one text the other. It makes no list per cell: all
 * variables are compared with all settings at each start, and the lists were a third of what a start allocated.
 */
function differences(one: string, other: string): number {
  let before: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row++) {
    const next = [row];
    for (let at = 1; at <= other.length; at++) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const changed = Math.min((last[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1, (last[at - 1] ?? 0) + (isSame ? 0 : 1));
      next.push(isSwapped ? Math.min(changed, (before[at - 2] ?? 0) + 1) : changed);
    }
    before = last;
    last = next;
  }
  return last[other.length] ?? 0;
}
