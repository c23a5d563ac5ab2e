import type { Step } from '@noek/contract/chat/answers';
import { Calculator } from 'lucide-react';
import { CodeBlock } from '../markdown/code/code-block.tsx';
import { OpenBlocksContext } from '../markdown/code/open-block.ts';
import { Fold } from './fold.tsx';
import { stepTexts } from './texts.ts';

/** The programs that an answer has calculated with, each folded with its result. */
export function Calculations({ steps }: { steps: readonly Step[] }) {
  const shown = steps.filter(({ calculation }) => calculation !== undefined);
  if (shown.length === 0) return null;
  const running = shown.find(({ status }) => status === 'running');
  return (
    <>
      {shown.map((step) => (
        <CalculationStep key={step.id} step={step} />
      ))}
      <p className="sr-only" role="status">
        {running ? stepTexts.spoken.calculation : ''}
      </p>
    </>
  );
}

function CalculationStep({ step: { text, status, calculation } }: { step: Step }) {
  const { source = '', result = null } = calculation ?? {};
  if (status === 'running')
    return (
      <p className="mb-2 flex max-w-prose items-center gap-2 text-sm text-text" aria-busy>
        <Calculator className="icon flex-none text-accent-ink" aria-hidden />
        {text}
      </p>
    );
  return (
    <Fold label={status === 'failed' || result === null ? text : stepTexts.calculated(text, result)}>
      {/* The program is no block of the answer, so it does not open as a document. */}
      <OpenBlocksContext value={null}>
        <div className="prose grid gap-2 py-1">
          <p>{stepTexts.program}</p>
          <CodeBlock code={source} language="javascript" info="" caret={false} />
          {result !== null && (
            <>
              <p>{status === 'failed' ? stepTexts.problem : stepTexts.result}</p>
              <CodeBlock code={result} language="text" info="" caret={false} />
            </>
          )}
        </div>
      </OpenBlocksContext>
    </Fold>
  );
}
