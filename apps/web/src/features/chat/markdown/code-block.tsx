import { Check, Copy } from 'lucide-react';
import { useCopy } from '../copy-text.ts';
import { languageLabel } from './language-label.ts';

/** A block of code with its language and a copy button. Long lines scroll inside it. */
export function CodeBlock({ code, language, caret }: { code: string; language: string | null; caret: boolean }) {
  const { copied, copy } = useCopy();
  const label = languageLabel(language);
  return (
    <figure className="code">
      <figcaption>
        <span>{label}</span>
        <button type="button" onClick={() => copy(code)}>
          {copied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          <span className="sr-only"> code</span>
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {code}
          {caret && <span data-caret="" aria-hidden />}
        </code>
      </pre>
    </figure>
  );
}
