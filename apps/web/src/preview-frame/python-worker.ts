import type { PyodideAPI } from 'pyodide';
import type { FromWorker, ToWorker } from './worker-messages.ts';
import { allowPrograms } from './worker-policy.ts';

// Runs a Python program: what it prints, its pictures and its errors go to the frame.

allowPrograms();
const post = self.postMessage.bind(self) as (message: FromWorker) => void;

/** Ours, before the program: nothing to read from, and pictures of matplotlib where a full copy has it. */
const before = `
import builtins, os
os.environ["MPLBACKEND"] = "agg"
def _input(prompt=""):
    raise EOFError("a program cannot ask for input here. Write the values into it")
builtins.input = _input
`;
const after = `
import sys
def _pictures():
    if "matplotlib.pyplot" not in sys.modules:
        return []
    import io
    plt = sys.modules["matplotlib.pyplot"]
    found = []
    for number in plt.get_fignums()[:20]:
        text = io.StringIO()
        plt.figure(number).savefig(text, format="svg", bbox_inches="tight")
        found.append(text.getvalue())
    return found
_pictures()
`;
/** The name of the program in its own tracebacks. */
const fileName = 'document.py';

self.onmessage = async ({ data: { content, files, python } }: MessageEvent<ToWorker>) => {
  self.onmessage = null;
  const write = (stream: 'out' | 'error') => {
    const decoder = new TextDecoder();
    return {
      write(bytes: Uint8Array): number {
        post({ type: 'output', stream, text: decoder.decode(bytes, { stream: true }) });
        return bytes.length;
      },
    };
  };
  let pyodide: PyodideAPI;
  try {
    const { loadPyodide } = (await import(/* @vite-ignore */ `${python}pyodide.mjs`)) as typeof import('pyodide');
    pyodide = await loadPyodide({ indexURL: python, env: { HOME: '/home/person' } });
    pyodide.setStdout(write('out'));
    pyodide.setStderr(write('error'));
    pyodide.setStdin({ error: true });
    for (const { name, bytes } of files) pyodide.FS.writeFile(name.replaceAll('/', '_'), new Uint8Array(bytes));
    await pyodide
      .loadPackagesFromImports(content, { messageCallback: () => {}, errorCallback: () => {} })
      .catch(() => {});
    pyodide.runPython(before);
  } catch (error) {
    post({
      type: 'problem',
      message: `Python could not be loaded: ${(error as Error).message}`.slice(0, 2_000),
      line: null,
    });
    return;
  }
  post({ type: 'started' });
  try {
    const value: unknown = await pyodide.runPythonAsync(content, { filename: fileName });
    show(value);
    const pictures = pyodide.runPython(after);
    for (const svg of pictures.toJs() as string[]) post({ type: 'svg', svg });
    post({ type: 'ended' });
  } catch (error) {
    post(problemOf((error as Error).message));
  }
};

/** What the last line of a program is, as at a prompt. A drawing is shown as a picture. */
function show(value: unknown) {
  if (value === undefined || value === null) return;
  if (typeof value === 'string' && /^\s*(<\?xml[^>]*>\s*)?<svg\b/i.test(value))
    return post({ type: 'svg', svg: value.trim() });
  const text =
    typeof value === 'string' ? `'${value}'` : typeof value === 'boolean' ? (value ? 'True' : 'False') : String(value);
  post({ type: 'output', stream: 'out', text: `${text}\n` });
}

/** The last line of a traceback, and the line of the program in it. */
function problemOf(traceback: string): Extract<FromWorker, { type: 'problem' }> {
  const lines = traceback.trimEnd().split('\n');
  const own = [...traceback.matchAll(new RegExp(`File "${fileName}", line (\\d+)`, 'g'))].at(-1);
  const at = lines.findLastIndex((line) =>
    /^[A-Za-z_][\w.]*(Error|Exception|Interrupt|Exit|Warning|StopIteration)?(:|$)/.test(line),
  );
  const told = lines
    .slice(at < 0 ? -1 : at)
    .join('\n')
    .slice(0, 2_000);
  const missing = /^ModuleNotFoundError: .*?'([\w.]+)'/.exec(told)?.[1];
  const message = missing
    ? `ModuleNotFoundError: "${missing}" is not part of the Python here, which has the standard library and sqlite3. Ask for a version that does without it.`
    : told;
  return { type: 'problem', message, line: own ? Number(own[1]) : null };
}
