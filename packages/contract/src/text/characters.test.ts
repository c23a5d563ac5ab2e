import { expect, test, vi } from 'vitest';
import { maxMessageLength, maxTitleLength } from '../chat/limits.ts';
import { guestChatBodySchema, updateConversationInputSchema } from '../chat/schemas.ts';
import { characterCount } from './characters.ts';

// Every first page loads some of them, and the first number that is written in a locale's format costs a browser milliseconds.
test.each(['admin', 'archive', 'auth', 'campaigns', 'chat', 'memory', 'reports', 'subscription'])(
  'loading the limits of %s formats no number',
  async (feature) => {
    const formats = vi.spyOn(Number.prototype, 'toLocaleString');
    vi.resetModules();
    await import(`../${feature}/limits.ts`);
    expect(formats).not.toHaveBeenCalled();
    formats.mockRestore();
  },
);

test('characters are counted as the schemas count them', () => {
  expect([...['', 'tea', 'té', '😀', 'مرحبا', '👨‍👩‍👧']].map(characterCount)).toEqual([0, 3, 2, 1, 5, 5]);
  for (const length of [maxMessageLength, maxMessageLength + 1]) {
    const message = '😀'.repeat(length);
    expect(characterCount(message)).toBe(length);
    expect(guestChatBodySchema.safeParse({ message }).success).toBe(length <= maxMessageLength);
  }
  for (const length of [maxTitleLength, maxTitleLength + 1])
    expect(updateConversationInputSchema.safeParse({ conversationId: 1, title: '😀'.repeat(length) }).success).toBe(
      length <= maxTitleLength,
    );
});
