import { lineOfProgram } from './error-lines.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { allowPrograms } from './worker-policy.ts';

// Runs a JavaScript program: what it logs, its pictures and its errors go to the frame.

allowPrograms();
const post = self.postMessage.bind(self) as (message: FromWorker, transfer?: Transferable[]) => void;
const fileName = 'document.js';
const mostCanvases = 8;

self.onmessage = async ({ data: { content, files } }: MessageEvent<ToWorker>) => {
  self.onmessage = null;
  const canvases = followCanvases();
  replaceConsole();
  // A program reads the files that it was given by name.
  Object.assign(self, { files: Object.fromEntries(files.map(({ name, bytes }) => [name, new GivenFile(bytes)])) });
  const { createObjectURL } = URL;
  const named = `${content}\n//# sourceURL=${fileName}`;
  const address = createObjectURL(new Blob([named], { type: 'text/javascript' }));
  post({ type: 'started' });
  try {
    await import(/* @vite-ignore */ address);
    for (const canvas of canvases) await showCanvas(canvas);
    post({ type: 'ended' });
  } catch (error) {
    const message = explained(error);
    if (error instanceof SyntaxError && !error.stack?.includes(fileName)) post({ type: 'syntax', message });
    else post({ type: 'problem', message, line: lineOfProgram(error, fileName) });
  }
};
self.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  post({ type: 'problem', message: explained(event.reason), line: lineOfProgram(event.reason, fileName) });
});

class GivenFile {
  readonly bytes: Uint8Array;
  constructor(bytes: ArrayBuffer) {
    this.bytes = new Uint8Array(bytes);
  }
  text(): string {
    return new TextDecoder().decode(this.bytes);
  }
}

function explained(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  const missing =
    error instanceof ReferenceError
      ? /^(document|window|alert|prompt|require|process) is not defined/.exec(error.message)?.[1]
      : undefined;
  if (missing === 'require' || missing === 'process')
    return `${text}. A preview runs programs as a browser does, without Node.js.`;
  if (missing === 'prompt') return `${text}. A program cannot ask for input here. Write the values into it.`;
  if (missing) return `${text}. This program has no page. Ask for it as an HTML page.`;
  if (/Failed to (resolve module specifier|fetch dynamically imported module)/.test(text))
    return `${text}. A program is one file here and cannot import others.`;
  return text.slice(0, 2_000);
}

function replaceConsole(): void {
  const write =
    (stream: 'out' | 'error') =>
    (...values: unknown[]) => {
      const [only] = values;
      if (
        values.length === 1 &&
        typeof only === 'string' &&
        /^\s*(<\?xml[^>]*>\s*)?<svg\b[\s\S]*<\/svg>\s*$/i.test(only)
      )
        return post({ type: 'svg', svg: only.trim() });
      post({ type: 'output', stream, text: `${formatted(values)}\n` });
    };
  const counts = new Map<string, number>();
  const times = new Map<string, number>();
  const out = write('out');
  Object.assign(console, {
    log: out,
    info: out,
    debug: out,
    dir: (value: unknown) => out(value),
    table: (rows: unknown) => out(asTable(rows)),
    group: (...values: unknown[]) => values.length > 0 && out(...values),
    groupEnd: () => {},
    warn: write('error'),
    error: write('error'),
    trace: write('error'),
    assert: (holds: unknown, ...values: unknown[]) => holds || write('error')('Assertion failed:', ...values),
    count: (label = 'default') => {
      counts.set(label, (counts.get(label) ?? 0) + 1);
      out(`${label}: ${counts.get(label)}`);
    },
    time: (label = 'default') => void times.set(label, performance.now()),
    timeEnd: (label = 'default') => out(`${label}: ${(performance.now() - (times.get(label) ?? 0)).toFixed(1)} ms`),
    timeLog: (label = 'default') => out(`${label}: ${(performance.now() - (times.get(label) ?? 0)).toFixed(1)} ms`),
  });
}

/** As consoles write them: with `%s` and the like, texts bare, everything else as it would be written in a program. */
function formatted([first, ...others]: unknown[]): string {
  const rest = [...others];
  const text =
    typeof first === 'string'
      ? first.replace(/%[sdifoOc%]/g, (mark) => {
          if (mark === '%%') return '%';
          if (rest.length === 0) return mark;
          const value = rest.shift();
          if (mark === '%c') return '';
          if (mark === '%d' || mark === '%i') return String(Math.trunc(Number(value)));
          return mark === '%f' ? String(Number(value)) : mark === '%s' ? String(value) : inspected(value);
        })
      : inspected(first);
  return [text, ...rest.map((value) => (typeof value === 'string' ? value : inspected(value)))]
    .join(' ')
    .slice(0, 100_000);
}

function inspected(value: unknown, depth = 0, seen: readonly unknown[] = []): string {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value);
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'function') return `[Function: ${value.name || 'anonymous'}]`;
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : String(value);
  if (seen.includes(value)) return '[Circular]';
  if (value instanceof Error) return value.stack && depth === 0 ? `${value.name}: ${value.message}` : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'Invalid Date' : value.toISOString();
  if (value instanceof RegExp) return String(value);
  const inner = (each: unknown) => inspected(each, depth + 1, [...seen, value]);
  const most = 100;
  const listed = (parts: string[], total: number, [open, close]: [string, string]) => {
    const more = total > most ? [`… ${total - most} more`] : [];
    const all = [...parts, ...more];
    if (all.length === 0) return `${open}${close}`;
    const line = `${open} ${all.join(', ')} ${close}`;
    return line.length <= 76 && !line.includes('\n')
      ? line
      : `${open}\n${all.map((part) => `  ${part.replaceAll('\n', '\n  ')}`).join(',\n')}\n${close}`;
  };
  if (depth > 4) return Array.isArray(value) ? '[Array]' : '[Object]';
  if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from((value as unknown[]).slice(0, most), inner);
    const name = Array.isArray(value) ? '' : `${value.constructor.name} `;
    return name + listed(items, (value as unknown[]).length, ['[', ']']);
  }
  if (value instanceof Map)
    return `Map(${value.size}) ${listed(
      [...value].slice(0, most).map(([key, each]) => `${inner(key)} => ${inner(each)}`),
      value.size,
      ['{', '}'],
    )}`;
  if (value instanceof Set)
    return `Set(${value.size}) ${listed([...value].slice(0, most).map(inner), value.size, ['{', '}'])}`;
  const entries = Object.entries(value);
  const name = value.constructor?.name;
  const prefix = name && name !== 'Object' ? `${name} ` : '';
  return (
    prefix +
    listed(
      entries
        .slice(0, most)
        .map(([key, each]) => `${/^[\w$]+$/.test(key) ? key : JSON.stringify(key)}: ${inner(each)}`),
      entries.length,
      ['{', '}'],
    )
  );
}

function asTable(rows: unknown): string {
  if (typeof rows !== 'object' || rows === null) return inspected(rows);
  const entries = Object.entries(rows).slice(0, 200);
  const columns = [
    ...new Set(entries.flatMap(([, row]) => (typeof row === 'object' && row ? Object.keys(row) : ['Values']))),
  ].slice(0, 20);
  const cells = [
    ['', ...columns],
    ...entries.map(([key, row]) => [
      key,
      ...columns.map((column) => {
        const value =
          typeof row === 'object' && row
            ? (row as Record<string, unknown>)[column]
            : column === 'Values'
              ? row
              : undefined;
        return value === undefined ? '' : inspected(value, 1);
      }),
    ]),
  ];
  const widths = ['', ...columns].map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** The canvases that a program makes: what is drawn on them is shown when it ends. */
function followCanvases(): OffscreenCanvas[] {
  const made: OffscreenCanvas[] = [];
  const Own = self.OffscreenCanvas;
  if (Own)
    self.OffscreenCanvas = new Proxy(Own, {
      construct(target, args, newTarget) {
        const canvas = Reflect.construct(target, args, newTarget) as OffscreenCanvas;
        if (made.length < mostCanvases) made.push(canvas);
        return canvas;
      },
    });
  return made;
}

async function showCanvas(canvas: OffscreenCanvas): Promise<void> {
  const blob = await canvas.convertToBlob().catch(() => null);
  if (!blob) return;
  const png = await blob.arrayBuffer();
  post({ type: 'picture', png, width: canvas.width, height: canvas.height }, [png]);
}
