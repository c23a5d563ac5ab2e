import type { Message } from './schemas.ts';

/** What people read when every model that was asked for an answer is gone. */
export const modelsGoneText = (names: readonly string[]): string =>
  names.length === 1
    ? `The model ${names[0]} is no longer available.`
    : `The models ${listOf(names)} are no longer available.`;

/** The line under an answer that another model gave than the ones that are gone. */
export const otherAnsweredText = (names: readonly string[]): string =>
  names.length === 1
    ? `${names[0]} is no longer available, so another model answered.`
    : `${listOf(names)} are no longer available, so another model answered.`;

const listOf = (names: readonly string[]): string => new Intl.ListFormat('en-GB').format(names);

/** The line under an answer of a model that takes no tools; null if what it could not do was done without them. */
export function toolsLeftOutText({ toolsLeftOut, steps }: Pick<Message, 'toolsLeftOut' | 'steps'>): string | null {
  if (!toolsLeftOut) return null;
  const has = (kind: string) => steps.some((step) => step.kind === kind && step.status === 'done');
  const missing = [...(has('search') ? [] : ['search']), ...(has('memory') ? [] : ['memory'])];
  return missing.length > 0 ? `Answered without ${missing.join(' and ')}: this model takes no tools here.` : null;
}
