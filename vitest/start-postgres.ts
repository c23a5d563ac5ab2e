import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type PostgresServer = {
  url: string;
  /** Ends the server at once, as a crash does. Resolves when it accepts connections again. */
  restart(): Promise<void>;
  /** Resolves when the server has ended and its files are deleted. */
  stop(): Promise<void>;
};

/** Starts a temporary PostgreSQL server, with these settings of PostgreSQL in addition to those for tests. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<PostgresServer> {
  const child = spawn(
    process.execPath,
    [
      fileURLToPath(new URL('postgres-keeper.ts', import.meta.url)),
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const { url } = JSON.parse(await nextLine(child)) as { url: string };
  return {
    url,
    async restart() {
      const ready = nextLine(child);
      child.stdin.write('restart\n');
      await ready;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

function nextLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    const failed = () => reject(new Error('PostgreSQL for the tests could not be started.'));
    child.once('error', reject);
    child.once('exit', failed);
    const lines = createInterface({ input: child.stdout as NonNullable<typeof child.stdout> });
    lines.once('line', (line) => {
      lines.close();
      child.off('error', reject).off('exit', failed);
      resolve(line);
    });
  });
}
