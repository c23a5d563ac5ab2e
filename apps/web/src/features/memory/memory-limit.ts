import type { MemoryList } from '@noek/contract/memory/schemas';
import { defaultMemoryLimit } from '@noek/contract/subscription/limits';
import { isUnlimited } from './texts.ts';

type Counted = { count: number; limit?: MemoryList['limit'] | undefined };

/** Whether no more memories can be added. A list without a limit has that of the basic plan. */
export const isLimitReached = ({ count, limit = defaultMemoryLimit }: Counted): boolean =>
  !isUnlimited(limit) && count >= Number(limit);
