import type { ImportProblem } from '@noek/contract/archive/imports';
import { importTexts as texts } from './texts.ts';

/** What could not be imported, folded. `count`: how many there are, of which `problems` are shown. */
export function ProblemList({ problems, count }: { problems: readonly ImportProblem[]; count: number }) {
  if (count === 0) return null;
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer rounded-chip py-1">{texts.imports.problems(count)}</summary>
      <ul className="mt-1 grid gap-1.5">
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
