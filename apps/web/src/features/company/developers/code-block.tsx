import { buttonClass } from '../../../components/base/button.tsx';
import { copyCode, developerTexts as texts } from './texts.ts';

/** An example. Its Copy button shows once the script of the page has started (`enableCopyButtons`). */
export function CodeBlock({ language, code }: { language: string; code: string }) {
  const name = texts.languages[language] ?? language;
  return (
    <figure className="mt-4 overflow-hidden rounded-card border border-border bg-surface" data-code>
      <figcaption className="flex min-h-11 items-center justify-between border-border border-b py-0.5 pr-1 pl-4 text-sm text-text-muted">
        {name}
        <button type="button" hidden data-copy className={buttonClass('ghost', 'sm')}>
          <span aria-live="polite">{copyCode.action}</span>
          <span className="sr-only">{copyCode.what}</span>
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <pre tabIndex={0} className="overflow-x-auto px-4 py-3 -outline-offset-2 font-mono text-code">
        <code>{code}</code>
      </pre>
    </figure>
  );
}
