import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { makeTemplateDatabase } from '@noek/db/postgres/testing-postgres';

/**
 * Starts a real PostgreSQL server for the run and passes the URL of its migrated template database to the tests in
 * NOEK_TEST_POSTGRES_URL. With NOEK_TEST_ENGINES=sqlite no server is started. If NOEK_TEST_POSTGRES_URL is already set, that server
 * is used instead.
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

/** Runs the keeper process. `stop` resolves when the server has ended and its files are deleted. */
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
