import type { Deps } from '../../../deps.ts';
import { programsAtOnce } from '../../../integrations/calculator/calculator.ts';
import { tableOfFile } from '../../files/for-answers/table-of-file.ts';
import { createFairTurns } from '../../files/turns/fair-turns.ts';
import { unlessAborted } from '../../files/turns/unless-aborted.ts';
import { calculateName } from '../prompt/prompt.ts';
import type { AnswerTool, ToolRun, ToolsFor } from './tool.ts';

const calculationsPerAnswer = 10;
/** In characters. */
const longestSource = 10_000;

const definition: AnswerTool['definition'] = {
  name: calculateName,
  description:
    'Runs a short program in JavaScript and returns the value of its last expression. Use it for every sum, percentage, date or figure of ' +
    'a table, instead of working it out yourself. Decimals are exact: 0.1 + 0.2 is 0.3, and integers have any length; new Fraction(1, 3) ' +
    'stays exact. table("sales.csv") or table("book.xlsx", "Sheet 2") returns the rows of a file of this chat as objects by column name, ' +
    'with numbers as numbers and empty cells as null; rows.columns has the names. sum(rows, "Price"), mean, min, max, median, ' +
    'standardDeviation, sampleStandardDeviation, variance and quantile(rows, "Price", 0.9) take rows and a column or an array; ' +
    'distinct(rows, "Region") and groups(rows, "Region", (rows) => sum(rows, "Price")) too. Dates: Temporal, such as ' +
    'Temporal.PlainDate.from("2026-03-03").until("2026-12-24").days, without time zones by name. No network, no files, no modules. ' +
    'It may take 2 seconds.',
  parameters: {
    type: 'object',
    properties: { source: { type: 'string', description: 'The program. Its last line is an expression.' } },
    required: ['source'],
    additionalProperties: false,
  },
};

/** What the model of an answer is told about a program. */
export type CalculationTold = { result: string; notes?: string[] } | { error: string; line?: number };

const told = (outcome: CalculationTold): string => JSON.stringify(outcome, null, 1);

/** In each process, people take turns. */
const turns = createFairTurns(programsAtOnce);

type CalculateDeps = Pick<Deps, 'db' | 'calculator'>;

/** The tool that runs a program for an answer. The person sees the program and its result. */
export const calculateTool = (deps: CalculateDeps, { files }: Pick<ToolsFor, 'files'>): AnswerTool => ({
  definition,
  async run(args, run) {
    const source = typeof args.source === 'string' ? args.source.trim() : '';
    if (source === '') return told({ error: 'The argument "source" must be a program.' });
    if (source.length > longestSource)
      return told({ error: `The program is too long: at most ${longestSource.toLocaleString('en-US')} characters.` });
    if (calculationsBefore(run) >= calculationsPerAnswer)
      return told({ error: 'No more calculations for this answer. Answer with what you have.' });
    return calculate(deps, { source, files, run });
  },
});

/** How many calculations the answer has, without this one if it is repeated. */
function calculationsBefore({ callKey, steps }: ToolRun): number {
  const own = `${callKey.slice(callKey.lastIndexOf(':') + 1)}.`;
  return steps().filter(({ id, kind }) => kind === 'calculation' && !id.startsWith(own)).length;
}

type Calculation = { source: string; files: ToolsFor['files']; run: ToolRun };

async function calculate({ db, calculator }: CalculateDeps, { source, files, run }: Calculation): Promise<string> {
  const step = { id: 'calculation', kind: 'calculation', url: null, memoryId: null } as const;
  run.step({ ...step, status: 'running', text: 'Calculating', calculation: { source, result: null } });
  const notes = new Set<string>();
  const { signal } = run;
  const result = await unlessAborted(signal, () =>
    turns.take({ owner: `${run.owner.kind} ${run.owner.id}`, network: null }, async () => {
      signal.throwIfAborted();
      return calculator.calculate({
        source,
        signal,
        async table(name, sheet) {
          const table = await tableOfFile(db, files, { name, sheet });
          if ('problem' in table) return table;
          for (const note of table.notes) notes.add(note);
          return { columns: table.columns, rows: table.rows };
        },
      });
    }),
  );
  if (!result.ok) {
    const { problem, line } = result;
    const shown = line === null ? problem : `${problem} (line ${line})`;
    run.step({ ...step, status: 'failed', text: 'The calculation failed', calculation: { source, result: shown } });
    return told({ error: problem, ...(line !== null && { line }) });
  }
  const shown = [result.text, ...notes].join('\n');
  run.step({ ...step, status: 'done', text: 'Calculated', calculation: { source, result: shown } });
  return told({ result: result.text, ...(notes.size > 0 && { notes: [...notes] }) });
}
