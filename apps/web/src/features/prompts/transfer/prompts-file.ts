import { maxPrompts } from '@noek/contract/prompts/limits';
import { type PromptFields, promptFieldsSchema } from '@noek/contract/prompts/schemas';
import { promptTexts } from '../texts.ts';

const texts = promptTexts.transfer;

/** A file of prompts: `{ "prompts": [{ "name", "text" }] }`. */
export const printPrompts = (prompts: readonly PromptFields[]): string =>
  `${JSON.stringify({ prompts: prompts.map(({ name, text }) => ({ name, text })) }, null, 2)}\n`;

/** The prompts of a file, or a sentence that says what is wrong with it. A bare list without the object around it is read, too. */
export function parsePrompts(file: string): { prompts: PromptFields[] } | { problem: string } {
  const list = listIn(file);
  if (!list) return { problem: texts.unreadable };
  if (list.length === 0) return { problem: texts.none };
  if (list.length > maxPrompts) return { problem: texts.tooMany(list.length) };
  const prompts: PromptFields[] = [];
  for (const [at, given] of list.entries()) {
    if (typeof given !== 'object' || given === null) return { problem: texts.unreadable };
    const { data, error } = promptFieldsSchema.safeParse(given);
    if (error) return { problem: texts.wrongPrompt(at + 1, error.issues[0]?.message ?? texts.unreadable) };
    prompts.push(data);
  }
  return { prompts };
}

function listIn(file: string): unknown[] | null {
  try {
    const content: unknown = JSON.parse(file.replace(/^\uFEFF/, ''));
    const list = Array.isArray(content) ? content : (content as { prompts?: unknown } | null)?.prompts;
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** The prompts that are not among the known ones, each once. */
export function newIn(prompts: readonly PromptFields[], known: readonly PromptFields[]): PromptFields[] {
  const keyOf = ({ name, text }: PromptFields) => JSON.stringify([name, text]);
  const seen = new Set(known.map(keyOf));
  return prompts.filter((prompt) => !seen.has(keyOf(prompt)) && Boolean(seen.add(keyOf(prompt))));
}
