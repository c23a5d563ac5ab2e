import type { ImportProblem } from '@noek/contract/archive/imports';
import { importTexts as texts } from './texts.ts';

/** What could not be imported, folded. `count`: how many there are, of which `problems` are shown. */
export function ProblemList({ problems, count }: { problems: readonly ImportProblem[]; count: number }) {
  if (count === 0) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-chip py-1">{texts.imports.problems(count)}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll it */}
      <ul tabIndex={0} aria-label={texts.imports.problems(count)} className="scroll-area mt-1 grid max-h-60 gap-1.5 pr-2">
        {problems.map(({ title, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order
          <li key={at} className="[overflow-wrap:anywhere]">
            <span dir="auto" className="font-medium">
              {title}
            </span>
            : {reason}
          </li>
        ))}
        {count > problems.length && <li>{texts.choice.moreProblems(count - problems.length)}</li>}
      </ul>
    </details>
  );
}
