/**
 * What is counted, with its labels.
 *
 * - people: `signed-up` and `active` (who wrote a message in that hour); `active-day` counts each person once per day.
 * - guests: `signed-up` (guests whose chats moved into an account that had never been used).
 * - messages: `people` and `guests`, by whom they wrote.
 * - answers: how they ended (`complete`, `stopped`, `interrupted`, `failed`).
 * - models: answers by "provider · model".
 * - first-token: answers by the time until their first text, as the upper limit of its bucket in milliseconds, or `more`.
 * - queue: `waited` (answers that had to wait for a slot) and `ms` (their total time in the queue).
 * - plans: the change in the number of people on SuperNoek.
 * - revenue: paid minus refunded, by currency, in its smallest unit.
 */
export type Metric =
  | 'people'
  | 'guests'
  | 'messages'
  | 'answers'
  | 'models'
  | 'first-token'
  | 'queue'
  | 'plans'
  | 'revenue';

export type Figure = { metric: Metric; label: string; amount: number };

export const hourMs = 60 * 60 * 1000;
/** The number of the hour since 1970, in UTC. */
export const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** Upper limits of the buckets of the time to the first text, in milliseconds. */
export const firstTokenLimits = [250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const;
export const beyondLimits = 'more';

/** The bucket of a time to the first text, in milliseconds. */
export const firstTokenBucket = (ms: number): string =>
  String(firstTokenLimits.find((limit) => ms <= limit) ?? beyondLimits);
