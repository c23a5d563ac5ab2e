import type { CodeRuns, HighlightReply, HighlightRequest } from './code-colours.ts';
import type { Grammar } from './code-languages.ts';

/** Bigger blocks stay plain. */
const most = { characters: 20_000, lines: 600 };
/** In milliseconds. A grammar can hang on some code. */
const patience = 15_000;
const kept = 60;
/** Blocks that made a worker hang. They stay plain and are not tried again each time they are rendered. */
const hopeless = new Set<string>();

type Waiting = { resolve: (runs: CodeRuns | null) => void; timer: ReturnType<typeof setTimeout> };

const waiting = new Map<number, Waiting>();
/** The colours of recent blocks, by grammar and code, so that a message that is rendered again has them at once. */
const known = new Map<string, CodeRuns>();
let worker: Worker | null = null;
let lastId = 0;

const keyOf = (code: string, grammar: Grammar) => `${grammar}\n${code}`;

/** The cached colours of a block, or null. */
export function knownRuns(code: string, grammar: Grammar | null): CodeRuns | null {
  return (grammar && known.get(keyOf(code, grammar))) ?? null;
}

/** Highlights a block in a worker. Resolves to null if it stays plain: it is too big, or there is no worker or connection. */
export async function requestRuns(code: string, grammar: Grammar): Promise<CodeRuns | null> {
  const key = keyOf(code, grammar);
  if (isTooBig(code) || hopeless.has(key) || typeof Worker === 'undefined') return null;
  const id = ++lastId;
  const runs = await new Promise<CodeRuns | null>((resolve) => {
    worker ??= startWorker();
    waiting.set(id, { resolve, timer: setTimeout(() => giveUpAt(key), patience) });
    const request: HighlightRequest = { id, code, grammar };
    worker.postMessage(request);
  });
  if (runs) remember(key, runs);
  return runs;
}

function isTooBig(code: string): boolean {
  if (code.length > most.characters) return true;
  let lines = 1;
  for (let at = code.indexOf('\n'); at !== -1; at = code.indexOf('\n', at + 1)) lines += 1;
  return lines > most.lines;
}

function startWorker(): Worker {
  const started = new Worker(new URL('./highlight-worker.ts', import.meta.url), { type: 'module' });
  started.onmessage = ({ data }: MessageEvent<HighlightReply>) => settle(data.id, data.runs);
  started.onerror = giveUp;
  return started;
}

function giveUpAt(key: string): void {
  if (hopeless.size >= kept) hopeless.clear();
  hopeless.add(key);
  giveUp();
}

/** Terminates the worker and leaves all waiting blocks plain. The next block starts a new worker. */
function giveUp(): void {
  worker?.terminate();
  worker = null;
  for (const id of [...waiting.keys()]) settle(id, null);
}

function settle(id: number, runs: CodeRuns | null): void {
  const entry = waiting.get(id);
  if (!entry) return;
  waiting.delete(id);
  clearTimeout(entry.timer);
  entry.resolve(runs);
}

function remember(key: string, runs: CodeRuns): void {
  known.delete(key);
  known.set(key, runs);
  for (const oldest of known.keys()) {
    if (known.size <= kept) break;
    known.delete(oldest);
  }
}
