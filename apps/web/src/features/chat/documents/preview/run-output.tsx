import type { RunState } from './run.ts';
import { previewTexts as texts } from './texts.ts';

/** What a program has put out so far: its text and its pictures. Pages write little, which is below them. */
export function RunOutput({ state, isProgram }: { state: RunState; isProgram: boolean }) {
  const { output, plots } = state;
  if (output.length === 0 && plots.length === 0) return null;
  return (
    <section
      aria-label={texts.output}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
      tabIndex={0}
      className={
        isProgram
          ? 'scroll-area min-h-0 flex-1 overflow-auto p-4'
          : 'scroll-area max-h-32 flex-none overflow-auto border-border border-t px-4 py-2'
      }
    >
      {output.length > 0 && (
        <pre dir="auto" className="whitespace-pre-wrap wrap-anywhere font-mono text-sm">
          {output.map(({ stream, text }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: output is only added at the end
            <span key={at} className={stream === 'error' ? 'text-danger-ink' : undefined}>
              {text}
            </span>
          ))}
        </pre>
      )}
      {plots.map(({ address, width, height }, at) => (
        <img
          // biome-ignore lint/suspicious/noArrayIndexKey: plots are only added at the end
          key={at}
          src={address}
          width={width}
          height={height}
          alt={texts.plot(at + 1)}
          className="mt-4 h-auto max-w-full rounded-control border border-border bg-white"
        />
      ))}
    </section>
  );
}
