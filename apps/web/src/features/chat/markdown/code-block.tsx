import { Check, Copy } from 'lucide-react';
import { memo, startTransition, useEffect, useState } from 'react';
import { useCopy } from '../../../components/copy-text.ts';
import { whenIdle } from '../../../components/when-idle.ts';
import { type CodeRuns, codeKinds } from './code-colours.ts';
import { knownRuns, requestRuns } from './code-highlighter.ts';
import { type Grammar, grammarOf, languageLabel } from './code-languages.ts';

type CodeBlockProps = {
  code: string;
  language: string | null;
  /** The block is still growing: it has no colours and ends in a caret. */
  caret: boolean;
};

/** A code block with its language and a copy button. Long lines scroll inside it. It gets its colours when it is complete. */
export const CodeBlock = memo(function CodeBlock({ code, language, caret }: CodeBlockProps) {
  const { copied, copy } = useCopy();
  return (
    <figure className="code">
      <figcaption>
        <span>{languageLabel(language)}</span>
        <button type="button" onClick={() => copy(code)}>
          {copied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
          <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
          <span className="sr-only"> code</span>
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
      <pre tabIndex={0}>
        <code>
          {caret ? <Growing code={code} /> : <Coloured code={code} language={language} />}
          {caret && <span data-caret="" aria-hidden />}
        </code>
      </pre>
    </figure>
  );
});

const pieceLength = 2_000;

/** Split into pieces, so that the browser repeats the layout of the last one only. */
function Growing({ code }: { code: string }) {
  const pieces: string[] = [];
  for (let at = 0; at < code.length; at += pieceLength) pieces.push(code.slice(at, at + pieceLength));
  return pieces;
}

/** Runs to colour per step: a long block must not block the page. */
const runsAtOnce = 400;

function Coloured({ code, language }: { code: string; language: string | null }) {
  const runs = useRuns(code, grammarOf(language));
  const total = (runs?.length ?? 0) / 2;
  const [shown, setShown] = useState(runsAtOnce);
  useEffect(() => {
    if (shown >= total) return;
    return whenIdle(() => startTransition(() => setShown(shown + runsAtOnce)));
  }, [shown, total]);
  if (!runs) return code;
  const groups = Math.ceil(Math.min(shown, total) / runsAtOnce);
  const end = runs[Math.min(groups * runsAtOnce, total) * 2 - 2] ?? 0;
  return (
    <>
      {Array.from({ length: groups }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups never move
        <RunGroup key={index} code={code} runs={runs} first={index * runsAtOnce} />
      ))}
      {code.slice(end)}
    </>
  );
}

/** The colours of a block, or null until they are known. */
function useRuns(code: string, grammar: Grammar | null): CodeRuns | null {
  const [found, setFound] = useState(() => ({ code, runs: knownRuns(code, grammar) }));
  useEffect(() => {
    if (!grammar) return;
    let left = false;
    const known = knownRuns(code, grammar);
    if (known) setFound({ code, runs: known });
    else
      void requestRuns(code, grammar).then((runs) => {
        if (!left) startTransition(() => setFound({ code, runs }));
      });
    return () => {
      left = true;
    };
  }, [code, grammar]);
  // Runs of earlier code would colour the wrong characters.
  return found.code === code ? found.runs : null;
}

const RunGroup = memo(function RunGroup({ code, runs, first }: { code: string; runs: CodeRuns; first: number }) {
  const parts: React.ReactNode[] = [];
  let start = first === 0 ? 0 : (runs[first * 2 - 2] ?? 0);
  for (let at = first * 2; at < Math.min(runs.length, (first + runsAtOnce) * 2); at += 2) {
    const end = runs[at] ?? start;
    const kind = runs[at + 1] ?? 0;
    const text = code.slice(start, end);
    parts.push(
      kind === 0 ? (
        text
      ) : (
        <span key={at} className={`code-${codeKinds[kind]}`}>
          {text}
        </span>
      ),
    );
    start = end;
  }
  return parts;
});
