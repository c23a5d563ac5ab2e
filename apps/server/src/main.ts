import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join, resolve } from 'node:path';
import { MigrationFailedError, NewerDatabaseError } from '@noek/db/migrations';
import { DatabaseInUseError } from '@noek/db/sqlite/open-sqlite';
import { createApp } from './app.ts';
import { type Composed, compose } from './compose.ts';
import { createDeps, type Deps } from './deps.ts';
import { type Config, ConfigError, readConfig } from './settings/config.ts';
import { describeEnvFile, loadEnvFile } from './settings/env-file.ts';
import { keepFilesPrivate } from './settings/private-files.ts';
import { unknownSettings } from './settings/unknown-settings.ts';
import { createNodeServer } from './transports/node-server.ts';

const graceMs = 5_000;
const exitAfterMs = 9_500;

/** Ends the start with one sentence and exit code 1. */
function refuse(sentence: string): never {
  console.error(`Noek cannot start: ${sentence}`);
  process.exit(1);
}

const envFile = loadEnvFile(process.env);

function settings(): Config {
  try {
    const config = readConfig(process.env);
    keepFilesPrivate(config);
    return config;
  } catch (error) {
    if (error instanceof ConfigError) {
      const isFromFile = envFile?.used.some((name) => error.message.split(/\W+/).includes(name));
      refuse(`${error.message}${isFromFile ? ` See ${envFile?.path}.` : ''}`);
    }
    throw error;
  }
}

async function build(config: Config): Promise<Composed> {
  try {
    const deps = await createDeps(config);
    await deps.db.migrate();
    return compose(deps);
  } catch (error) {
    if ([DatabaseInUseError, NewerDatabaseError, MigrationFailedError].some((kind) => error instanceof kind))
      refuse((error as Error).message);
    const { code, message } = error as NodeJS.ErrnoException;
    if (config.databaseUrl.startsWith('postgres'))
      refuse(
        `the database of DATABASE_URL${config.postgres.directUrl ? ' and DATABASE_DIRECT_URL' : ''} cannot be used (${code ?? message}).`,
      );
    if (code)
      refuse(`the database ${config.databaseUrl.replace(/^file:/, '')} cannot be opened (${code}). Check DATA_DIR.`);
    throw error;
  }
}

function listen(server: Server, config: Config): Promise<void> {
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        refuse(`port ${config.port} on ${config.host} is in use. Stop the other program, or set PORT to another port.`);
      if (error.code === 'EACCES')
        refuse(`port ${config.port} is not allowed for this user. Set PORT to a port above 1023.`);
      if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        refuse(`HOST ${config.host} is not an address of this machine.`);
      refuse(error.message);
    });
    server.listen(config.port, config.host, 4096, resolve);
  });
}

function warnOf({ config, log }: Deps): void {
  for (const problem of envFile?.problems ?? []) log.warn(problem);
  for (const { name, meant } of unknownSettings(process.env))
    log.warn(`${name} is not a setting of Noek and has no effect. Did you mean ${meant}?`);
  if (config.problemOfOrigins) log.warn(`${config.problemOfOrigins} Until then, some pages cannot be reached.`);
  if (config.preview.loss) log.warn(config.preview.loss);
  if (config.preview.pyodideDir && !existsSync(join(config.preview.pyodideDir, 'pyodide-lock.json')))
    log.warn(`PYODIDE_DIR: ${config.preview.pyodideDir} holds no copy of Pyodide, so that of Noek is used.`);
  if (config.webSearch.allowPrivate)
    log.warn(
      'WEB_FETCH_PRIVATE is on: web search and descriptions of apps may be read from private and loopback addresses, such as those of your own network',
    );
  if (config.webhooks.allowPrivate)
    log.warn(
      'WEBHOOKS_PRIVATE is on: webhooks may send to private and loopback addresses, such as those of your own network, and everybody with an account can create one',
    );
}

/** The name of the payment service in the start message. */
function takerOfPayments({ payments }: Config): string {
  if (payments.provider === 'stripe')
    return payments.secretKey.includes('_live_') ? 'Stripe' : 'Stripe with test keys, which take no money';
  return payments.provider === 'sandbox'
    ? 'test payments, which take no money'
    : 'off, because STRIPE_SECRET_KEY is not set';
}

const howToConnect = `
            To connect one, put OPENAI_API_KEY=your-key into ${resolve('.env')} and start Noek again`;

function printWelcome({ config, llm, mail, db, webSearch }: Deps): void {
  const { origins } = config;
  console.log(`Noek ${config.version} is ready.

  Chat      ${[...(config.production ? [] : [`http://localhost:${config.port}`]), origins.chat].join('\n            ')}
  Sign-in   ${origins.auth}
  Company   ${origins.company}

  Answers   ${llm.describe().label}${!config.production && llm.describe().kind === 'demo' ? howToConnect : ''}
  Search    ${webSearch.describe()}
  Payments  ${takerOfPayments(config)}
  Mail      ${mail.kind === 'smtp' ? 'sent over SMTP' : `kept here, read it at http://localhost:${config.port}/dev/inbox`}
  Data      ${db.engine === 'sqlite' ? config.databaseUrl.replace(/^file:/, '') : 'PostgreSQL'} (files in ${config.dataDir})

Press Ctrl-C to stop.`);
}

const config = settings();
const { deps, state, begin, close } = await build(config);
const server = createNodeServer(createApp(deps, state).fetch);
await listen(server, config);
await begin();
// In production, a file that was left in the folder must not change settings unnoticed.
if (envFile) deps.log[config.production ? 'warn' : 'info'](describeEnvFile(envFile));
warnOf(deps);
printWelcome(deps);

async function stop(): Promise<void> {
  if (state.draining) return;
  setTimeout(() => process.exit(1), exitAfterMs).unref();
  server.close();
  server.closeIdleConnections();
  await close(graceMs);
  server.closeAllConnections();
  process.exit(state.failed ? 1 : 0);
}

// Also promises that reject without a handler. What failed is unknown, so the process ends, but running answers are not lost with it.
process.on('uncaughtException', (error) => {
  deps.log.fatal({ err: error }, 'an error was not handled, so the server stops');
  state.failed = true;
  void stop();
});

process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => {
  // Pressing Ctrl-C twice means not waiting.
  if (state.draining) process.exit(1);
  void stop();
});
