import { use, useRef } from 'react';
import { loadMaths } from '../markdown/maths/load-maths.ts';

/** What may be a formula. Prices are none. */
const formula = /\$\$|\$[^\s\d$][^$\n]*\$|\\[([]|\\begin\{/;
let loading: Promise<unknown> | null = null;
let isDone = false;

/**
 * Suspends until the code of formulas has loaded, or cannot be loaded, when a conversation with formulas opens: its messages would move when
 * it comes later. What is on the page already does not wait.
 */
export function useFormulas(conversationId: number | null, messages: readonly { content: string }[]): void {
  const shown = useRef<number | null>(null);
  if (!isDone && shown.current !== conversationId && messages.some(({ content }) => formula.test(content))) {
    const end = () => {
      isDone = true;
    };
    loading ??= loadMaths().then(end, end);
    use(loading);
  }
  shown.current = conversationId;
}
