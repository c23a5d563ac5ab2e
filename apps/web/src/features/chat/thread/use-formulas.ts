import { useEffect, useRef, useState } from 'react';
import { loadMaths } from '../markdown/maths/load-maths.ts';

/** What may be a formula. Prices are none. */
const formula = /\$\$|\$[^\s\d$][^$\n]*\$|\\[([]|\\begin\{/;
/** The code of formulas has loaded, or cannot be loaded. */
let isDone = false;

/**
 * Whether a conversation that opens has to wait for the code of formulas: its messages would move when it comes later. What is on the page
 * already does not wait.
 */
export function useFormulas(conversationId: number | null, messages: readonly { content: string }[]): boolean {
  const shown = useRef<number | null>(null);
  const [, setIsDone] = useState(isDone);
  const waits = !isDone && shown.current !== conversationId && messages.some(({ content }) => formula.test(content));
  useEffect(() => {
    if (!waits) {
      shown.current = conversationId;
      return;
    }
    const end = () => {
      isDone = true;
      setIsDone(true);
    };
    loadMaths().then(end, end);
  }, [waits, conversationId]);
  return waits;
}
