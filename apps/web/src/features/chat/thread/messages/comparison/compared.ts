import { StoredValue } from '../../../../../components/base/stored-value/stored-value.ts';
import { useStoredValue } from '../../../../../components/base/stored-value/use-stored-value.ts';

type Compared = readonly (readonly [conversationId: number, answerId: string])[];

const mostKept = 20;

/** The comparisons of this tab, by conversation. They survive a reload. */
const compared = new StoredValue<Compared>(
  'noek_compared',
  {
    parse: (text) => JSON.parse(text ?? '[]') as Compared,
    print: (value) => (value.length > 0 ? JSON.stringify(value) : null),
  },
  'sessionStorage',
);

/** Compares an answer of a conversation with the newest other answer to the same question; null ends the comparison. */
export function compareAnswer(conversationId: number, answerId: string | null): void {
  const others = compared.get().filter(([id]) => id !== conversationId);
  compared.set(answerId === null ? others : [...others.slice(1 - mostKept), [conversationId, answerId]]);
}

/** The answer that is compared in a conversation; null without one. */
export const useCompared = (conversationId: number): string | null =>
  useStoredValue(compared).find(([id]) => id === conversationId)?.[1] ?? null;
