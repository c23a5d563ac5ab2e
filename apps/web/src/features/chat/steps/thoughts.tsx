import type { Reasoning } from '@noek/contract/chat/answers';
import { Fold } from './fold.tsx';
import { stepTexts } from './texts.ts';

/** The thoughts of the model before its answer, folded under the time they took. */
export function Thoughts({ reasoning, thinking }: { reasoning: Reasoning | null; thinking: boolean }) {
  if (!reasoning) return null;
  return (
    <Fold label={thinking ? stepTexts.thinking : stepTexts.thoughtFor(reasoning.ms)}>
      <p className="whitespace-pre-wrap py-1 [overflow-wrap:anywhere]" dir="auto">
        {reasoning.text.trim()}
      </p>
    </Fold>
  );
}
