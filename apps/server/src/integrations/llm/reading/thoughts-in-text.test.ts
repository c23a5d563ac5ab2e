import { expect, test } from 'vitest';
import { ThoughtsInText } from './thoughts-in-text.ts';

function read(text: string, size: number) {
  const reader = new ThoughtsInText();
  const all = { reasoning: '', text: '' };
  const add = (parts: typeof all) => {
    all.reasoning += parts.reasoning;
    all.text += parts.text;
  };
  for (let at = 0; at < text.length; at += size) add(reader.take(text.slice(at, at + size)));
  add(reader.end());
  return all;
}

const texts: [what: string, written: string, reasoning: string, text: string][] = [
  ['thoughts before an answer', '<think>\nNoon, I think.\n</think>\n\nAt noon.', 'Noon, I think.\n', 'At noon.'],
  ['empty thoughts', '<think>\n\n</think>\n\nAt noon.', '', 'At noon.'],
  ['a longer tag', '\n<thinking>Hm.</thinking>At noon.', 'Hm.', 'At noon.'],
  ['thoughts without an end', '<think>Noon </th', 'Noon </th', ''],
  ['signs that look like the end', '<think>a < b </thin x</think>Yes.', 'a < b </thin x', 'Yes.'],
  ['an ordinary answer', 'At noon.', '', 'At noon.'],
  ['tags inside an answer', 'Write <think>…</think> around it.', '', 'Write <think>…</think> around it.'],
  ['another tag', '<this is not one', '', '<this is not one'],
];

test.each(texts)('%s', (_, written, reasoning, text) => {
  for (const size of [1, 3, 1_000]) expect(read(written, size)).toEqual({ reasoning, text });
});
