import { defaultMemoryLimit, premiumMemoryLimit } from '@noek/contract/memory/limits';

/** How many memories each tier has, as a sentence. */
export const memoryTiers = `${defaultMemoryLimit} memories on Basic, ${premiumMemoryLimit} on SuperNoek and an unlimited number for administrators`;
