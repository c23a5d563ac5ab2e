import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { environmentVariables } from './environment.ts';

/** What the file ".env" has added to the environment. It never holds a value, because values are secrets. */
export type EnvFile = {
  path: string;
  /** The settings that are taken from it. */
  used: string[];
  /** The settings that the environment has as well, and which win. */
  overridden: string[];
  /** What is wrong with it, as sentences for the log. */
  problems: string[];
};

/**
 * Adds the variables of ".env" in the folder to an environment, whose own variables win, also empty ones. Null if there is no such file. A
 * file that cannot be read is a problem to report, not a reason to stop: it may be there for another program.
 */
export function loadEnvFile(env: Record<string, string | undefined>, folder: string = process.cwd()): EnvFile | null {
  const path = join(folder, '.env');
  let text: string;
  try {
    text = decoded(readFileSync(path));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    const reason = code === 'EISDIR' ? 'it is a folder, not a file' : `it cannot be read (${code})`;
    return { path, used: [], overridden: [], problems: [`No settings were read from ${path}, because ${reason}.`] };
  }
  const variables = parseEnv(text) as Record<string, string>;
  const names = Object.keys(variables);
  const settings = names.filter((name) => environmentVariables.includes(name));
  const overridden = settings.filter((name) => env[name] !== undefined);
  for (const name of names) env[name] ??= variables[name];
  return {
    path,
    used: settings.filter((name) => !overridden.includes(name)),
    overridden,
    problems: problemsOf(text, variables, path),
  };
}

/** Windows PowerShell writes UTF-16 when output is redirected to a file. The decoder leaves out the byte order mark. */
const decoded = (bytes: Buffer): string =>
  new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8').decode(bytes);

/** Lines that name a setting but set none, such as "OPENAI_API_KEY: key", or only a part of one, and a file without any variable. */
function problemsOf(text: string, variables: Record<string, string>, path: string): string[] {
  const problems = text.split('\n').flatMap((line, at) => {
    const [, cut] = /^\s*(?:export\s+)?(\w+)\s*=\s*[^\s"'`#][^#]*(?<!\s)#/.exec(line) ?? [];
    if (cut)
      return [`In line ${at + 1} of ${path}, # and what follows it is left out of ${cut}. Write the value in quotes.`];
    const [, name = ''] = /^\s*(?:set\s+|\$env:)?(\w+)/.exec(line) ?? [];
    return environmentVariables.includes(name) && variables[name] === undefined
      ? [`Line ${at + 1} of ${path} sets nothing. Write it as ${name}=value.`]
      : [];
  });
  const isEmpty = text.split('\n').every((line) => /^\s*(?:#|$)/.test(line));
  if (problems.length > 0 || isEmpty || Object.keys(variables).length > 0) return problems;
  return [`${path} sets nothing. Write each setting on a line of its own, as NAME=value.`];
}

/** One line for the log: which settings come from the file. */
export function describeEnvFile({ path, used, overridden }: EnvFile): string {
  const list = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'none');
  const others = overridden.length > 0 ? ` The environment’s own values are used for ${list(overridden)}.` : '';
  return `Settings were read from ${path}: ${list(used)}.${others}`;
}
