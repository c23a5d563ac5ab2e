import { expect, test, vi } from 'vitest';
import { guestChatBodySchema, renameBodySchema } from './chat.ts';
import { characterCount, maxMessageLength, maxTitleLength } from './limits.ts';

// Every first page loads them, and the first number that is written in a locale's format costs a browser milliseconds.
test('loading the limits formats no number', async () => {
  const formats = vi.spyOn(Number.prototype, 'toLocaleString');
  vi.resetModules();
  await import('./limits.ts');
  expect(formats).not.toHaveBeenCalled();
  formats.mockRestore();
});

test('characters are counted as the schemas count them', () => {
  expect([...['', 'tea', 'té', '😀', 'مرحبا', '👨‍👩‍👧']].map(characterCount)).toEqual([0, 3, 2, 1, 5, 5]);
  for (const length of [maxMessageLength, maxMessageLength + 1]) {
    const message = '😀'.repeat(length);
    expect(characterCount(message)).toBe(length);
    expect(guestChatBodySchema.safeParse({ message }).success).toBe(length <= maxMessageLength);
  }
  for (const length of [maxTitleLength, maxTitleLength + 1])
    expect(renameBodySchema.safeParse({ title: '😀'.repeat(length) }).success).toBe(length <= maxTitleLength);
});
