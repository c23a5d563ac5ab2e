import { beyondLimits, firstTokenLimits } from '../../figures/figures.ts';

/**
 * The time within which this share of answers got their first text, in milliseconds. It assumes that answers are spread evenly within their
 * bucket, and is at most the last limit. Null without answers.
 */
export function firstTokenPercentile(countOf: (bucket: string) => number, share: number): number | null {
  const buckets = [...firstTokenLimits.map(String), beyondLimits].map(countOf);
  const total = buckets.reduce((a, b) => a + b, 0);
  if (total === 0) return null;
  let left = total * share;
  for (const [i, limit] of firstTokenLimits.entries()) {
    const inBucket = buckets[i] ?? 0;
    const from = firstTokenLimits[i - 1] ?? 0;
    if (inBucket > 0 && left <= inBucket) return Math.round(from + ((limit - from) * left) / inBucket);
    left -= inBucket;
  }
  return firstTokenLimits.at(-1) ?? null;
}
