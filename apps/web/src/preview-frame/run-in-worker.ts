import javascriptWorker from './javascript-worker.ts?worker&url';
import { type FramedKind, type FromFrame, frameLimits, type GivenFile } from './messages.ts';
import pythonWorker from './python-worker.ts?worker&url';
import type { FromWorker, ToWorker } from './worker-messages.ts';

type Tell = (message: FromFrame) => void;

/** Where the page has Python. The server names another folder if it has a full copy. */
const python = document.documentElement.dataset.python || __PYTHON__;
declare const __PYTHON__: string;

/** Runs a program in a worker and tells the page its output. It ends with the frame. */
export async function runInWorker({
  kind,
  content,
  files,
  tell,
}: {
  kind: Extract<FramedKind, 'javascript' | 'python'>;
  content: string;
  files: GivenFile[];
  tell: Tell;
}): Promise<void> {
  const source = await (await fetch(kind === 'python' ? pythonWorker : javascriptWorker)).text();
  // A worker's script must come from the frame's own origin, which has no addresses.
  const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })));
  const output = new Output(tell);
  let plots = 0;
  let isEnded = false;
  let drawing: Promise<void> = Promise.resolve();
  const addPlot = (make: () => Promise<Omit<Extract<FromFrame, { type: 'plot' }>, 'type'> | null>) => {
    plots += 1;
    if (plots > frameLimits.plots) return;
    drawing = drawing.then(async () => {
      const plot = await make().catch(() => null);
      if (plot && plot.png.byteLength <= frameLimits.plotBytes) tell({ ...plot, type: 'plot' });
    });
  };
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (isEnded) return;
    if (data.type === 'output') output.add(data.stream, data.text);
    else if (data.type === 'svg') addPlot(() => rasterised(data.svg));
    else if (data.type === 'picture') addPlot(async () => data);
    else if (data.type === 'started') tell(data);
    else {
      isEnded = true;
      void end(data);
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    if (isEnded) return;
    isEnded = true;
    void end({ type: 'problem', message: event.message || 'The program could not be started.', line: null });
  };
  const end = async (how: Extract<FromWorker, { type: 'problem' | 'syntax' | 'ended' }>) => {
    worker.terminate();
    await drawing;
    output.flush();
    if (how.type === 'syntax') tell({ type: 'problem', message: how.message, line: await lineOfMistake(content) });
    else tell(how);
    if (how.type !== 'ended') tell({ type: 'ended' });
  };
  const message: ToWorker = { content, files, python: new URL(python, location.href).href };
  worker.postMessage(
    message,
    files.map(({ bytes }) => bytes),
  );
}

/** Collects what a program writes and passes it on at most every 100 ms, up to the limit. */
class Output {
  readonly #tell: Tell;
  #waiting: { stream: 'out' | 'error'; text: string }[] = [];
  #left: number = frameLimits.output;
  #timer: number | null = null;

  constructor(tell: Tell) {
    this.#tell = tell;
  }

  add(stream: 'out' | 'error', text: string): void {
    if (this.#left <= 0) return;
    const taken = text.slice(0, this.#left);
    this.#left -= taken.length;
    const last = this.#waiting.at(-1);
    if (last?.stream === stream) last.text += taken;
    else this.#waiting.push({ stream, text: taken });
    if (this.#left <= 0) this.#waiting.push({ stream: 'error', text: '\n… The rest of the output is left out.' });
    this.#timer ??= window.setTimeout(() => this.flush(), 100);
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { stream, text } of waiting.slice(0, 50))
      for (let at = 0; at < text.length; at += frameLimits.text)
        this.#tell({ type: 'output', stream, text: text.slice(at, at + frameLimits.text) });
  }
}

const largestPlot = 1_600;

/** A drawing as PNG, so that the page around the frame gets nothing that could be slow to draw. */
async function rasterised(svg: string): Promise<{ png: ArrayBuffer; width: number; height: number } | null> {
  if (svg.length > frameLimits.svg) return null;
  const image = new Image();
  const named = /<svg\b[^>]*\sxmlns\s*=/i.test(svg)
    ? svg
    : svg.replace(/<svg\b/i, '<svg xmlns="http://www.w3.org/2000/svg"');
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(named)}`;
  await image.decode();
  const scale = Math.min(1, largestPlot / 2 / Math.max(image.naturalWidth, image.naturalHeight, 1));
  const width = Math.max(1, Math.round(image.naturalWidth * scale));
  const height = Math.max(1, Math.round(image.naturalHeight * scale));
  const canvas = new OffscreenCanvas(width * 2, height * 2);
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return { png: await (await canvas.convertToBlob()).arrayBuffer(), width, height };
}

/** The line at which a program that cannot be parsed is wrong. A script element says so, and does not run it. */
function lineOfMistake(content: string): Promise<number | null> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.type = 'module';
    window.addEventListener('error', ({ lineno }) => resolve(lineno || null), { once: true });
    script.addEventListener('load', () => resolve(null));
    setTimeout(() => resolve(null), 500);
    script.text = content;
    document.body.append(script);
  });
}
