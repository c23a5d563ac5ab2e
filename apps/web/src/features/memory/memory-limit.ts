import { defaultMemoryLimit } from '@noek/contract/limits';
import type { MemoryList } from '@noek/contract/memory';

type Counted = { count: number; limit?: MemoryList['limit'] | undefined };

export const limitReachedText = 'Memory limit reached! Delete some memories or upgrade.';

const number = new Intl.NumberFormat('en-US');

/** A limit of -1 means none, like 'unlimited'. */
const isUnlimited = (limit: MemoryList['limit']) => limit === 'unlimited' || limit === -1;

/** May nothing more be kept? Without a limit that of the basic plan counts. */
export const isLimitReached = ({ count, limit = defaultMemoryLimit }: Counted): boolean =>
  !isUnlimited(limit) && count >= Number(limit);

/** "12 / 50 memories", and "12 / ∞ memories" where there is no limit. */
export const counterText = ({ count, limit = defaultMemoryLimit }: Counted): string =>
  `${number.format(count)} / ${isUnlimited(limit) ? '∞' : number.format(Number(limit))} memories`;
