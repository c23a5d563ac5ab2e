// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { sendRefusal } from './send-refusal.ts';

const refusal = (message: string, data: object) => Object.assign(new Error(message), { data });

test("[8.36] a used-up allowance keeps the server's sentence and says when it resets", () => {
  const resetAt = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const { kind, text } = sendRefusal(
    refusal("You've used all 3,000 messages.", { code: 'MESSAGE_LIMIT_REACHED', httpStatus: 429, resetAt }),
    'box',
  );
  expect(kind).toBe('limit');
  expect(text).toMatch(/^You've used all 3,000 messages\. Resets at .+ on [A-Z][a-z]{2} \d+\.$/);
});

test('any other refusal says whether the text was restored', () => {
  const error = refusal('The server is busy.', { httpStatus: 503 });
  expect(sendRefusal(error, 'box')).toEqual({
    kind: 'failed',
    text: 'The server is busy. Your message is back in the message box.',
  });
  expect(sendRefusal(error, 'editor').text).toBe('The server is busy. Your edit was kept.');
  expect(sendRefusal(error, null).text).toBe('The server is busy.');
});
