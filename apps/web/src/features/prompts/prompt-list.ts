import type { Prompt } from '@noek/contract/prompts/schemas';
import { filterBy, foldFully } from '@noek/contract/text/folded-words';

/** The prompts whose name and text together contain every word of `text`, in their order. */
export function filterPrompts(prompts: readonly Prompt[], text: string): Prompt[] {
  const hasWords = filterBy(text);
  return prompts.filter((prompt) => hasWords(`${prompt.name} ${prompt.text}`));
}

/**
 * What the text of the message box asks for: the words after its "/". Null if it asks for no prompt: it does not begin with "/", or has
 * several lines.
 */
export const queryOf = (text: string): string | null =>
  text.startsWith('/') && !text.includes('\n') ? text.slice(1).trim() : null;

/** The prompts that "/" offers for a query: the person's before the published ones, and of both those first whose name fits better. */
export function promptsFor(prompts: readonly Prompt[], query: string): Prompt[] {
  const [first = ''] = foldFully(query).trim().split(/\s+/);
  const rank = ({ name, published }: Prompt) => {
    const searched = foldFully(name);
    const fit = searched.startsWith(first) ? 0 : searched.includes(first) ? 1 : 2;
    return (published ? 3 : 0) + fit;
  };
  return filterPrompts(prompts, query).toSorted((a, b) => rank(a) - rank(b));
}

export const ownOf = (prompts: readonly Prompt[]): Prompt[] => prompts.filter(({ published }) => !published);
export const publishedOf = (prompts: readonly Prompt[]): Prompt[] => prompts.filter(({ published }) => published);

/** The list with a prompt replaced or added: one of the person's after their others, a published one at the end. */
export function withPrompt(prompts: readonly Prompt[], prompt: Prompt): Prompt[] {
  if (prompts.some(({ id }) => id === prompt.id)) return prompts.map((one) => (one.id === prompt.id ? prompt : one));
  return prompt.published ? [...prompts, prompt] : [...ownOf(prompts), prompt, ...publishedOf(prompts)];
}

export const withoutPrompt = (prompts: readonly Prompt[], id: string): Prompt[] =>
  prompts.filter((prompt) => prompt.id !== id);

/** The list with the person's prompts in the order of `ids`. Those that are not named come after them. */
export function inOrder(prompts: readonly Prompt[], ids: readonly string[]): Prompt[] {
  const place = new Map(ids.map((id, at) => [id, at]));
  const own = ownOf(prompts).toSorted((a, b) => (place.get(a.id) ?? ids.length) - (place.get(b.id) ?? ids.length));
  return [...own, ...publishedOf(prompts)];
}

/** The ids with one moved to another place, from 0. */
export function moved(ids: readonly string[], id: string, to: number): string[] {
  const others = ids.filter((one) => one !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
}
