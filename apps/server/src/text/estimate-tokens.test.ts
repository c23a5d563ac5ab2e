import { expect, test } from 'vitest';
import { tokensOfPicture } from './estimate-tokens.ts';

/** The rules of providers, from their documentation. */
const rules: Record<string, (width: number, height: number) => number> = {
  /** 85 tokens and 170 for each tile of 512 pixels, after the shorter side was brought down to 768. */
  openAi(width, height) {
    const scale = Math.min(1, 768 / Math.min(width, height));
    return 85 + 170 * Math.ceil((width * scale) / 512) * Math.ceil((height * scale) / 512);
  },
  /** A token for 750 pixels, after the picture was brought down to 1,568 pixels. */
  claude(width, height) {
    const scale = Math.min(1, 1_568 / Math.max(width, height));
    return Math.ceil((width * scale * height * scale) / 750);
  },
  /** 258 for each tile of 768 pixels. */
  gemini: (width, height) => 258 * Math.ceil(width / 768) * Math.ceil(height / 768),
  /** A token for each square of 28 pixels. */
  qwen: (width, height) => Math.ceil(width / 28) * Math.ceil(height / 28),
};

test.each([
  [1, 1],
  [64, 64],
  [769, 100],
  [512, 512],
  [800, 600],
  [1_024, 768],
  [2_048, 1_536],
  [2_048, 2_048],
])('the estimate for a picture of %i × %i pixels is enough for common models, and at most 5,800', (width, height) => {
  const estimate = tokensOfPicture({ width, height });
  for (const tokens of Object.values(rules)) expect(estimate).toBeGreaterThanOrEqual(tokens(width, height));
  expect(estimate).toBeLessThanOrEqual(5_800);
});

test('a larger picture counts as it is sent, and one of unknown size as the largest', () => {
  expect(tokensOfPicture({ width: 20_480, height: 10_240 })).toBe(tokensOfPicture({ width: 2_048, height: 1_024 }));
  expect(tokensOfPicture()).toBe(tokensOfPicture({ width: 2_048, height: 2_048 }));
  expect(tokensOfPicture({ width: 640, height: 480 })).toBeLessThan(tokensOfPicture() / 10);
});
