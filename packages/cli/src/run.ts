import { CommanderError } from 'commander';
import { exitCodes, failureOf } from './failures.ts';
import { createProgram } from './program.ts';

/** Runs the command with these arguments. Resolves to its exit code. */
export async function run(args: readonly string[]): Promise<number> {
  // The reader of a pipe (head, less) may close it early.
  process.stdout.on('error', () => process.exit(exitCodes.done));
  try {
    await createProgram().parseAsync(args, { from: 'user' });
    return exitCodes.done;
  } catch (error) {
    // --help ends a run like an error does. What commander had to say it has written already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
    const { message, exitCode } = failureOf(error);
    process.stderr.write(`${message}\n`);
    return exitCode;
  }
}
