import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeTemplateDatabase } from '@noek/db/testing-postgres';

/**
 * Starts a real PostgreSQL for the run and hands its migrated template database to the tests as NOEK_TEST_POSTGRES_URL.
 * NOEK_TEST_ENGINES=sqlite leaves it out; a NOEK_TEST_POSTGRES_URL that is set already names a server to use instead.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env.NOEK_TEST_ENGINES === 'sqlite') {
    delete process.env.NOEK_TEST_POSTGRES_URL;
    return async () => {};
  }
  const given = process.env.NOEK_TEST_POSTGRES_URL;
  const keeper = given ? null : await startPostgres();
  try {
    const template = await makeTemplateDatabase(given ?? keeper?.url ?? '');
    process.env.NOEK_TEST_POSTGRES_URL = template.url;
    return () => (keeper ? keeper.stop() : template.drop());
  } catch (error) {
    await keeper?.stop();
    throw error;
  }
}

/** Runs the keeper; `stop` resolves when the server and its files are gone. */
async function startPostgres(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('postgres-keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const url = await firstLine(child);
  return {
    url: (JSON.parse(url) as { url: string }).url,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.once('error', reject);
    child.once('exit', () => reject(new Error('PostgreSQL for the tests could not be started.')));
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
  });
}
