import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from './environment.ts';
import { Failure } from './failures.ts';

/** What is kept of one server. */
export type SignIn = {
  /** A token, of `noek login`. */
  token?: string;
  /** The cookies of a session, of `noek login --password`. */
  cookie?: string;
  /** The conversation that `--continue` continues. */
  lastConversation?: number;
};
type Kept = { url?: string; servers: Record<string, SignIn> };

const folder = () => join(environment.configFolder(), 'noek');
const signInFile = () => join(folder(), 'sign-in.json');

function read(): Kept {
  let text: string;
  try {
    text = readFileSync(signInFile(), 'utf8');
  } catch {
    return { servers: {} };
  }
  try {
    const kept = JSON.parse(text) as Kept;
    if (typeof kept.servers === 'object') return kept;
  } catch {}
  throw new Failure(`${signInFile()} is damaged. Delete it and sign in again with noek login.`);
}

/** Only the person can read it. It is replaced in one step, so that a command that runs at the same time reads the old or the new one. */
function write(kept: Kept): void {
  const temporary = `${signInFile()}.${process.pid}`;
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    writeFileSync(temporary, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, signInFile());
  } catch {
    rmSync(temporary, { force: true });
    throw new Failure(`The sign-in cannot be stored in ${folder()}. Check that you may write there.`);
  }
}

/** The server of the last sign-in. */
export const lastUrl = (): string | undefined => read().url;
export const signInAt = (url: string): SignIn => read().servers[url] ?? {};

export function keepSignIn(url: string, changes: SignIn): void {
  const { servers } = read();
  write({ url, servers: { ...servers, [url]: { ...servers[url], ...changes } } });
}

/** Keeps a small thing, and fails silently: the command has done what it was asked for. */
export function keepLastConversation(url: string, lastConversation: number): void {
  try {
    const kept = read();
    const { [url]: before } = kept.servers;
    write({ ...kept, servers: { ...kept.servers, [url]: { ...before, lastConversation } } });
  } catch {}
}

export function forgetSignIn(url: string): void {
  const { servers, ...kept } = read();
  const { [url]: _, ...others } = servers;
  write({ ...kept, servers: others });
}
