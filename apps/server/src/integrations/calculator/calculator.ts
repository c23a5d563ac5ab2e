import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { guestFunctions } from './guest-functions.ts';

/** A table of a file, for a program; or why there is none, for people. */
export type ProgramTable = { columns: string[]; rows: (string | number | null)[][] } | { problem: string };

export type CalculationInput = {
  /** A program in JavaScript. Its value is that of its last expression. */
  source: string;
  /** The table that a program asks for by the name of its file. */
  table(name: string, sheet: string | undefined): Promise<ProgramTable>;
  signal: AbortSignal;
};

/** `text`: what the program wrote, and its value. `line`: where it failed, from 1; null if that is not known. */
export type CalculationResult = { ok: true; text: string } | { ok: false; problem: string; line: number | null };

export type Calculator = {
  /** Runs a program on its own, apart from the process. Rejects only when `signal` aborts, or with a fault of ours. */
  calculate(input: CalculationInput): Promise<CalculationResult>;
};

/** How many programs run at once; the caller makes the others wait. */
export const programsAtOnce = 2;
const timeoutMs = 2_000;
const longestStartMs = 20_000;
const memoryBytes = 32 * 1024 * 1024;
/** How many characters of a result are returned. */
const longestResult = 4_000;
const mostTables = 20;

/** Names of the guest that only a program with statistics or dates needs: their libraries take time to read. */
const usesStatistics = /\b(?:stats|median|quantile|standardDeviation|sampleStandardDeviation|variance)\b/;
const usesDates = /\bTemporal\b/;

/**
 * Runs programs in QuickJS, each in a context of its own and in a thread that is ended after 2 seconds: without network, files, timers or
 * anything else of the process. Loaded with the first program.
 */
export function createCalculator(): Calculator {
  return {
    async calculate({ source, table, signal }) {
      dropTypesWarning();
      const [{ createRunner, setMaxWorkers }, { exactProgram, ProgramSyntaxError }] = await Promise.all([
        import('run'),
        import('./program.ts'),
      ]);
      setMaxWorkers(programsAtOnce);
      const runner = createRunner({ syncHostFunctions: { tables: { read: table } } });
      let head = '';
      try {
        const program = exactProgram(source);
        head = headOf(source);
        // A new thread takes long to start where much is going on, and that is not the program's time.
        await runner.run({ source: '', abortSignal: signal, limits: { timeoutMs: longestStartMs } });
        const { status, ...completed } = await runner.run<string>({
          source: `${head}${program}\n}).call());`,
          abortSignal: signal,
          limits: {
            ...{ timeoutMs, memoryLimitBytes: memoryBytes, maxBridgeRequests: mostTables },
            // The text goes to the log of the server.
            maxConsoleOutputBytes: 1,
            maxSourceBytes: 1024 * 1024,
            maxResultBytes: 8 * longestResult,
            maxHostFunctionOutputBytes: 8 * 1024 * 1024,
          },
        });
        if (status !== 'completed' || !('value' in completed)) throw new Error('A program was interrupted.');
        return { ok: true, text: completed.value };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof ProgramSyntaxError) return { ok: false, problem: error.message, line: error.line };
        if (isFailure(error)) return failureOf(error, { head, source });
        throw error;
      }
    },
  };
}

let isWarningDropped = false;

/** The package has Node.js strip types, which our programs do not have. Node.js would report this on stderr as experimental. */
function dropTypesWarning(): void {
  if (isWarningDropped) return;
  isWarningDropped = true;
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...more: unknown[]) => {
    if (!String(warning).startsWith('stripTypeScriptTypes ')) emitWarning.call(process, warning, ...(more as []));
  };
}

type Failure = Error & { code: string };

/** What a program throws has the name of its own error, and a code of the package. */
const isFailure = (error: unknown): error is Failure =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('RUN_');

function failureOf(error: Failure, { head, source }: { head: string; source: string }): CalculationResult {
  if (error.code === 'RUN_TIMEOUT') return { ok: false, problem: 'It took longer than 2 seconds.', line: null };
  if (error.code === 'RUN_BRIDGE_LIMIT')
    return { ok: false, problem: `It read tables more than ${mostTables} times.`, line: null };
  if (/out of memory|string too long/.test(error.message))
    return { ok: false, problem: 'It needs more than 32 MB of memory.', line: null };
  const before = linesOf(head) - 1;
  const lines = [...(error.stack ?? '').matchAll(/run\.js:(\d+)/g)].map(([, line]) => Number(line) - before);
  const line = lines.find((each) => each > 0 && each <= linesOf(source)) ?? null;
  const name = error.name === 'Error' || error.name.startsWith('Run') ? '' : `${error.name}: `;
  return { ok: false, problem: `${name}${error.message}`.slice(0, 500), line };
}

const linesOf = (text: string) => text.split('\n').length;

const found = createRequire(import.meta.url);
/** Reads a file next to a package's main file, as text. */
const textBeside = (name: string, file: string) => readFileSync(join(dirname(found.resolve(name)), file), 'utf8');
const libraries = new Map<string, string>();

function library(name: string, file: string): string {
  const known = libraries.get(name) ?? textBeside(name, file);
  libraries.set(name, known);
  return known;
}

/** A script that is a module of the old kind, as an expression with what it exports. */
const exportsOf = (script: string): string =>
  `((module) => { ((exports, define) => {${script}\n})(module.exports); return module.exports; })({ exports: {} })`;

/**
 * Dates, as the polyfill installs them. Without time zones by name: QuickJS does not know them. Its last step fails, because no prototype of
 * the language can be changed.
 */
const datesOf = (script: string): string => `const $dates = {};
((globalThis, Intl) => { try {${script}\n} catch {} })($dates, { DateTimeFormat: class DateTimeFormat {
  constructor(_, { timeZone = "UTC" } = {}) {
    if (timeZone !== "UTC") throw new RangeError("Time zones by name are not known here. Use an offset such as +02:00");
  }
  resolvedOptions() { return { timeZone: "UTC" }; }
} });
const Temporal = $dates.Temporal;\n`;

/** What comes before a program. The program is a function of its own, so that `this` is not the object with all globals. */
function headOf(source: string): string {
  const statistics = usesStatistics.test(source)
    ? exportsOf(library('simple-statistics', 'simple-statistics.min.js'))
    : 'null';
  return `"use strict";
${usesDates.test(source) ? datesOf(library('temporal-polyfill', 'global.js')) : ''}const $given = (${guestFunctions})(
${exportsOf(library('fraction.js', 'fraction.min.js'))},
${statistics},
((read) => (name, sheet) => read(name, sheet))(tables.read), ${longestResult});
const { ${Object.keys(guestNames).join(', ')} } = $given;
const globalThis = undefined;
return $result(await (async function () {
`;
}

const guestNames = guestFunctions(class {} as never, null, () => ({ problem: '' }), 0);
