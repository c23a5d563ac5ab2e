import { themeNow } from '../../../components/base/theme/theme.ts';
import { FrameHost } from './frame-host.ts';
import { safeDrawing } from './safe-drawing.ts';

export type Drawing = { svg: string; width: number; height: number };

/** Why a diagram is not drawn. `message` is what the language's parser says, or a sentence. */
export class NotDrawn extends Error {}

const patienceMs = 15_000;
/** How long the frame is kept without work. */
const idleMs = 60_000;
const mostKept = 200;

type Job = { text: string; dark: boolean; resolve: (drawing: Drawing) => void; reject: (error: Error) => void };

let origin: string | null = null;
let host: FrameHost | null = null;
let running: (Job & { id: number; timer: ReturnType<typeof setTimeout> }) | null = null;
let idleTimer: ReturnType<typeof setTimeout> | undefined;
let lastId = 0;
const queue: Job[] = [];
const drawings = new Map<string, Promise<Drawing>>();

/** Tells where frames are. */
export function drawAt(previewOrigin: string | null): void {
  origin = previewOrigin;
}

/**
 * Draws a mermaid diagram in one hidden frame that all share, in the theme of the page. The drawing is safe as an image. Rejects with
 * `NotDrawn`.
 */
export function drawMermaid(text: string, { dark = themeNow() === 'dark' } = {}): Promise<Drawing> {
  const key = `${dark} ${text}`;
  const known = drawings.get(key);
  if (known) return known;
  const drawing = new Promise<Drawing>((resolve, reject) => {
    queue.push({ text, dark, resolve, reject });
    next();
  });
  drawings.set(key, drawing);
  for (const oldest of drawings.keys()) {
    if (drawings.size <= mostKept) break;
    drawings.delete(oldest);
  }
  // What is wrong with the text stays wrong; what is wrong with the connection does not.
  drawing.catch((error: unknown) => {
    if (!(error instanceof NotDrawn)) drawings.delete(key);
  });
  return drawing;
}

function next(): void {
  clearTimeout(idleTimer);
  if (running) return;
  const job = queue.shift();
  if (!job) {
    idleTimer = setTimeout(closeFrame, idleMs);
    return;
  }
  const id = ++lastId;
  const timer = setTimeout(() => {
    closeFrame();
    settle(new NotDrawn('It takes too long to draw.'));
  }, patienceMs);
  running = { ...job, id, timer };
  host ??= openFrame();
  host.send({ type: 'draw', id, text: job.text, dark: job.dark });
}

function openFrame(): FrameHost {
  return new FrameHost({
    place: document.body,
    previewOrigin: origin,
    title: '',
    isHidden: true,
    expects: 'drawing',
    onMessage(message) {
      if ((message.type !== 'drawn' && message.type !== 'not-drawn') || message.id !== running?.id) return;
      if (message.type === 'not-drawn') return settle(new NotDrawn(message.problem));
      const svg = safeDrawing(message.svg, message);
      settle(
        svg === null ? new NotDrawn('It cannot be drawn.') : { svg, width: message.width, height: message.height },
      );
    },
    onLost() {
      host = null;
      settle(new Error('The frame that draws is gone.'));
    },
  });
}

function closeFrame(): void {
  host?.close();
  host = null;
}

function settle(result: Drawing | Error): void {
  if (!running) return;
  const { resolve, reject, timer } = running;
  clearTimeout(timer);
  running = null;
  if (result instanceof Error) reject(result);
  else resolve(result);
  next();
}
