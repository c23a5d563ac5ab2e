import { type FramedKind, type FromFrame, frameLimits, type GivenFile } from '../../../../preview-frame/messages.ts';
import { FrameHost, type FrameLoss } from '../../frame/frame-host.ts';
import { longestRun } from './texts.ts';

export type Plot = { address: string; width: number; height: number };
export type Problem = { message: string; line: number | null };
export type Output = { stream: 'out' | 'error'; text: string };

/** How a document is: before it runs, and how its last run went. */
export type RunState = {
  phase: 'loading' | 'running' | 'ended' | 'stopped' | 'too-long' | FrameLoss;
  output: readonly Output[];
  plots: readonly Plot[];
  problems: readonly Problem[];
  /** How many more errors there were than are listed. */
  moreProblems: number;
};

const mostProblems = 20;
const beginning: RunState = { phase: 'loading', output: [], plots: [], problems: [], moreProblems: 0 };

type RunOptions = {
  place: HTMLElement;
  previewOrigin: string | null;
  title: string;
  kind: FramedKind;
  content: string;
  /** With its scripts. */
  run: boolean;
  files: readonly GivenFile[];
  onChange: (state: RunState) => void;
};

/** One showing of a document in a frame of its own, which ends with `stop` or `close`. */
export class Run {
  readonly #host: FrameHost;
  readonly #options: RunOptions;
  readonly #isProgram: boolean;
  #state: RunState = beginning;
  #endTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: RunOptions) {
    this.#options = options;
    const { place, previewOrigin, title, kind, content, run, files } = options;
    this.#isProgram = kind === 'javascript' || kind === 'python';
    this.#host = new FrameHost({
      place,
      previewOrigin,
      title,
      isHidden: this.#isProgram,
      expects: this.#isProgram ? 'program' : 'page',
      onMessage: (message) => this.#take(message),
      onLost: (loss) => this.#end(loss),
    });
    if (run && !this.#isProgram) this.#host.watch();
    this.#host.send({ type: 'show', kind, content, run, files: [...files] });
    options.onChange(this.#state);
  }

  stop(): void {
    this.#end('stopped');
  }

  /** Takes the frame away and tells nothing more. */
  close(): void {
    clearTimeout(this.#endTimer);
    this.#host.close();
  }

  #take(message: FromFrame) {
    const { output, plots, problems, moreProblems, phase } = this.#state;
    switch (message.type) {
      case 'started':
        if (phase !== 'loading') return;
        // A page runs as long as it is shown and answers, a program has its time.
        if (this.#isProgram) this.#endTimer = setTimeout(() => this.#end('too-long'), longestRun * 1_000);
        return this.#change({ phase: 'running' });
      case 'output': {
        const last = output.at(-1);
        const { stream, text } = message;
        const isMore = last?.stream === stream;
        const before = isMore ? output.slice(0, -1) : output;
        return this.#change({ output: [...before, { stream, text: (isMore ? last.text : '') + text }].slice(-500) });
      }
      case 'plot': {
        const { png, width, height } = message;
        return this.#change({ plots: [...plots, { address: pngAddress(png), width, height }] });
      }
      case 'problem':
        if (problems.length >= mostProblems) return this.#change({ moreProblems: moreProblems + 1 });
        return this.#change({ problems: [...problems, { message: message.message, line: message.line }] });
      case 'ended':
        return this.#end('ended');
    }
  }

  #end(phase: RunState['phase']): void {
    clearTimeout(this.#endTimer);
    this.#host.close();
    this.#change({ phase });
  }

  #change(changes: Partial<RunState>): void {
    this.#state = { ...this.#state, ...changes };
    this.#options.onChange(this.#state);
  }
}

/** The page's policy allows pictures as data alone. */
function pngAddress(png: ArrayBuffer): string {
  const bytes = new Uint8Array(png, 0, Math.min(png.byteLength, frameLimits.plotBytes));
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192) text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return `data:image/png;base64,${btoa(text)}`;
}
