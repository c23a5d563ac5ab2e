import { expect, test } from 'vitest';
import { type Parts, ThoughtsInText } from './thoughts-in-text.ts';

function read(text: string, size: number) {
  const reader = new ThoughtsInText();
  const all = { reasoning: '', text: '' };
  const add = (parts: Parts) => {
    if (parts.isThoughtSoFar) {
      all.reasoning += all.text;
      all.text = '';
    }
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
  ['attributes', '<think time="3">Noon.</think>At noon.', 'Noon.', 'At noon.'],
  ['capitals', '<THINK>Noon.</Think>At noon.', 'Noon.', 'At noon.'],
  ["Gemini's tag", '<thought>\nNoon.\n</thought>\nAt noon.', 'Noon.\n', 'At noon.'],
  ["Seed's tag", '<seed:think>Noon.</seed:think>At noon.', 'Noon.', 'At noon.'],
  ["Magistral's marks", '[THINK]Noon.[/THINK]At noon.', 'Noon.', 'At noon.'],
  ["Kimi's marks", '◁think▷Noon.◁/think▷At noon.', 'Noon.', 'At noon.'],
  ["Gemma's channel", '<|channel>thought\nNoon.<channel|>At noon.', 'Noon.', 'At noon.'],
  [
    "harmony's channels",
    '<|channel|>analysis<|message|>Noon.<|end|><|start|>assistant<|channel|>final<|message|>At noon.<|return|>',
    'Noon.',
    'At noon.',
  ],
  [
    'two thoughts in channels',
    '<|channel|>analysis<|message|>Noon.<|end|><|start|>assistant<|channel|>commentary<|message|>Sure.<|end|><|start|>assistant<|channel|>final<|message|>At noon.',
    'Noon.Sure.',
    'At noon.',
  ],
  ['an answer in a channel without thoughts', '<|channel|>final<|message|>At noon.<|end|>', '', 'At noon.'],
  ['a thought in the middle', 'Let me look.\n\n<think>Noon?</think>\n\nAt noon.', 'Noon?', 'Let me look.\n\nAt noon.'],
  ['a closing tag alone', 'Noon, I think.\n</think>\n\nAt noon.', 'Noon, I think.\n', 'At noon.'],
  ['a closing tag right after a sentence', 'Noon, I think.</think>At noon.', 'Noon, I think.', 'At noon.'],
  [
    'a closing tag right after a word',
    'Two and two are 4</think>The answer is 4.',
    'Two and two are 4',
    'The answer is 4.',
  ],
  ['a closing tag after a space', 'Two and two are 4 </think>\n\nFour.', 'Two and two are 4 ', 'Four.'],
  ['a closing tag at the very end', 'Two and two are 4.</think>', 'Two and two are 4.', ''],
  ['a closing tag in quotes', 'It ends with "</think>" alone.', '', 'It ends with "</think>" alone.'],
  ['a closing tag at the end of a line', 'It ends with </think>\nand text.', '', 'It ends with </think>\nand text.'],
  ['another tag for thoughts', '<reasoning>Noon.</reasoning>\nAt noon.', 'Noon.', 'At noon.'],
  [
    "Cohere's marks",
    '<|START_THINKING|>Noon.<|END_THINKING|><|START_RESPONSE|>At noon.<|END_RESPONSE|>',
    'Noon.',
    'At noon.',
  ],
  ["MedGemma's marks", '<unused94>thought\nNoon.<unused95>At noon.', 'Noon.', 'At noon.'],
  ["Hunyuan's marks", '<think>\nNoon.\n</think>\n<answer>\nAt noon.\n</answer>', 'Noon.\n', 'At noon.\n'],
  ['an answer in a tag that was asked for', '<answer>At noon.</answer>', '', '<answer>At noon.</answer>'],
  [
    "Apriel's marks",
    'Here are my reasoning steps:\nNoon.\n[BEGIN FINAL RESPONSE]\nAt noon.\n[END FINAL RESPONSE]',
    'Here are my reasoning steps:\nNoon.\n',
    'At noon.\n',
  ],
  ['a closing tag and no thought', '</think>\n\nAt noon.', '', 'At noon.'],
  ['a second closing tag', '<think>Noon.</think>\n</think>\nAt noon.', 'Noon.', 'At noon.'],
  ['a closing tag in a sentence', 'It ends with the </think> tag.', '', 'It ends with the </think> tag.'],
  [
    'tags in code',
    'Write:\n\n```\n<think>\nNoon.\n</think>\n```\nAnd `</think>` ends it.',
    '',
    'Write:\n\n```\n<think>\nNoon.\n</think>\n```\nAnd `</think>` ends it.',
  ],
  ['marks of a frame in an answer', 'The mark <|end|> ends it.', '', 'The mark <|end|> ends it.'],
  ['a list and a comparison', '[1] and [THIS] and a < b\n<b>x</b>', '', '[1] and [THIS] and a < b\n<b>x</b>'],
  ['white space before an answer', '  \n At noon.', '', '  \n At noon.'],
  ['a cut mark', 'At noon. <|cha', '', 'At noon. <|cha'],
  ['Chinese text before a closing tag', '我想是中午。</think>\n中午。', '我想是中午。', '中午。'],
];

test.each(texts)('%s', (_, written, reasoning, text) => {
  for (const size of [1, 3, 1_000]) expect(read(written, size)).toEqual({ reasoning, text });
});
