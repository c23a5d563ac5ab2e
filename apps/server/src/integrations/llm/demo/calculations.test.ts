import { describe, expect, test } from 'vitest';
import { createCalculator } from '../../calculator/calculator.ts';
import type { LlmMessage } from '../llm.ts';
import { collect, request } from '../testing/loopback-upstream.ts';
import { createDemo } from './demo.ts';

const demo = createDemo({ demoPauseMs: [0, 0] });
const calculator = createCalculator();
const calculate = { name: 'calculate', description: 'Calculates.', parameters: { type: 'object', properties: {} } };
const user = (content: string): LlmMessage => ({ role: 'user', content });
const given = (messages: readonly LlmMessage[]) =>
  collect(demo, request({ messages: [{ role: 'system', content: 'You are Noek.' }, ...messages], tools: [calculate] }));

/** Asks the demo, runs the program that it calls the tool with, and returns its answer. `source` is null if it called none. */
async function ask(question: string): Promise<{ source: string | null; text: string }> {
  const first = await given([user(question)]);
  const [call] = first.toolCalls;
  if (!call) return { source: null, text: first.text };
  const { source } = JSON.parse(call.arguments) as { source: string };
  const table = async () => ({ problem: 'There is no file.' });
  const result = await calculator.calculate({ source, table, signal: AbortSignal.timeout(10_000) });
  const told = result.ok ? { result: result.text } : { error: result.problem };
  const content = `<data nonce="n" name="calculate">\n${JSON.stringify(told)}\n</data nonce="n">`;
  const { id, name } = call;
  const answered = await given([
    user(question),
    { role: 'assistant', content: '', toolCalls: [{ id, name, arguments: call.arguments }] },
    { role: 'tool', callId: id, content },
  ]);
  return { source, text: answered.text };
}

describe('sums', () => {
  test.each([
    ['What is 17% of 250?', '**17% of 250 = 42.5**'],
    ['what is 12.5 % of 3,480', '**12.5% of 3480 = 435**'],
    ['Was sind 12,5 % von 3.480?', '**12.5% of 3480 = 435**'],
    ['0.1 + 0.2', '**0.1 + 0.2 = 0.3**'],
    ['0,1 + 0,2', '**0.1 + 0.2 = 0.3**'],
    ['12 * (3 + 4) =', '**12 × (3 + 4) = 84**'],
    ['what is 7 times 8', '**7 × 8 = 56**'],
    ['2 + 3 * 4', '**2 + 3 × 4 = 14**'],
    ['2 ^ 3 ^ 2', '**2 ^ 3 ^ 2 = 512**'],
    ['-(1 - 5) / 8', '**-(1 - 5) / 8 = 0.5**'],
    ['sqrt(2.25) + .5', '**sqrt(2.25) + .5 = 2**'],
    ['square root of 16 + 9', '**sqrt 16 + 9 = 13**'],
    ['7 % 4', '**7 % 4 = 3**'],
    ['123456789 * 987654321', '**123456789 × 987654321 = 121,932,631,112,635,269**'],
    ['1,000,000.01 - 0.01', '**1000000.01 - 0.01 = 1,000,000**'],
    ['4.35 * 100', '**4.35 × 100 = 435**'],
    ['10 / 0', '**10 / 0** has no finite result: it divides by zero or is too large to write down.'],
  ])('“%s”', async (question, expected) => {
    expect((await ask(question)).text).toBe(expected);
  });

  test.each(['1 +', '(1', '1 2', '-2 ^ 2', '2026-03-03', 'sqrt sqrt', '3 -', '1.2.3 + 1'])(
    '“%s” is none',
    async (question) => {
      expect((await ask(question)).source).toBeNull();
    },
  );

  test('a long line of signs is read at once', async () => {
    for (const text of ['1+', '(', '-', 'sqrt ', '% of '])
      expect((await ask(text.repeat(32_000 / text.length))).source).toBeNull();
  });
});

describe('days', () => {
  test.each([
    ['How many days from 3 March to 24 December?', 'From 3 March to 24 December, it is **296 days**.'],
    ['how many days are there between March 3rd and December 24th', 'From 3 March to 24 December, it is **296 days**.'],
    ['Wie viele Tage vom 3. März bis zum 24. Dezember?', 'From 3 March to 24 December, it is **296 days**.'],
    ['How many days between 2024-02-28 and 2024-03-01?', 'From 28 February 2024 to 1 March 2024, it is **2 days**.'],
    ['How many days from 30 December 2026 to 2 January', 'From 30 December 2026 to 2 January, it is **3 days**.'],
    ['days from 1 May to 2 May', 'From 1 May to 2 May, it is **1 day**.'],
  ])('“%s”', async (question, expected) => {
    expect((await ask(question)).text).toBe(expected);
  });

  test('a date that does not exist is told', async () => {
    expect((await ask('How many days from 31 April to 24 December?')).text).toContain(
      'one of these dates does not exist',
    );
  });

  test('other questions about days are not counted', async () => {
    for (const question of ['How many days are in March?', 'How many days until Christmas?'])
      expect((await ask(question)).source).toBeNull();
  });
});
