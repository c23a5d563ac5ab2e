import { FileInput, Play, RotateCcw, Square, Wrench } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { usePublicConfig } from '../../../../api/base/public-config.ts';
import { Button } from '../../../../components/base/button.tsx';
import type { FramedKind, GivenFile } from '../../../../preview-frame/messages.ts';
import { mayRun, rememberRun } from './allowed-runs.ts';
import { useGivenFiles } from './given-files.ts';
import type { PreviewProps } from './preview-props.ts';
import { Run, type RunState } from './run.ts';
import { RunOutput } from './run-output.tsx';
import { longestRepair, previewTexts as texts } from './texts.ts';
import '../../frame/frame.css';

/** While a document is written, its preview follows in steps. */
const settleMs = 400;

/** A document that runs: a page or a component in its frame, or a program, whose output is below its buttons. */
export function RunnablePreview(props: PreviewProps & { kind: FramedKind }) {
  const { document, kind, files, isShared = false, onRepair } = props;
  const content = useSettled(props.content);
  const isProgram = kind === 'javascript' || kind === 'python';
  const { given, canGive, isReading, problem, give } = useGivenFiles(isProgram && !isShared ? files : []);
  /** Which run this is; null: none was asked for. */
  const [asked, setAsked] = useState<number | null>(() =>
    kind !== 'svg' && !isShared && mayRun(document.conversationId) ? 1 : null,
  );
  const { place, state, stop } = useRun({ document, kind, content, run: asked, files: given });
  const isActive = asked !== null && (state?.phase === 'loading' || state?.phase === 'running');
  const begin = () => {
    setAsked((asked ?? 0) + 1);
    if (!isShared) rememberRun(document.conversationId, true);
  };
  const end = () => {
    if (isProgram) return stop();
    // A page is shown without its scripts again, and those of this chat wait for a click.
    setAsked(null);
    if (!isShared) rememberRun(document.conversationId, false);
  };
  const giveFiles = async () => {
    if ((await give()) && asked !== null) setAsked(asked + 1);
  };
  const repair = onRepair && ((error: string) => onRepair(error.slice(0, longestRepair)));
  return (
    <section aria-label={texts.of(document.title)} className="flex min-h-0 flex-1 flex-col">
      {kind !== 'svg' && (
        <div className="flex min-h-12 flex-none flex-wrap items-center gap-2 border-border border-b px-3 py-1.5">
          {isActive ? (
            <Button size="sm" variant="quiet" onClick={end}>
              <Square className="icon" aria-hidden />
              {texts.stop}
            </Button>
          ) : (
            <Button size="sm" onClick={begin}>
              <Play className="icon" aria-hidden />
              {texts.run}
            </Button>
          )}
          {canGive && (
            <Button size="sm" variant="ghost" disabled={isReading} onClick={() => void giveFiles()}>
              <FileInput className="icon" aria-hidden />
              {texts.giveFiles}
            </Button>
          )}
          <p role="status" className="min-w-0 text-sm text-text-muted">
            {problem ?? statusOf(kind, asked === null ? null : state, given)}
          </p>
        </div>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={place}
          className={isProgram || (kind === 'react' && asked === null) ? undefined : 'relative min-h-0 flex-1'}
        />
        {asked === null && kind !== 'html' && kind !== 'svg' && (
          <p className="m-auto max-w-prose text-balance p-6 text-center text-text-muted">{texts.beforeRun[kind]}</p>
        )}
        {state?.phase === 'unreachable' && (
          <div className="m-auto p-6 text-center">
            <Button variant="quiet" onClick={begin}>
              <RotateCcw className="icon" aria-hidden />
              {texts.tryAgain}
            </Button>
          </div>
        )}
        {state && asked !== null && <RunOutput state={state} isProgram={isProgram} />}
      </div>
      {asked !== null && state && state.problems.length > 0 && (
        <div role="alert" className="flex max-h-[40%] flex-none flex-col border-border border-t bg-danger-soft">
          <ul
            aria-label={texts.errors}
            className="scroll-area min-h-0 overflow-y-auto px-4 py-3 font-mono text-danger-ink text-sm"
          >
            {state.problems.map(({ message, line }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: errors are only added at the end
              <li key={at} className="whitespace-pre-wrap wrap-anywhere">
                {texts.error(message, line)}
              </li>
            ))}
            {state.moreProblems > 0 && <li>{texts.moreErrors(state.moreProblems)}</li>}
          </ul>
          {repair && (
            <div className="px-3 pb-2">
              <Button
                size="sm"
                variant="quiet"
                onClick={() => repair(state.problems.map(({ message, line }) => texts.error(message, line)).join('\n'))}
              >
                <Wrench className="icon" aria-hidden />
                {texts.repair}
              </Button>
            </div>
          )}
        </div>
      )}
    </section>
  );
}

/** How a document is, for the line beside its buttons. `state`: of its run, null before one. */
function statusOf(kind: FramedKind, state: RunState | null, given: readonly GivenFile[]): string {
  const isProgram = kind === 'javascript' || kind === 'python';
  if (!state) {
    if (given.length > 0) return texts.readsFiles(given.map(({ name }) => name));
    return kind === 'html' ? texts.beforeRun.html : '';
  }
  switch (state.phase) {
    case 'loading':
      return kind === 'python' ? texts.loadingPython : texts.loading;
    case 'running':
      return isProgram ? texts.running : '';
    case 'ended':
      if (state.problems.length > 0) return texts.failed;
      return state.output.length + state.plots.length === 0 ? texts.endedSilently : texts.ended;
    case 'stopped':
      return texts.stopped;
    case 'too-long':
      return texts.tooLong;
    default:
      return texts.lost[state.phase];
  }
}

/** Shows a document in its frame: without its scripts while `run` is null, and again with each number. */
function useRun(
  props: Pick<PreviewProps, 'document' | 'content'> & {
    kind: FramedKind;
    run: number | null;
    files: readonly GivenFile[];
  },
) {
  const { document, content, kind, run, files } = props;
  const { title } = document;
  const { previewOrigin } = usePublicConfig();
  const place = useRef<HTMLDivElement>(null);
  const current = useRef<Run>(null);
  const [state, setState] = useState<RunState | null>(null);
  // Files that were given later are for the next run.
  const latest = useRef({ title, files });
  latest.current = { title, files };
  useEffect(() => {
    // What is shown without scripts: a page and a picture.
    if (!place.current || (run === null && kind !== 'html' && kind !== 'svg')) {
      setState(null);
      return;
    }
    const { title, files } = latest.current;
    const shown = new Run({
      place: place.current,
      previewOrigin,
      title: texts.of(title),
      kind,
      content,
      run: run !== null,
      files,
      onChange: setState,
    });
    current.current = shown;
    return () => {
      current.current = null;
      shown.close();
    };
  }, [kind, content, run, previewOrigin]);
  return { place, state, stop: () => current.current?.stop() };
}

/** A text that changes often, as it was when it last rested. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    if (text === settled) return;
    const timer = setTimeout(() => setSettled(text), settleMs);
    return () => clearTimeout(timer);
  }, [text, settled]);
  return settled;
}
