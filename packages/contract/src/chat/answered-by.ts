import type { Message } from './schemas.ts';

const note = (model: string) => ` (${model} is no longer available)`;

/** The `answeredBy` of an answer: who answered, and the chosen model that is no longer offered (null: none). */
export const answeredByText = ({ provider, model }: { provider: string; model: string }, gone: string | null): string =>
  `${provider} · ${model}${gone === null ? '' : note(gone)}`;

/** The parts of `answeredBy`: who answered, and the chosen model that did not because it is no longer offered. */
export function readAnsweredBy({ answeredBy, model }: Pick<Message, 'answeredBy' | 'model'>): {
  name: string | null;
  gone: string | null;
} {
  if (answeredBy === null || !model || !answeredBy.endsWith(note(model))) return { name: answeredBy, gone: null };
  return { name: answeredBy.slice(0, -note(model).length), gone: model };
}
