import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { insertSession, insertUser } from '@noek/db/testing/factories';
import { openTemplateCopy } from '@noek/db/testing/postgres';
import { hashToken, newToken } from '../../apps/server/src/features/auth/secrets/one-time-token.ts';
import { type ServerProcess, startServerProcess } from '../../apps/server/src/testing/server-process.ts';
import { type DatabaseLink, openDatabaseLink } from './database-link.ts';

/** Noek as two processes in production, on one database and one folder. */
export type Fleet = {
  processes: readonly ServerProcess[];
  /** The connection of each process to the database. */
  links: readonly DatabaseLink[];
  dataDir: string;
  /** The cookie of a new person who is signed in. */
  newPerson(): Promise<string>;
  /** How many requests each process has answered, without those for /readyz; null for one that does not run. */
  answered(): Promise<readonly (number | null)[]>;
  end(): Promise<void>;
};

const size = 2;

/** Starts the processes on an empty copy of a template database. */
export async function startFleet(templateUrl: string): Promise<Fleet> {
  const database = await openTemplateCopy(templateUrl);
  const dataDir = mkdtempSync(join(tmpdir(), 'noek-proxies-'));
  const links: DatabaseLink[] = [];
  const processes: ServerProcess[] = [];
  // One that is frozen does not notice that this process has ended.
  const kill = () => {
    for (const { pid } of processes) if (pid) process.kill(pid, 'SIGKILL');
  };
  process.on('exit', kill);
  const end = async () => {
    process.off('exit', kill);
    for (const one of processes) await one.discard();
    for (const link of links) await link.cut().catch(() => {});
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    for (let i = 0; i < size; i++) {
      const link = await openDatabaseLink(database.url);
      links.push(link);
      processes.push(await startServerProcess({ ...settings, DATABASE_URL: link.url, DATA_DIR: dataDir }));
    }
  } catch (error) {
    await end();
    throw error;
  }
  return {
    processes,
    links,
    dataDir,
    async newPerson() {
      const { id } = await insertUser(database);
      const token = newToken();
      await insertSession(database, { id: hashToken(token), userId: id });
      return `__Host-noek_session=${token}`;
    },
    answered: () => Promise.all(processes.map(answeredBy)),
    end,
  };
}

const settings = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  CHAT_ORIGIN: 'https://chat.example.com',
  AUTH_ORIGIN: 'https://auth.example.com',
  COMPANY_ORIGIN: 'https://example.com',
  TRUST_PROXY: '127.0.0.1',
  APP_SECRET: 'the-same-for-all-processes',
  SMTP_URL: 'smtp://127.0.0.1:9',
  GUEST_MESSAGE_LIMIT: '1000000',
};

async function answeredBy({ address }: ServerProcess): Promise<number | null> {
  const page = await fetch(`${address}/metrics`).catch(() => null);
  if (!page?.ok) return null;
  const lines = (await page.text()).match(/^noek_http_request_duration_seconds_count\{.*$/gm) ?? [];
  return lines
    .filter((line) => !line.includes('route="/readyz"'))
    .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);
}
