import { Check, Copy, PanelRight, WrapText } from 'lucide-react';
import { memo, type ReactNode, Suspense, startTransition, useEffect, useRef, useState } from 'react';
import { codePart } from '../../../../components/base/code-part.ts';
import { tooltip } from '../../../../components/base/tooltip.ts';
import { useCopy } from '../../../../components/copy-text.ts';
import { whenIdle } from '../../../../components/page/when-idle.ts';
import { rememberUnfolded, wasUnfolded } from '../../message/unfolded.ts';
import { showOverflow } from '../show-overflow.ts';
import { markdownTexts } from '../texts.ts';
import { type CodeRuns, codeKinds } from './code-colours.ts';
import { knownRuns, requestRuns } from './code-highlighter.ts';
import { type Grammar, grammarOf, languageLabel } from './code-languages.ts';
import { useOpenBlocks } from './open-block.ts';

type CodeBlockProps = {
  code: string;
  language: string | null;
  /** What follows the language on the line of the fence. */
  info: string;
  /** The block is still growing: it has no colours and ends in a caret. */
  caret: boolean;
};

/** A block with more lines than this is folded to its first lines. */
const longestOpen = 40;

/**
 * A code block with a bar that stays in view: its language, whether long lines wrap, and a copy button. Long lines scroll
 * inside it. It gets its colours when it is complete. A long block is folded, unless it grew in front of the reader.
 */
export const CodeBlock = memo(function CodeBlock({ code, language, info, caret }: CodeBlockProps) {
  const { copied, copy } = useCopy();
  const [wraps, setWraps] = useState(false);
  const root = useRef<HTMLElement>(null);
  const lines = linesOf(code);
  const { isOpen, setIsOpen } = useFold(code, caret);
  const isDiagram = !caret && language?.toLowerCase() === 'mermaid';
  const isLong = lines > longestOpen && !caret && !isDiagram;
  const isFolded = isLong && !isOpen;
  const toggle = () => {
    setIsOpen(isFolded);
    // The button is at the end of what disappears.
    if (!isFolded) requestAnimationFrame(() => root.current?.scrollIntoView({ block: 'nearest' }));
  };
  return (
    <figure className="code" ref={root} data-folded={isFolded ? '' : undefined} data-wrap={wraps ? '' : undefined}>
      <figcaption>
        <span>{languageLabel(language)}</span>
        <button
          type="button"
          aria-pressed={wraps}
          aria-label={markdownTexts.wrap}
          {...tooltip(markdownTexts.wrap)}
          onClick={() => setWraps(!wraps)}
        >
          <WrapText className="icon" aria-hidden />
        </button>
        {!caret && <OpenButton code={code} language={language} info={info} />}
        <button type="button" onClick={() => copy(code)}>
          {copied ? <Check className="icon" aria-hidden /> : <Copy className="icon" aria-hidden />}
          <span aria-live="polite">{copied ? markdownTexts.copied : markdownTexts.copy}</span>
          <span className="sr-only"> {markdownTexts.code}</span>
        </button>
      </figcaption>
      <InDiagram code={code} isDiagram={isDiagram}>
        <div className="scrolled">
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard */}
          <pre tabIndex={0} ref={showOverflow}>
            <code>
              {caret ? <Growing code={code} /> : <Coloured code={code} language={language} />}
              {caret && <span data-caret="" aria-hidden />}
            </code>
          </pre>
        </div>
      </InDiagram>
      {isLong && (
        <button type="button" className="unfold" aria-expanded={isOpen} data-unfold="" onClick={toggle}>
          {isOpen ? markdownTexts.showFewer : markdownTexts.showAll(lines)}
        </button>
      )}
    </figure>
  );
});

const Diagram = codePart(() => import('../../frame/diagram.tsx')).lazy();

/** A finished diagram shows as a drawing of its code, or as the code if it cannot be drawn. */
function InDiagram({ code, isDiagram, children }: { code: string; isDiagram: boolean; children: ReactNode }) {
  if (!isDiagram) return children;
  return (
    <Suspense fallback={children}>
      <Diagram code={code}>{children}</Diagram>
    </Suspense>
  );
}

/** Opens a finished block as a document, where there are documents. */
function OpenButton(block: Pick<CodeBlockProps, 'code' | 'language' | 'info'>) {
  const blocks = useOpenBlocks();
  if (!blocks?.canOpen(block)) return null;
  return (
    <button
      type="button"
      onClick={({ currentTarget }) => {
        const figure = currentTarget.closest('figure');
        if (figure) blocks.open({ ...block, figure });
      }}
    >
      <PanelRight className="icon" aria-hidden />
      {markdownTexts.open}
    </button>
  );
}

function linesOf(code: string): number {
  let lines = 1;
  for (let at = code.indexOf('\n'); at >= 0; at = code.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/**
 * Whether a long block shows all of its lines. A block that grew on the page stays open, because folding would move the text that is
 * being read.
 */
function useFold(code: string, caret: boolean) {
  const [chosen, setChosen] = useState<boolean | null>(null);
  const grew = useRef(false);
  grew.current ||= caret;
  const isOpen = chosen ?? (grew.current || wasUnfolded(code));
  useEffect(() => {
    if (!caret && isOpen && linesOf(code) > longestOpen) rememberUnfolded(code, true);
  }, [code, caret, isOpen]);
  const setIsOpen = (open: boolean) => {
    setChosen(open);
    rememberUnfolded(code, open);
  };
  return { isOpen, setIsOpen };
}

const pieceLength = 2_000;

/** Split into pieces, so that the browser repeats only the layout of the last one. */
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
