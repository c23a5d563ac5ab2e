import { exitCodes, Failure } from '../failures.ts';

/** Reads a line from the terminal without showing it. Ctrl-C ends the command. */
export async function askHidden(prompt: string): Promise<string> {
  const { stdin, stderr } = process;
  if (!stdin.isTTY)
    throw new Failure('Set NOEK_PASSWORD, because there is no terminal to enter the password.', exitCodes.signIn);
  stderr.write(prompt);
  stdin.setRawMode(true);
  let line = '';
  try {
    for await (const chunk of stdin)
      for (const key of String(chunk)) {
        if (key === '\r' || key === '\n') return line;
        if (key === '\u0003' || key === '\u0004') throw new Failure('Cancelled.', exitCodes.interrupted);
        line = key === '\u007f' ? line.slice(0, -1) : line + key;
      }
    return line;
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    stderr.write('\n');
  }
}

/** Reads a line from the terminal. */
export async function askLine(prompt: string, missing: string): Promise<string> {
  if (!process.stdin.isTTY) throw new Failure(missing, exitCodes.usage);
  const { createInterface } = await import('node:readline/promises');
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await lines.question(prompt)).trim();
  } finally {
    lines.close();
  }
}
